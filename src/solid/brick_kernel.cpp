#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/brick_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "solid/lane_algebra-inl.h"

// Bricks that turn with their material. The eight nodes' positions are taken apart into shapes: three linear ones give
// F at the centre, four hourglass shapes Q_k what is left. With F = R U,
//   strains  z = (U - 1, q_k = R^T Q_k),  energy = z . K z / 2,
// which is the co-rotational energy of the full 24 x 24 matrix: U is symmetric, so turning and shifting fall away
// by themselves and 18 numbers remain. Forces are the exact derivative, that of R included:
//   Sigma, p_k = K (z + tau z'),  w = (tr U - U)^-1 (axis of U Sigma + sum q_k x p_k),
//   on F: R (Sigma - [w]),  on Q_k: R p_k.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

struct BrickShapes {
  V3 x, y, z;          // linear along the three directions of the brick
  V3 yz, zx, xy, xyz;  // hourglass
};

// Sums over the corners with the signs of each shape.
HWY_INLINE BrickShapes shapes(const double* base, const BrickBatch& batch, std::size_t first) {
  const auto at = [&](std::size_t corner) HWY_ATTR { return load_nodes(base, batch.node[corner], first); };
  const auto lower = [&](std::size_t o, V3& one, V3& x, V3& y, V3& xy) HWY_ATTR {
    const V3 p0 = at(o), p1 = at(o + 1), p2 = at(o + 2), p3 = at(o + 3);
    const V3 s01 = add(p0, p1), d01 = sub(p1, p0), s32 = add(p3, p2), d32 = sub(p2, p3);
    one = add(s01, s32), x = add(d01, d32), y = sub(s32, s01), xy = sub(d32, d01);
  };
  V3 one_a, x_a, y_a, xy_a, one_b, x_b, y_b, xy_b;
  lower(0, one_a, x_a, y_a, xy_a);
  lower(4, one_b, x_b, y_b, xy_b);
  return {add(x_a, x_b), add(y_a, y_b),   sub(one_b, one_a), sub(y_b, y_a),
          sub(x_b, x_a), add(xy_a, xy_b), sub(xy_b, xy_a)};
}

// The transpose: from forces on the shapes to forces on the corners.
HWY_INLINE void store_corners(const BrickShapes& f, double* rows, std::size_t first) {
  const auto face = [&](std::size_t o, const V3& one, const V3& x, const V3& y, const V3& xy) HWY_ATTR {
    const V3 low = sub(one, y), high = add(one, y), low_x = sub(x, xy), high_x = add(x, xy);
    store_rows(sub(low, low_x), rows + 32 * o, first);
    store_rows(add(low, low_x), rows + 32 * (o + 1), first);
    store_rows(add(high, high_x), rows + 32 * (o + 2), first);
    store_rows(sub(high, high_x), rows + 32 * (o + 3), first);
  };
  face(0, neg(f.z), sub(f.x, f.zx), sub(f.y, f.yz), sub(f.xy, f.xyz));
  face(4, f.z, add(f.x, f.zx), add(f.y, f.yz), add(f.xy, f.xyz));
}

// What a brick does, apart from where it is: F and what is left of the hourglass shapes.
struct BrickField {
  M3 f;
  V3 q[4];
};

HWY_INLINE BrickField brick_field(const BrickShapes& s, const M3& g, const BrickBatch& batch, std::size_t first) {
  BrickField field;
  field.f = times(from_columns(s.x, s.y, s.z), g);
  const auto rest = [&](std::size_t k) HWY_ATTR { return load3(batch.warp.data() + 3 * k, first); };
  const auto left = [&](const V3& shape, const V3& b) HWY_ATTR { return sub(shape, times(field.f, b)); };
  field.q[0] = left(s.yz, rest(0));
  field.q[1] = left(s.zx, rest(1));
  field.q[2] = left(s.xy, rest(2));
  field.q[3] = left(s.xyz, rest(3));
  return field;
}

