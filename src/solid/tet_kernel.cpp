#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/tet_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "solid/lane_algebra-inl.h"

// Tetrahedra with Green's strain [O'Brien & Hodgins 1999, with the factor 1/2 of the strain put right]:
//   F = sum x_a g_a^T,  E = (F^T F - 1)/2,  S = lambda tr(E + tau E') 1 + 2 mu (E + tau E'),  f_a = -V F S g_a,
// where E' is the change of E in the last step over the step,
// or, for large strains, the stable neo-Hookean law [Smith, De Goes & Kim 2018] with the same damping:
//   P = mu F + ((lambda + mu)(J - 1) - mu) cof F,  f_a = -V (P + F S') g_a.
// With the edges D, B as in TetPoint, and the lengths at rest L = diag(l_i) of the columns of G = D B = F Q L, this is
//   C = G^T G,  2 E_ij = (C_ij - l_i^2 delta_ij) / (l_i l_j),  T_ij = -V S_ij / (l_i l_j),  forces G T B^T
// along those columns, and -V cof F Q L^-1 = -V cof G / det L: a third fewer products than F and S take.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

struct Shear {
  HWY_INLINE Shear(const TetPoint& point, std::size_t first)
      : xy(load(point.shear[0], first)), xz(load(point.shear[1], first)), yz(load(point.shear[2], first)) {}
  V xy, xz, yz;  // B
};
HWY_INLINE M3 sheared(const M3& d, const Shear& b) {  // D B
  const auto row = [&](const V3& r) HWY_ATTR {
    return V3{r.x, hn::MulAdd(b.xy, r.x, r.y), hn::MulAdd(b.yz, r.y, hn::MulAdd(b.xz, r.x, r.z))};
  };
  return {row(d.a), row(d.b), row(d.c)};
}
HWY_INLINE M3 sheared_back(const M3& p, const Shear& b) {  // P B^T
  const auto row = [&](const V3& r) HWY_ATTR {
    return V3{hn::MulAdd(b.xz, r.z, hn::MulAdd(b.xy, r.y, r.x)), hn::MulAdd(b.yz, r.z, r.y), r.z};
  };
  return {row(p.a), row(p.b), row(p.c)};
}

// The numbers of which strains are made: l_i^2 - C_ii, and C_ij.
HWY_INLINE S3 strain_of(const M3& g, const V3& rest) {
  const auto along = [&](V l, V x, V y, V z)
                         HWY_ATTR { return hn::NegMulAdd(z, z, hn::NegMulAdd(y, y, hn::NegMulAdd(x, x, l))); };
  return {along(rest.x, g.a.x, g.b.x, g.c.x),
          along(rest.y, g.a.y, g.b.y, g.c.y),
          along(rest.z, g.a.z, g.b.z, g.c.z),
          column_dot(g.a.y, g.b.y, g.c.y, g.a.z, g.b.z, g.c.z),
          column_dot(g.a.z, g.b.z, g.c.z, g.a.x, g.b.x, g.c.x),
          column_dot(g.a.x, g.b.x, g.c.x, g.a.y, g.b.y, g.c.y)};
}

// What the six numbers were a step ago, for one point of some elements, and tau over the step.
struct PointMemory {
  V weight;
  double* strains;
  std::size_t first;
};
HWY_INLINE S3 change_of(const S3& s, const PointMemory& memory) {
  const auto number = [&](V now, std::size_t i)
                          HWY_ATTR { return change_of(now, memory.strains + kBatch * i + memory.first); };
  return {number(s.xx, 0), number(s.yy, 1), number(s.zz, 2), number(s.yz, 3), number(s.zx, 4), number(s.xy, 5)};
}

// The material at a point.
struct Law {
  HWY_INLINE Law(const TetPoint& point, const LawNumbers& numbers, std::size_t first)
      : rest(load3(point.rest.data(), first)),
        along(load3(point.along.data(), first)),
        across(load3(point.across.data(), first)),
        ratio(number(numbers.ratio)) {}
  V3 rest, along, across;
  V ratio;  // lambda / (2 mu)
};

HWY_INLINE V3 stretches(const Law& law, const S3& strain) {  // minus 2 E_ii, times sqrt(mu V)
  return {hn::Mul(law.along.x, strain.xx), hn::Mul(law.along.y, strain.yy), hn::Mul(law.along.z, strain.zz)};
}

