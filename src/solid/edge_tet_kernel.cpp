#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/edge_tet_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "solid/lane_algebra-inl.h"

// Four-node tetrahedra of St. Venant-Kirchhoff by the products of their edges. With e_k the edges from node 0, G =
// D_m^-1 and A = G G^T, Green's strain is E = G^T (C - C0) G / 2, C_kl = e_k . e_l, and so
//   tr E = tr(A (C - C0)) / 2,   E : E = tr(A (C - C0) A (C - C0)) / 4.
// The derivative of V (lambda/2 tr^2 E + mu E : E) by the edges is, with c = C0 - C - tau dC/dt,
//   f_k = sum_l T_kl e_l,   T = V (mu A c A + lambda/2 tr(A c) A).
// The same numbers as f_k = -V F S g_k, for two thirds of the multiplications: F is never formed. T is symmetric, so
// that there is no torque. `metric` is A times sqrt(V mu).
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

struct Edges {
  V3 a, b, c;
};

HWY_INLINE Edges edges_of(const double* base, const EdgeTetBatch& batch, std::size_t first) {
  const Rows origin = load_rows(base, batch.node[0], first);
  return {by_lane(sub(load_rows(base, batch.node[1], first), origin)),
          by_lane(sub(load_rows(base, batch.node[2], first), origin)),
          by_lane(sub(load_rows(base, batch.node[3], first), origin))};
}

HWY_INLINE S3 load6(const std::array<BatchLanes, 6>& from, std::size_t first) {
  return {load(from[0], first), load(from[1], first), load(from[2], first),
          load(from[3], first), load(from[4], first), load(from[5], first)};
}

HWY_INLINE V less_dot(V rest, const V3& a, const V3& b) {  // rest - a . b
  return hn::NegMulAdd(a.z, b.z, hn::NegMulAdd(a.y, b.y, hn::NegMulAdd(a.x, b.x, rest)));
}
// rest - (a . bb + b . aa) / 2
HWY_INLINE V less_mean_dot(V rest, const V3& a, const V3& bb, const V3& b, const V3& aa) {
  const V sum = hn::MulAdd(b.z, aa.z, hn::MulAdd(b.y, aa.y, hn::MulAdd(b.x, aa.x, dot(a, bb))));
  return hn::NegMulAdd(number(0.5), sum, rest);
}

// c = C0 - C, of edges e and of the same with what damping adds: ee = e + 2 tau de/dt.
HWY_INLINE S3 shortening(const S3& rest, const Edges& e) {
  return {less_dot(rest.xx, e.a, e.a), less_dot(rest.yy, e.b, e.b), less_dot(rest.zz, e.c, e.c),
          less_dot(rest.yz, e.b, e.c), less_dot(rest.zx, e.c, e.a), less_dot(rest.xy, e.a, e.b)};
}
HWY_INLINE S3 shortening(const S3& rest, const Edges& e, const Edges& ee) {
  return {less_dot(rest.xx, e.a, ee.a),
          less_dot(rest.yy, e.b, ee.b),
          less_dot(rest.zz, e.c, ee.c),
          less_mean_dot(rest.yz, e.b, ee.c, e.c, ee.b),
          less_mean_dot(rest.zx, e.c, ee.a, e.a, ee.c),
          less_mean_dot(rest.xy, e.a, ee.b, e.b, ee.a)};
}

// The product of two symmetric matrices.
HWY_INLINE M3 times(const S3& m, const S3& n) {
  return {row_times(V3{m.xx, m.xy, m.zx}, n), row_times(V3{m.xy, m.yy, m.yz}, n), row_times(V3{m.zx, m.yz, m.zz}, n)};
}
// The same if it is known to be symmetric.
HWY_INLINE S3 symmetric_times(const M3& m, const S3& n) {
  return {hn::MulAdd(m.a.z, n.zx, hn::MulAdd(m.a.y, n.xy, hn::Mul(m.a.x, n.xx))),
          hn::MulAdd(m.b.z, n.yz, hn::MulAdd(m.b.y, n.yy, hn::Mul(m.b.x, n.xy))),
          hn::MulAdd(m.c.z, n.zz, hn::MulAdd(m.c.y, n.yz, hn::Mul(m.c.x, n.zx))),
          hn::MulAdd(m.b.z, n.zz, hn::MulAdd(m.b.y, n.yz, hn::Mul(m.b.x, n.zx))),
          hn::MulAdd(m.a.z, n.zz, hn::MulAdd(m.a.y, n.yz, hn::Mul(m.a.x, n.zx))),
          hn::MulAdd(m.a.z, n.yz, hn::MulAdd(m.a.y, n.yy, hn::Mul(m.a.x, n.xy)))};
}

