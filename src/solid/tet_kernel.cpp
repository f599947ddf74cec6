#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/tet_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "solid/lane_algebra-inl.h"

// Tetrahedra with Green's strain [O'Brien & Hodgins 1999, with the factor 1/2 of the strain put right]:
//   F = sum x_a g_a^T,  E = (F^T F - 1)/2,  S = lambda tr(E + tau E') 1 + 2 mu (E + tau E'),  f_a = -V F S g_a
// or, for large strains, the stable neo-Hookean law [Smith, De Goes & Kim 2018] with the same damping:
//   P = mu F + ((lambda + mu)(J - 1) - mu) cof F,  f_a = -V (P + F S') g_a.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

// The material in a piece of the solid: elastic constants times minus its volume, so that stresses come out as forces.
struct Law {
  HWY_INLINE Law(const LawNumbers& numbers, V volume)
      : lambda_half(hn::Mul(number(-0.5 * numbers.lambda), volume)),
        mu(hn::Mul(number(-numbers.mu), volume)),
        two_tau(number(2 * numbers.strain_damping)),
        one(number(1)) {}
  V lambda_half, mu;  // [J]
  V two_tau;          // [s]
  V one;
};

// lambda/2 tr(M) 1 + mu M, where `off` holds twice the off-diagonal numbers of M.
HWY_INLINE S3 stress(const Law& law, const V3& diagonal, const V3& off) {
  const V pressure = hn::Mul(law.lambda_half, hn::Add(hn::Add(diagonal.x, diagonal.y), diagonal.z));
  const V half_mu = hn::Mul(number(0.5), law.mu);
  return {hn::MulAdd(law.mu, diagonal.x, pressure),
          hn::MulAdd(law.mu, diagonal.y, pressure),
          hn::MulAdd(law.mu, diagonal.z, pressure),
          hn::Mul(half_mu, off.x),
          hn::Mul(half_mu, off.y),
          hn::Mul(half_mu, off.z)};
}

// A diagonal entry of F^T H - 1.
HWY_INLINE V column_strain(const Law& law, V ax, V ay, V az, V bx, V by, V bz) {
  return hn::MulAdd(az, bz, hn::MulAdd(ay, by, hn::MulSub(ax, bx, law.one)));
}

// First Piola stress (times minus the volume) of St. Venant-Kirchhoff: F S, with twice the strain M = F^T H + H^T F -
// 1, H = F/2 + tau F'.
template <bool kDamped>
HWY_INLINE M3 venant_stress(const Law& law, const M3& f, const M3& rate) {
  const M3 h = kDamped ? mul_add(law.two_tau, rate, f) : f;  // 2 H
  const V3 diagonal{column_strain(law, f.a.x, f.b.x, f.c.x, h.a.x, h.b.x, h.c.x),
                    column_strain(law, f.a.y, f.b.y, f.c.y, h.a.y, h.b.y, h.c.y),
                    column_strain(law, f.a.z, f.b.z, f.c.z, h.a.z, h.b.z, h.c.z)};
  const V yz = column_dot(f.a.y, f.b.y, f.c.y, h.a.z, h.b.z, h.c.z);
  const V zx = column_dot(f.a.z, f.b.z, f.c.z, h.a.x, h.b.x, h.c.x);
  const V xy = column_dot(f.a.x, f.b.x, f.c.x, h.a.y, h.b.y, h.c.y);
  if constexpr (!kDamped) return times(f, stress(law, diagonal, {hn::Add(yz, yz), hn::Add(zx, zx), hn::Add(xy, xy)}));
  const V zy = column_dot(f.a.z, f.b.z, f.c.z, h.a.y, h.b.y, h.c.y);
  const V xz = column_dot(f.a.x, f.b.x, f.c.x, h.a.z, h.b.z, h.c.z);
  const V yx = column_dot(f.a.y, f.b.y, f.c.y, h.a.x, h.b.x, h.c.x);
  return times(f, stress(law, diagonal, {hn::Add(yz, zy), hn::Add(zx, xz), hn::Add(xy, yx)}));
}

template <bool kDamped>
HWY_INLINE M3 neo_hookean_stress(const Law& law, const M3& f, const M3& rate) {
  const M3 cof = cofactor(f);
  const V stretch = hn::Sub(dot(f.a, cof.a), law.one);  // J - 1
  const V lambda_mu = hn::MulAdd(number(2), law.lambda_half, law.mu);
  const V pressure = hn::MulSub(lambda_mu, stretch, law.mu);
  M3 p = mul_add(pressure, cof, scaled(law.mu, f));
  if constexpr (kDamped) {
    const M3 h = scaled(law.two_tau, rate);
    const V3 diagonal{column_dot(f.a.x, f.b.x, f.c.x, h.a.x, h.b.x, h.c.x),
                      column_dot(f.a.y, f.b.y, f.c.y, h.a.y, h.b.y, h.c.y),
                      column_dot(f.a.z, f.b.z, f.c.z, h.a.z, h.b.z, h.c.z)};
    const V3 off{hn::Add(column_dot(f.a.y, f.b.y, f.c.y, h.a.z, h.b.z, h.c.z),
                         column_dot(f.a.z, f.b.z, f.c.z, h.a.y, h.b.y, h.c.y)),
                 hn::Add(column_dot(f.a.z, f.b.z, f.c.z, h.a.x, h.b.x, h.c.x),
                         column_dot(f.a.x, f.b.x, f.c.x, h.a.z, h.b.z, h.c.z)),
                 hn::Add(column_dot(f.a.x, f.b.x, f.c.x, h.a.y, h.b.y, h.c.y),
                         column_dot(f.a.y, f.b.y, f.c.y, h.a.x, h.b.x, h.c.x))};
    p = mul_add(law.one, times(f, stress(law, diagonal, off)), p);
  }
  return p;
}