// T of St. Venant-Kirchhoff.
HWY_INLINE S3 stress(const Law& law, const S3& strain) {
  const V3 stretch = stretches(law, strain);
  const V pressure = hn::Mul(law.ratio, sum(stretch));
  return {hn::Mul(law.along.x, hn::Add(stretch.x, pressure)),
          hn::Mul(law.along.y, hn::Add(stretch.y, pressure)),
          hn::Mul(law.along.z, hn::Add(stretch.z, pressure)),
          hn::Mul(law.across.x, strain.yz),
          hn::Mul(law.across.y, strain.zx),
          hn::Mul(law.across.z, strain.xy)};
}

template <bool kDamped>
HWY_INLINE M3 venant_pull(const Law& law, const M3& g, const PointMemory& memory) {
  const S3 strain = strain_of(g, law.rest);
  if constexpr (!kDamped) return times(g, stress(law, strain));
  return times(g, stress(law, mul_add(memory.weight, change_of(strain, memory), strain)));
}

// What the stable neo-Hookean law needs besides.
struct NeoHookean {
  HWY_INLINE NeoHookean(const TetPoint& point, const Law& law, std::size_t first)
      : stiffness{hn::Mul(hn::Mul(law.along.x, law.along.x), law.rest.x),
                  hn::Mul(hn::Mul(law.along.y, law.along.y), law.rest.y),
                  hn::Mul(hn::Mul(law.along.z, law.along.z), law.rest.z)},
        whole(hn::Mul(stiffness.x, law.rest.x)),
        bulk(hn::MulAdd(number(2), law.ratio, number(1))),
        inverse_volume(load(point.inverse_volume, first)) {}
  HWY_INLINE V stretch(V determinant) const { return hn::MulSub(determinant, inverse_volume, number(1)); }  // J - 1

  V3 stiffness;  // [J/m^2]  mu V / l_i^2
  V whole;       // [J]      mu V
  V bulk;        // (lambda + mu) / mu
  V inverse_volume;
};

// G T, where T is that of the damping alone and the rest comes from F and its cofactors.
template <bool kDamped>
HWY_INLINE M3 neo_hookean_pull(const NeoHookean& neo, const Law& law, const M3& g, const PointMemory& memory) {
  const M3 cof = cofactor(g);
  const V pressure =
      hn::Mul(hn::Mul(neo.whole, neo.inverse_volume), hn::NegMulAdd(neo.bulk, neo.stretch(dot(g.a, cof.a)), number(1)));
  const auto row = [&](const V3& c, const V3& r) HWY_ATTR {
    return V3{hn::NegMulAdd(neo.stiffness.x, r.x, hn::Mul(pressure, c.x)),
              hn::NegMulAdd(neo.stiffness.y, r.y, hn::Mul(pressure, c.y)),
              hn::NegMulAdd(neo.stiffness.z, r.z, hn::Mul(pressure, c.z))};
  };
  const M3 pull{row(cof.a, g.a), row(cof.b, g.b), row(cof.c, g.c)};
  if constexpr (!kDamped) return pull;
  const S3 change = scaled(memory.weight, change_of(strain_of(g, law.rest), memory));
  return add(pull, times(g, stress(law, change)));
}

// Forces on nodes 1, 2 and 3 of a tetrahedron with the edges d, as columns.
template <bool kNeo, bool kDamped>
HWY_INLINE M3 point_forces(const TetPoint& point, const LawNumbers& numbers, const M3& d, const PointMemory& memory) {
  const Shear b(point, memory.first);
  const M3 g = sheared(d, b);
  const Law law(point, numbers, memory.first);
  if constexpr (kNeo)
    return sheared_back(neo_hookean_pull<kDamped>({point, law, memory.first}, law, g, memory), b);
  else
    return sheared_back(venant_pull<kDamped>(law, g, memory), b);
}

// [J]
template <bool kNeo>
HWY_INLINE V point_energy(const TetPoint& point, const LawNumbers& numbers, const M3& d, std::size_t first) {
  const M3 g = sheared(d, Shear(point, first));
  const Law law(point, numbers, first);
  const S3 strain = strain_of(g, law.rest);
  if constexpr (kNeo) {  // mu V ((I1 - 3)/2 - (J - 1) + (lambda + mu)/(2 mu) (J - 1)^2)
    const NeoHookean neo(point, law, first);
    const V stretch = neo.stretch(dot(g.a, cross(g.b, g.c)));
    const V shape = hn::Mul(number(-0.5), dot(neo.stiffness, V3{strain.xx, strain.yy, strain.zz}));
    return hn::MulAdd(hn::Mul(neo.whole, stretch), hn::MulSub(hn::Mul(number(0.5), neo.bulk), stretch, number(1)),
                      shape);
  } else {  // V (lambda/2 tr^2 E + mu E : E)
    const V3 stretch = stretches(law, strain), off{strain.yz, strain.zx, strain.xy};
    const V3 shears{hn::Mul(law.across.x, off.x), hn::Mul(law.across.y, off.y), hn::Mul(law.across.z, off.z)};
    const V trace = sum(stretch);
    const V all = hn::NegMulAdd(number(2), dot(shears, off), dot(stretch, stretch));
    return hn::Mul(number(0.25), hn::MulAdd(hn::Mul(law.ratio, trace), trace, all));
  }
}

