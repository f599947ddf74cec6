#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/tet_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "solid/lane_algebra-inl.h"

// Tetrahedra with Green's strain [O'Brien & Hodgins 1999, with the factor 1/2 of the strain put right]:
//   F = sum x_a g_a^T,  E = (F^T F - 1)/2,  S = lambda tr(E + tau E') 1 + 2 mu (E + tau E'),  f_a = -V F S g_a,
// where E' is the change of E in the last step over the step,
// or, for large strains, the stable neo-Hookean law [Smith, De Goes & Kim 2018] with the same damping:
//   P = mu F + ((lambda + mu)(J - 1) - mu) cof F,  f_a = -V (P + F S') g_a.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

// The material in a piece of the solid: elastic constants times minus its volume, so that stresses come out as forces.
struct Law {
  HWY_INLINE Law(const LawNumbers& numbers, V volume)
      : lambda_half(hn::Mul(number(-0.5 * numbers.lambda), volume)),
        mu(hn::Mul(number(-numbers.mu), volume)),
        one(number(1)) {}
  V lambda_half, mu;  // [J]
  V one;
};

// Twice Green's strain: F^T F - 1.
HWY_INLINE S3 strain_of(const Law& law, const M3& f) {
  const auto diagonal = [&](V x, V y, V z)
                            HWY_ATTR { return hn::MulAdd(z, z, hn::MulAdd(y, y, hn::MulSub(x, x, law.one))); };
  return {diagonal(f.a.x, f.b.x, f.c.x),
          diagonal(f.a.y, f.b.y, f.c.y),
          diagonal(f.a.z, f.b.z, f.c.z),
          column_dot(f.a.y, f.b.y, f.c.y, f.a.z, f.b.z, f.c.z),
          column_dot(f.a.z, f.b.z, f.c.z, f.a.x, f.b.x, f.c.x),
          column_dot(f.a.x, f.b.x, f.c.x, f.a.y, f.b.y, f.c.y)};
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

// lambda/2 tr(M) 1 + mu M
HWY_INLINE S3 stress(const Law& law, const S3& m) {
  const V pressure = hn::Mul(law.lambda_half, hn::Add(hn::Add(m.xx, m.yy), m.zz));
  return {hn::MulAdd(law.mu, m.xx, pressure),
          hn::MulAdd(law.mu, m.yy, pressure),
          hn::MulAdd(law.mu, m.zz, pressure),
          hn::Mul(law.mu, m.yz),
          hn::Mul(law.mu, m.zx),
          hn::Mul(law.mu, m.xy)};
}

// First Piola stress (times minus the volume) of St. Venant-Kirchhoff.
template <bool kDamped>
HWY_INLINE M3 venant_stress(const Law& law, const M3& f, const PointMemory& memory) {
  const S3 strain = strain_of(law, f);
  if constexpr (!kDamped) return times(f, stress(law, strain));
  return times(f, stress(law, mul_add(memory.weight, change_of(strain, memory), strain)));
}

template <bool kDamped>
HWY_INLINE M3 neo_hookean_stress(const Law& law, const M3& f, const PointMemory& memory) {
  const M3 cof = cofactor(f);
  const V stretch = hn::Sub(dot(f.a, cof.a), law.one);  // J - 1
  const V lambda_mu = hn::MulAdd(number(2), law.lambda_half, law.mu);
  const V pressure = hn::MulSub(lambda_mu, stretch, law.mu);
  const M3 p = mul_add(pressure, cof, scaled(law.mu, f));
  if constexpr (!kDamped) return p;
  return mul_add(law.one, times(f, stress(law, scaled(memory.weight, change_of(strain_of(law, f), memory)))), p);
}

template <bool kNeo, bool kDamped>
HWY_INLINE M3 piola(const Law& law, const M3& f, const PointMemory& memory) {
  if constexpr (kNeo)
    return neo_hookean_stress<kDamped>(law, f, memory);
  else
    return venant_stress<kDamped>(law, f, memory);
}

// [J]  but for the sign
template <bool kNeo>
HWY_INLINE V energy(const Law& law, const M3& f) {
  const S3 strain = strain_of(law, f);  // twice it
  const V trace = hn::Add(hn::Add(strain.xx, strain.yy), strain.zz);
  if constexpr (kNeo) {  // mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2
    const V stretch = hn::Sub(dot(f.a, cross(f.b, f.c)), law.one);
    const V half_mu = hn::Mul(number(0.5), law.mu);
    return hn::MulAdd(hn::Mul(hn::Add(law.lambda_half, half_mu), stretch), stretch,
                      hn::NegMulAdd(law.mu, stretch, hn::Mul(half_mu, trace)));
  } else {  // lambda/2 tr^2 E + mu E : E
    const V3 diagonal{strain.xx, strain.yy, strain.zz}, off{strain.yz, strain.zx, strain.xy};
    const V squares = hn::MulAdd(number(2), dot(off, off), dot(diagonal, diagonal));
    return hn::Mul(number(0.25), hn::MulAdd(law.mu, squares, hn::Mul(law.lambda_half, hn::Mul(trace, trace))));
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

struct Upper {  // triangular
  V xx, xy, xz, yy, yz, zz;
};

HWY_INLINE Upper load_inverse(const Tet4Batch& batch, std::size_t first) {
  const auto& r = batch.inverse;
  return {load(r[0], first), load(r[1], first), load(r[2], first),
          load(r[3], first), load(r[4], first), load(r[5], first)};
}
HWY_INLINE V3 row_times(const V3& a, const Upper& r) {
  return {hn::Mul(a.x, r.xx), hn::MulAdd(a.y, r.yy, hn::Mul(a.x, r.xy)),
          hn::MulAdd(a.z, r.zz, hn::MulAdd(a.y, r.yz, hn::Mul(a.x, r.xz)))};
}

template <bool kNeo, bool kDamped>
void forces4(std::span<const Tet4Batch> batches, const LawNumbers& numbers, const double* position, StrainMemory memory,
             double* rows) {
  for (const Tet4Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const Upper r = load_inverse(batch, first);
      const M3 f = times(edges(position, batch, first), r);
      const Law law(numbers, load(batch.volume, first));
      const M3 p = piola<kNeo, kDamped>(law, f, {number(memory.weight), memory.strains, first});
      const V3 second{p.a.y, p.b.y, p.c.y}, third{p.a.z, p.b.z, p.c.z};
      const V3 f1 = times(p, V3{r.xx, r.xy, r.xz}), f2 = mul_add(r.yz, third, mul(r.yy, second)), f3 = mul(r.zz, third);
      store_rows(neg(add(add(f1, f2), f3)), rows, first);
      store_rows(f1, rows + 32, first);
      store_rows(f2, rows + 64, first);
      store_rows(f3, rows + 96, first);
    }
    rows += 4 * 4 * kBatch;
    if constexpr (kDamped) memory.strains += kStrains<Tet4Batch> * kBatch;
  }
}

template <bool kNeo>
void energies4(std::span<const Tet4Batch> batches, const LawNumbers& numbers, const double* position,
               double* energies) {
  for (const Tet4Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const M3 f = times(edges(position, batch, first), load_inverse(batch, first));
      const Law law(numbers, load(batch.volume, first));
      hn::StoreU(hn::Neg(energy<kNeo>(law, f)), Lanes(), energies + first);
    }
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
        const M3 g = load9(batch.point[p].gradient.data(), first);
        const Law law(numbers, load(batch.point[p].volume, first));
        double* strains = kDamped ? memory.strains + 6 * kBatch * p : nullptr;
        const M3 f = times(edges(x, p), g);
        const M3 stress_here = piola<kNeo, kDamped>(law, f, {number(memory.weight), strains, first});
        const V3 t[3] = {times(stress_here, g.a), times(stress_here, g.b), times(stress_here, g.c)};
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
      V sum = zero();
      for (std::size_t p = 0; p < 4; ++p) {
        const M3 f = times(edges(x, p), load9(batch.point[p].gradient.data(), first));
        sum = hn::Sub(sum, energy<kNeo>(Law(numbers, load(batch.point[p].volume, first)), f));
      }
      hn::StoreU(sum, Lanes(), energies + first);
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