// The rotation nearest to F by Newton's iteration R <- (R + R^-T) / 2 [Higham 1986]. A lane whose last change was below
// 1e-8 is exact to round-off and stays as it is, so that its bits do not depend on its neighbours. Two rounds do for
// strains below 1e-4.
HWY_INLINE M3 rotation_of(const M3& f) {
  const Lanes d;
  const V half = number(0.5), tiny = number(1e-16);
  M3 r = f;
  auto done = hn::Lt(half, zero());
  for (int round = 0; round < 30; ++round) {
    const M3 c = cofactor(r);
    const V inverse = hn::Div(half, dot(r.a, c.a));
    const M3 next = mul_add(half, r, scaled(inverse, c));
    const V3 da = sub(next.a, r.a), db = sub(next.b, r.b), dc = sub(next.c, r.c);
    const V change = hn::Add(hn::Add(dot(da, da), dot(db, db)), dot(dc, dc));
    if (hn::AllFalse(d, done)) {
      r = next;
    } else {
      const auto keep = [&](V& to, V from) HWY_ATTR { to = hn::IfThenElse(done, to, from); };
      keep(r.a.x, next.a.x), keep(r.a.y, next.a.y), keep(r.a.z, next.a.z);
      keep(r.b.x, next.b.x), keep(r.b.y, next.b.y), keep(r.b.z, next.b.z);
      keep(r.c.x, next.c.x), keep(r.c.y, next.c.y), keep(r.c.z, next.c.z);
    }
    done = hn::Or(done, hn::Lt(change, tiny));
    if (hn::AllTrue(d, done)) break;
  }
  return r;
}

// R^T m, known to be symmetric.
HWY_INLINE S3 symmetric_part_of_product(const M3& r, const M3& m) {
  const auto entry = [&](V ra, V rb, V rc, V ma, V mb, V mc)
                         HWY_ATTR { return hn::MulAdd(rc, mc, hn::MulAdd(rb, mb, hn::Mul(ra, ma))); };
  return {entry(r.a.x, r.b.x, r.c.x, m.a.x, m.b.x, m.c.x), entry(r.a.y, r.b.y, r.c.y, m.a.y, m.b.y, m.c.y),
          entry(r.a.z, r.b.z, r.c.z, m.a.z, m.b.z, m.c.z), entry(r.a.y, r.b.y, r.c.y, m.a.z, m.b.z, m.c.z),
          entry(r.a.z, r.b.z, r.c.z, m.a.x, m.b.x, m.c.x), entry(r.a.x, r.b.x, r.c.x, m.a.y, m.b.y, m.c.y)};
}

// (tr U 1 - U)^-1: from the skew part of R^T dF to the turn of R.
HWY_INLINE S3 turn_matrix(const S3& u) {
  const V xx = hn::Add(u.yy, u.zz), yy = hn::Add(u.zz, u.xx), zz = hn::Add(u.xx, u.yy);
  const auto minor = [](V a, V b, V c, V d) HWY_ATTR { return hn::NegMulAdd(c, d, hn::Mul(a, b)); };
  // the matrix is (xx -xy -zx; -xy yy -yz; -zx -yz zz)
  const V cxx = minor(yy, zz, u.yz, u.yz), cyy = minor(zz, xx, u.zx, u.zx), czz = minor(xx, yy, u.xy, u.xy);
  const V cyz = hn::MulAdd(xx, u.yz, hn::Mul(u.xy, u.zx));
  const V czx = hn::MulAdd(yy, u.zx, hn::Mul(u.xy, u.yz));
  const V cxy = hn::MulAdd(zz, u.xy, hn::Mul(u.yz, u.zx));
  const V determinant = hn::NegMulAdd(u.zx, czx, hn::NegMulAdd(u.xy, cxy, hn::Mul(xx, cxx)));
  const V inverse = hn::Div(number(1), determinant);
  return {hn::Mul(inverse, cxx), hn::Mul(inverse, cyy), hn::Mul(inverse, czz),
          hn::Mul(inverse, cyz), hn::Mul(inverse, czx), hn::Mul(inverse, cxy)};
}