// ---- four nodes

// Rows of the matrix whose columns are the edges from node 0.
HWY_INLINE M3 edges(const double* base, const Tet4Batch& batch, std::size_t first) {
  const Rows origin = load_rows(base, batch.node[0], first);
  return from_columns(by_lane(sub(load_rows(base, batch.node[1], first), origin)),
                      by_lane(sub(load_rows(base, batch.node[2], first), origin)),
                      by_lane(sub(load_rows(base, batch.node[3], first), origin)));
}

template <bool kNeo, bool kDamped>
void forces4(std::span<const Tet4Batch> batches, const LawNumbers& numbers, const double* position, StrainMemory memory,
             double* rows) {
  for (const Tet4Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const M3 f = point_forces<kNeo, kDamped>(batch.point, numbers, edges(position, batch, first),
                                               {number(memory.weight), memory.strains, first});
      const Rows f1 = by_row({f.a.x, f.b.x, f.c.x}), f2 = by_row({f.a.y, f.b.y, f.c.y}),
                 f3 = by_row({f.a.z, f.b.z, f.c.z});
      store_rows(f1, rows + 32, first);
      store_rows(f2, rows + 64, first);
      store_rows(f3, rows + 96, first);
      store_rows(neg(add(add(f1, f2), f3)), rows, first);
    }
    rows += 4 * 4 * kBatch;
    if constexpr (kDamped) memory.strains += kStrains<Tet4Batch> * kBatch;
  }
}

template <bool kNeo>
void energies4(std::span<const Tet4Batch> batches, const LawNumbers& numbers, const double* position,
               double* energies) {
  for (const Tet4Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth)
      hn::StoreU(point_energy<kNeo>(batch.point, numbers, edges(position, batch, first), first), Lanes(),
                 energies + first);
    energies += kBatch;
  }
}

// ---- ten nodes, four points of quadrature

// At point p the barycentric coordinates are alpha for corner p and beta for the others, and
//   dx/dL_i = (4 L_i - 1) x_i + 4 sum_j L_j x_ij = s_i + kappa x_ip,  with x_ii = x_i,
//   s_i = (4 beta - 1) x_i + 4 beta sum_j x_ij,  kappa = 4 (alpha - beta).
constexpr double kBeta = 0.13819660112501051518;
constexpr double kKappa = 1.78885438199983175713;
constexpr std::size_t kMiddle[4][4] = {{0, 4, 6, 7}, {4, 1, 5, 8}, {6, 5, 2, 9}, {7, 8, 9, 3}};

struct QuadraticField {
  V3 value[10];  // less that of node 0
  V3 slope[4];   // s_i - s_0
};

HWY_INLINE QuadraticField field(const double* base, const Tet10Batch& batch, std::size_t first) {
  QuadraticField q;
  const Rows origin = load_rows(base, batch.node[0], first);
  q.value[0] = {zero(), zero(), zero()};
  for (std::size_t a = 1; a < 10; ++a) q.value[a] = by_lane(sub(load_rows(base, batch.node[a], first), origin));
  const V corner = number(4 * kBeta - 1), middle = number(4 * kBeta);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto m = [&](std::size_t j) HWY_ATTR { return q.value[kMiddle[i][(i + j) % 4]]; };
    q.slope[i] = mul_add(corner, q.value[i], mul(middle, add(add(m(1), m(2)), m(3))));
  }
  for (std::size_t i = 1; i < 4; ++i) q.slope[i] = sub(q.slope[i], q.slope[0]);
  return q;
}

HWY_INLINE M3 edges(const QuadraticField& q, std::size_t p) {
  const V kappa = number(kKappa);
  const auto column = [&](std::size_t k) HWY_ATTR {
    return mul_add(kappa, sub(q.value[kMiddle[k][p]], q.value[kMiddle[0][p]]), q.slope[k]);
  };
  return from_columns(column(1), column(2), column(3));
}