HWY_INLINE V3 weighed(V p, V q, V r, const Edges& e) { return mul_add(r, e.c, mul_add(q, e.b, mul(p, e.a))); }

template <bool kDamped>
void edge_forces(std::span<const EdgeTetBatch> batches, const LawNumbers& law, const double* position,
                 const double* velocity, double* rows) {
  const V two_tau = number(2 * law.strain_damping), ratio = number(law.lambda / (2 * law.mu));
  for (const EdgeTetBatch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const Edges e = edges_of(position, batch, first);
      const S3 rest = load6(batch.rest, first), metric = load6(batch.metric, first);
      S3 c;
      if constexpr (kDamped) {
        const Edges rate = edges_of(velocity, batch, first);
        c = shortening(rest, e,
                       {mul_add(two_tau, rate.a, e.a), mul_add(two_tau, rate.b, e.b), mul_add(two_tau, rate.c, e.c)});
      } else {
        c = shortening(rest, e);
      }
      M3 m = times(metric, c);
      const V trace = hn::Add(hn::Add(m.a.x, m.b.y), m.c.z);
      m.a.x = hn::MulAdd(ratio, trace, m.a.x);
      m.b.y = hn::MulAdd(ratio, trace, m.b.y);
      m.c.z = hn::MulAdd(ratio, trace, m.c.z);
      const S3 t = symmetric_times(m, metric);
      const V3 f1 = weighed(t.xx, t.xy, t.zx, e), f2 = weighed(t.xy, t.yy, t.yz, e), f3 = weighed(t.zx, t.yz, t.zz, e);
      store_rows(neg(add(add(f1, f2), f3)), rows, first);
      store_rows(f1, rows + 32, first);
      store_rows(f2, rows + 64, first);
      store_rows(f3, rows + 96, first);
    }
    rows += 4 * 4 * kBatch;
  }
}

void EdgeTetForces(std::span<const EdgeTetBatch> batches, const LawNumbers& law, const double* position,
                   const double* velocity, double* rows) {
  (law.strain_damping > 0 ? edge_forces<true> : edge_forces<false>)(batches, law, position, velocity, rows);
}

void EdgeTetEnergies(std::span<const EdgeTetBatch> batches, const LawNumbers& law, const double* position,
                     double* energies) {
  const V ratio = number(law.lambda / (2 * law.mu));
  for (const EdgeTetBatch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const M3 m =
          times(load6(batch.metric, first), shortening(load6(batch.rest, first), edges_of(position, batch, first)));
      const V trace = hn::Add(hn::Add(m.a.x, m.b.y), m.c.z);
      const V diagonal = hn::MulAdd(m.c.z, m.c.z, hn::MulAdd(m.b.y, m.b.y, hn::Mul(m.a.x, m.a.x)));
      const V off = hn::MulAdd(m.b.z, m.c.y, hn::MulAdd(m.a.z, m.c.x, hn::Mul(m.a.y, m.b.x)));
      const V square = hn::MulAdd(number(2), off, diagonal);
      hn::StoreU(hn::Mul(number(0.25), hn::MulAdd(hn::Mul(ratio, trace), trace, square)), Lanes(), energies + first);
    }
    energies += kBatch;
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(EdgeTetForces);
HWY_EXPORT(EdgeTetEnergies);

void edge_tet_forces(std::span<const EdgeTetBatch> batches, const LawNumbers& law, const double* position,
                     const double* velocity, double* rows) {
  HWY_DYNAMIC_DISPATCH(EdgeTetForces)(batches, law, position, velocity, rows);
}
void edge_tet_energies(std::span<const EdgeTetBatch> batches, const LawNumbers& law, const double* position,
                       double* energies) {
  HWY_DYNAMIC_DISPATCH(EdgeTetEnergies)(batches, law, position, energies);
}

}  // namespace resound
#endif