struct Six {
  V v[6];
};

// to += K from, for one block of the lower triangle; and its transpose the other way.
template <std::size_t kRow, std::size_t... j>
HWY_INLINE void full_row(const BatchLanes* k, std::size_t first, const Six& a, const Six& b, Six& to_a, Six& to_b,
                         std::index_sequence<j...>) {
  V sum = to_a.v[kRow];
  const auto one = [&](std::size_t column) HWY_ATTR {
    const V entry = load(k[6 * kRow + column], first);
    sum = hn::MulAdd(entry, b.v[column], sum);
    to_b.v[column] = hn::MulAdd(entry, a.v[kRow], to_b.v[column]);
  };
  (one(j), ...);
  to_a.v[kRow] = sum;
}
template <std::size_t... i>
HWY_INLINE void full_block(const BatchLanes* k, std::size_t first, const Six& a, const Six& b, Six& to_a, Six& to_b,
                           std::index_sequence<i...>) {
  (full_row<i>(k, first, a, b, to_a, to_b, std::make_index_sequence<6>()), ...);
}
template <std::size_t kRow, std::size_t... j>
HWY_INLINE void half_row(const BatchLanes* k, std::size_t first, const Six& a, Six& to, std::index_sequence<j...>) {
  constexpr std::size_t kBegin = kRow * (kRow + 1) / 2;
  [[maybe_unused]] const auto one = [&](std::size_t column) HWY_ATTR {
    const V entry = load(k[kBegin + column], first);
    to.v[kRow] = hn::MulAdd(entry, a.v[column], to.v[kRow]);
    to.v[column] = hn::MulAdd(entry, a.v[kRow], to.v[column]);
  };
  (one(j), ...);
  to.v[kRow] = hn::MulAdd(load(k[kBegin + kRow], first), a.v[kRow], to.v[kRow]);
}
template <std::size_t... i>
HWY_INLINE void half_block(const BatchLanes* k, std::size_t first, const Six& a, Six& to, std::index_sequence<i...>) {
  (half_row<i>(k, first, a, to, std::make_index_sequence<i>()), ...);
}

struct Strains {
  Six whole, left, right;  // U - 1 (xx yy zz yz zx xy), q_0 and q_1, q_2 and q_3
};

// - K z: the diagonal blocks as triangles, the others whole (21 + 36 + 21 + 36 + 36 + 21 numbers).
HWY_INLINE Strains stress_of(const Strains& z, const BatchLanes* k, std::size_t first) {
  constexpr auto kSix = std::make_index_sequence<6>();
  const V o = zero();
  Strains s{{{o, o, o, o, o, o}}, {{o, o, o, o, o, o}}, {{o, o, o, o, o, o}}};
  half_block(k, first, z.whole, s.whole, kSix);
  full_block(k + 21, first, z.left, z.whole, s.left, s.whole, kSix);
  half_block(k + 57, first, z.left, s.left, kSix);
  full_block(k + 78, first, z.right, z.whole, s.right, s.whole, kSix);
  full_block(k + 114, first, z.right, z.left, s.right, s.left, kSix);
  half_block(k + 150, first, z.right, s.right, kSix);
  return s;
}

HWY_INLINE Strains strains_of(const S3& u, const V3* q) {
  const V one = number(1);
  return {{{hn::Sub(u.xx, one), hn::Sub(u.yy, one), hn::Sub(u.zz, one), u.yz, u.zx, u.xy}},
          {{q[0].x, q[0].y, q[0].z, q[1].x, q[1].y, q[1].z}},
          {{q[2].x, q[2].y, q[2].z, q[3].x, q[3].y, q[3].z}}};
}