template <bool kNeo, bool kDamped>
void forces10(std::span<const Tet10Batch> batches, const LawNumbers& numbers, const double* position,
              StrainMemory memory, double* rows) {
  const V kappa = number(kKappa), corner = number(4 * kBeta - 1), middle = number(4 * kBeta);
  for (const Tet10Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const QuadraticField x = field(position, batch, first);
      V3 force[10], pull[4];  // on the nodes directly, and on the s_i
      for (V3& f : force) f = {zero(), zero(), zero()};
      for (V3& s : pull) s = {zero(), zero(), zero()};
      for (std::size_t p = 0; p < 4; ++p) {
        double* strains = kDamped ? memory.strains + 6 * kBatch * p : nullptr;
        const M3 f =
            point_forces<kNeo, kDamped>(batch.point[p], numbers, edges(x, p), {number(memory.weight), strains, first});
        const V3 t[3] = {{f.a.x, f.b.x, f.c.x}, {f.a.y, f.b.y, f.c.y}, {f.a.z, f.b.z, f.c.z}};
        const V3 opposite = neg(add(add(t[0], t[1]), t[2]));
        pull[0] = add(pull[0], opposite);
        force[kMiddle[0][p]] = mul_add(kappa, opposite, force[kMiddle[0][p]]);
        for (std::size_t k = 1; k < 4; ++k) {
          pull[k] = add(pull[k], t[k - 1]);
          force[kMiddle[k][p]] = mul_add(kappa, t[k - 1], force[kMiddle[k][p]]);
        }
      }
      for (std::size_t i = 0; i < 4; ++i) {
        store_rows(mul_add(corner, pull[i], force[i]), rows + 32 * i, first);
        for (std::size_t j = i + 1; j < 4; ++j) {
          const std::size_t between = kMiddle[i][j];
          store_rows(mul_add(middle, add(pull[i], pull[j]), force[between]), rows + 32 * between, first);
        }
      }
    }
    rows += 10 * 4 * kBatch;
    if constexpr (kDamped) memory.strains += kStrains<Tet10Batch> * kBatch;
  }
}

template <bool kNeo>
void energies10(std::span<const Tet10Batch> batches, const LawNumbers& numbers, const double* position,
                double* energies) {
  for (const Tet10Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const QuadraticField x = field(position, batch, first);
      V whole = zero();
      for (std::size_t p = 0; p < 4; ++p)
        whole = hn::Add(whole, point_energy<kNeo>(batch.point[p], numbers, edges(x, p), first));
      hn::StoreU(whole, Lanes(), energies + first);
    }
    energies += kBatch;
  }
}

// ---- one entry each

void Tet4Forces(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position, StrainMemory memory,
                double* rows) {
  const bool damped = memory.strains != nullptr;
  const auto run = law.is_neo_hookean ? (damped ? forces4<true, true> : forces4<true, false>)
                                      : (damped ? forces4<false, true> : forces4<false, false>);
  run(batches, law, position, memory, rows);
}
void Tet10Forces(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                 StrainMemory memory, double* rows) {
  const bool damped = memory.strains != nullptr;
  const auto run = law.is_neo_hookean ? (damped ? forces10<true, true> : forces10<true, false>)
                                      : (damped ? forces10<false, true> : forces10<false, false>);
  run(batches, law, position, memory, rows);
}
void Tet4Energies(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position, double* energies) {
  (law.is_neo_hookean ? energies4<true> : energies4<false>)(batches, law, position, energies);
}
void Tet10Energies(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                   double* energies) {
  (law.is_neo_hookean ? energies10<true> : energies10<false>)(batches, law, position, energies);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Tet4Forces);
HWY_EXPORT(Tet10Forces);
HWY_EXPORT(Tet4Energies);
HWY_EXPORT(Tet10Energies);

void tet4_forces(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position, StrainMemory memory,
                 double* rows) {
  HWY_DYNAMIC_DISPATCH(Tet4Forces)(batches, law, position, memory, rows);
}
void tet10_forces(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                  StrainMemory memory, double* rows) {
  HWY_DYNAMIC_DISPATCH(Tet10Forces)(batches, law, position, memory, rows);
}
void tet4_energies(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position,
                   double* energies) {
  HWY_DYNAMIC_DISPATCH(Tet4Energies)(batches, law, position, energies);
}
void tet10_energies(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                    double* energies) {
  HWY_DYNAMIC_DISPATCH(Tet10Energies)(batches, law, position, energies);
}

}  // namespace resound
#endif