template <bool kNeo, bool kDamped>
HWY_INLINE M3 piola(const Law& law, const M3& f, const M3& rate) {
  if constexpr (kNeo)
    return neo_hookean_stress<kDamped>(law, f, rate);
  else
    return venant_stress<kDamped>(law, f, rate);
}

// [J]  but for the sign
template <bool kNeo>
HWY_INLINE V energy(const Law& law, const M3& f) {
  const V3 square{column_dot(f.a.x, f.b.x, f.c.x, f.a.x, f.b.x, f.c.x),
                  column_dot(f.a.y, f.b.y, f.c.y, f.a.y, f.b.y, f.c.y),
                  column_dot(f.a.z, f.b.z, f.c.z, f.a.z, f.b.z, f.c.z)};
  const V3 strain = sub(square, {law.one, law.one, law.one});  // the diagonal of 2 E
  const V trace = hn::Add(hn::Add(strain.x, strain.y), strain.z);
  if constexpr (kNeo) {  // mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2
    const V stretch = hn::Sub(dot(f.a, cross(f.b, f.c)), law.one);
    const V half_mu = hn::Mul(number(0.5), law.mu);
    return hn::MulAdd(hn::Mul(hn::Add(law.lambda_half, half_mu), stretch), stretch,
                      hn::NegMulAdd(law.mu, stretch, hn::Mul(half_mu, trace)));
  } else {  // lambda/2 tr^2 E + mu E : E
    const V yz = column_dot(f.a.y, f.b.y, f.c.y, f.a.z, f.b.z, f.c.z);
    const V zx = column_dot(f.a.z, f.b.z, f.c.z, f.a.x, f.b.x, f.c.x);
    const V xy = column_dot(f.a.x, f.b.x, f.c.x, f.a.y, f.b.y, f.c.y);
    const V3 off{yz, zx, xy};
    const V squares = hn::MulAdd(number(2), dot(off, off), dot(strain, strain));
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
void forces4(std::span<const Tet4Batch> batches, const LawNumbers& numbers, const double* position,
             const double* velocity, double* rows) {
  for (const Tet4Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const Upper r = load_inverse(batch, first);
      const M3 f = times(edges(position, batch, first), r);
      M3 rate = f;
      if constexpr (kDamped) rate = times(edges(velocity, batch, first), r);
      const M3 p = piola<kNeo, kDamped>(Law(numbers, load(batch.volume, first)), f, rate);
      const V3 second{p.a.y, p.b.y, p.c.y}, third{p.a.z, p.b.z, p.c.z};
      const V3 f1 = times(p, V3{r.xx, r.xy, r.xz}), f2 = mul_add(r.yz, third, mul(r.yy, second)), f3 = mul(r.zz, third);
      store_rows(neg(add(add(f1, f2), f3)), rows, first);
      store_rows(f1, rows + 32, first);
      store_rows(f2, rows + 64, first);
      store_rows(f3, rows + 96, first);
    }
    rows += 4 * 4 * kBatch;
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
              const double* velocity, double* rows) {
  const V kappa = number(kKappa), corner = number(4 * kBeta - 1), middle = number(4 * kBeta);
  for (const Tet10Batch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const QuadraticField x = field(position, batch, first);
      QuadraticField v;
      if constexpr (kDamped) v = field(velocity, batch, first);
      V3 force[10], pull[4];  // on the nodes directly, and on the s_i
      for (V3& f : force) f = {zero(), zero(), zero()};
      for (V3& s : pull) s = {zero(), zero(), zero()};
      for (std::size_t p = 0; p < 4; ++p) {
        const M3 g = load9(batch.point[p].gradient.data(), first);
        const M3 f = times(edges(x, p), g);
        M3 rate = f;
        if constexpr (kDamped) rate = times(edges(v, p), g);
        const M3 stress_here = piola<kNeo, kDamped>(Law(numbers, load(batch.point[p].volume, first)), f, rate);
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

void Tet4Forces(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position,
                const double* velocity, double* rows) {
  const bool damped = law.strain_damping > 0;
  const auto run = law.is_neo_hookean ? (damped ? forces4<true, true> : forces4<true, false>)
                                      : (damped ? forces4<false, true> : forces4<false, false>);
  run(batches, law, position, velocity, rows);
}
void Tet10Forces(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                 const double* velocity, double* rows) {
  const bool damped = law.strain_damping > 0;
  const auto run = law.is_neo_hookean ? (damped ? forces10<true, true> : forces10<true, false>)
                                      : (damped ? forces10<false, true> : forces10<false, false>);
  run(batches, law, position, velocity, rows);
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

void tet4_forces(std::span<const Tet4Batch> batches, const LawNumbers& law, const double* position,
                 const double* velocity, double* rows) {
  HWY_DYNAMIC_DISPATCH(Tet4Forces)(batches, law, position, velocity, rows);
}
void tet10_forces(std::span<const Tet10Batch> batches, const LawNumbers& law, const double* position,
                  const double* velocity, double* rows) {
  HWY_DYNAMIC_DISPATCH(Tet10Forces)(batches, law, position, velocity, rows);
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