// z += tau z', the rates in the turning frame.
HWY_INLINE void add_rates(Strains& z, V tau, const BrickField& rate, const M3& r, const S3& u, const S3& turn,
                          const V3* q) {
  const M3 r_columns = from_columns(r.a, r.b, r.c);  // rows of R^T
  const M3 a = times(r_columns, rate.f);
  const V3 spin = row_times(V3{hn::Sub(a.c.y, a.b.z), hn::Sub(a.a.z, a.c.x), hn::Sub(a.b.x, a.a.y)}, turn);  // [rad/s]
  // U' = A - [spin] U
  const V3 column_x{u.xx, u.xy, u.zx}, column_y{u.xy, u.yy, u.yz}, column_z{u.zx, u.yz, u.zz};
  const V3 turned_x = cross(spin, column_x), turned_y = cross(spin, column_y), turned_z = cross(spin, column_z);
  const auto grow = [&](V& to, V all, V turned) HWY_ATTR { to = hn::MulAdd(tau, hn::Sub(all, turned), to); };
  grow(z.whole.v[0], a.a.x, turned_x.x);
  grow(z.whole.v[1], a.b.y, turned_y.y);
  grow(z.whole.v[2], a.c.z, turned_z.z);
  grow(z.whole.v[3], a.b.z, turned_z.y);
  grow(z.whole.v[4], a.c.x, turned_x.z);
  grow(z.whole.v[5], a.a.y, turned_y.x);
  const auto grow3 = [&](V* to, std::size_t k) HWY_ATTR {
    const V3 all = transposed_times(r, rate.q[k]), turned = cross(spin, q[k]);
    grow(to[0], all.x, turned.x), grow(to[1], all.y, turned.y), grow(to[2], all.z, turned.z);
  };
  grow3(z.left.v, 0), grow3(z.left.v + 3, 1), grow3(z.right.v, 2), grow3(z.right.v + 3, 3);
}

// Forces on the shapes from the stresses (which carry the minus sign already).
HWY_INLINE BrickShapes forces_on_shapes(const Strains& s, const M3& r, const S3& u, const S3& turn, const V3* q,
                                        const M3& g, const BrickBatch& batch, std::size_t first) {
  const V half = number(0.5);
  // a shear strain stands for two entries of the matrix: each carries half of its stress
  const S3 sigma{s.whole.v[0],
                 s.whole.v[1],
                 s.whole.v[2],
                 hn::Mul(half, s.whole.v[3]),
                 hn::Mul(half, s.whole.v[4]),
                 hn::Mul(half, s.whole.v[5])};
  const V3 p[4] = {{s.left.v[0], s.left.v[1], s.left.v[2]},
                   {s.left.v[3], s.left.v[4], s.left.v[5]},
                   {s.right.v[0], s.right.v[1], s.right.v[2]},
                   {s.right.v[3], s.right.v[4], s.right.v[5]}};
  // torque that the turning frame would leave: the axis of U Sigma, and of the hourglass shapes
  const V3 ux{u.xx, u.xy, u.zx}, uy{u.xy, u.yy, u.yz}, uz{u.zx, u.yz, u.zz};
  const V3 sx{sigma.xx, sigma.xy, sigma.zx}, sy{sigma.xy, sigma.yy, sigma.yz}, sz{sigma.zx, sigma.yz, sigma.zz};
  V3 torque{hn::Sub(dot(uy, sz), dot(uz, sy)), hn::Sub(dot(uz, sx), dot(ux, sz)), hn::Sub(dot(ux, sy), dot(uy, sx))};
  for (std::size_t k = 0; k < 4; ++k) torque = add(torque, cross(q[k], p[k]));
  const V3 w = row_times(torque, turn);
  const M3 in_frame{{sigma.xx, hn::Add(sigma.xy, w.z), hn::Sub(sigma.zx, w.y)},
                    {hn::Sub(sigma.xy, w.z), sigma.yy, hn::Add(sigma.yz, w.x)},
                    {hn::Add(sigma.zx, w.y), hn::Sub(sigma.yz, w.x), sigma.zz}};
  M3 on_f = times(r, in_frame);
  V3 on_q[4];
  for (std::size_t k = 0; k < 4; ++k) {
    on_q[k] = times(r, p[k]);
    const V3 b = load3(batch.warp.data() + 3 * k, first);
    on_f.a = neg_mul_add(on_q[k].x, b, on_f.a);
    on_f.b = neg_mul_add(on_q[k].y, b, on_f.b);
    on_f.c = neg_mul_add(on_q[k].z, b, on_f.c);
  }
  return {times(on_f, g.a), times(on_f, g.b), times(on_f, g.c), on_q[0], on_q[1], on_q[2], on_q[3]};
}

template <bool kDamped>
void brick_forces(std::span<const BrickBatch> batches, const LawNumbers& law, const double* position,
                  const double* velocity, double* rows) {
  for (const BrickBatch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const M3 g = load9(batch.gradient.data(), first);
      const BrickField field = brick_field(shapes(position, batch, first), g, batch, first);
      const M3 r = rotation_of(field.f);
      const S3 u = symmetric_part_of_product(r, field.f);
      const S3 turn = turn_matrix(u);
      const V3 q[4] = {transposed_times(r, field.q[0]), transposed_times(r, field.q[1]),
                       transposed_times(r, field.q[2]), transposed_times(r, field.q[3])};
      Strains z = strains_of(u, q);
      if constexpr (kDamped) {
        const BrickField rate = brick_field(shapes(velocity, batch, first), g, batch, first);
        add_rates(z, number(law.strain_damping), rate, r, u, turn, q);
      }
      const Strains s = stress_of(z, batch.stiffness.data(), first);
      store_corners(forces_on_shapes(s, r, u, turn, q, g, batch, first), rows, first);
    }
    rows += 8 * 4 * kBatch;
  }
}

void BrickForces(std::span<const BrickBatch> batches, const LawNumbers& law, const double* position,
                 const double* velocity, double* rows) {
  (law.strain_damping > 0 ? brick_forces<true> : brick_forces<false>)(batches, law, position, velocity, rows);
}

void BrickEnergies(std::span<const BrickBatch> batches, const double* position, double* energies) {
  for (const BrickBatch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const M3 g = load9(batch.gradient.data(), first);
      const BrickField field = brick_field(shapes(position, batch, first), g, batch, first);
      const M3 r = rotation_of(field.f);
      const V3 q[4] = {transposed_times(r, field.q[0]), transposed_times(r, field.q[1]),
                       transposed_times(r, field.q[2]), transposed_times(r, field.q[3])};
      const Strains z = strains_of(symmetric_part_of_product(r, field.f), q);
      const Strains s = stress_of(z, batch.stiffness.data(), first);
      V sum = zero();
      for (std::size_t i = 0; i < 6; ++i) {
        sum = hn::MulAdd(z.whole.v[i], s.whole.v[i], sum);
        sum = hn::MulAdd(z.left.v[i], s.left.v[i], sum);
        sum = hn::MulAdd(z.right.v[i], s.right.v[i], sum);
      }
      hn::StoreU(hn::Mul(number(-0.5), sum), Lanes(), energies + first);
    }
    energies += kBatch;
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(BrickForces);
HWY_EXPORT(BrickEnergies);

void brick_forces(std::span<const BrickBatch> batches, const LawNumbers& law, const double* position,
                  const double* velocity, double* rows) {
  HWY_DYNAMIC_DISPATCH(BrickForces)(batches, law, position, velocity, rows);
}
void brick_energies(std::span<const BrickBatch> batches, const double* position, double* energies) {
  HWY_DYNAMIC_DISPATCH(BrickEnergies)(batches, position, energies);
}

}  // namespace resound
#endif
