#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/brick_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "solid/lane_algebra-inl.h"

// Bricks that turn with their material. The eight nodes' positions are taken apart into shapes: three linear ones give
// F at the centre, four hourglass shapes Q_k what is left. With F = R U,
//   strains  z = (U - 1, q_k = R^T Q_k),  energy = z . K z / 2,
// which is the co-rotational energy of the full 24 x 24 matrix: U is symmetric, so turning and shifting fall away
// by themselves and 18 numbers remain. Forces are the exact derivative, that of R included. With z' the change of z in
// the last step over the step,
//   Sigma, p_k = K (z + tau z'),  w = (tr U - U)^-1 (axis of U Sigma + sum q_k x p_k),
//   on F: R (Sigma - [w]),  on Q_k: R p_k.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

struct BrickShapes {
  V3 x, y, z;          // linear along the three directions of the brick
  V3 yz, zx, xy, xyz;  // hourglass
};

// Sums over the four corners of a face, from corner `o` on, with the signs of 1, x, y and xy.
struct FaceShapes {
  V3 one, x, y, xy;
};
HWY_INLINE FaceShapes face_shapes(const double* base, const BrickBatch& batch, std::size_t o, std::size_t first) {
  const V3 p0 = load_nodes(base, batch.node[o], first), p1 = load_nodes(base, batch.node[o + 1], first);
  const V3 s01 = add(p0, p1), d01 = sub(p1, p0);
  const V3 p2 = load_nodes(base, batch.node[o + 2], first), p3 = load_nodes(base, batch.node[o + 3], first);
  const V3 s32 = add(p3, p2), d32 = sub(p2, p3);
  return {add(s01, s32), add(d01, d32), sub(s32, s01), sub(d32, d01)};
}
HWY_INLINE BrickShapes shapes(const double* base, const BrickBatch& batch, std::size_t first) {
  const FaceShapes a = face_shapes(base, batch, 0, first), b = face_shapes(base, batch, 4, first);
  return {add(a.x, b.x), add(a.y, b.y),   sub(b.one, a.one), sub(b.y, a.y),
          sub(b.x, a.x), add(a.xy, b.xy), sub(b.xy, a.xy)};
}

// The transpose: from forces on the shapes to forces on the corners.
HWY_INLINE void store_face(const FaceShapes& f, double* rows, std::size_t first) {
  const V3 low = sub(f.one, f.y), low_x = sub(f.x, f.xy);
  store_rows(sub(low, low_x), rows, first);
  store_rows(add(low, low_x), rows + 32, first);
  const V3 high = add(f.one, f.y), high_x = add(f.x, f.xy);
  store_rows(add(high, high_x), rows + 64, first);
  store_rows(sub(high, high_x), rows + 96, first);
}
HWY_INLINE void store_corners(const BrickShapes& f, double* rows, std::size_t first) {
  store_face({neg(f.z), sub(f.x, f.zx), sub(f.y, f.yz), sub(f.xy, f.xyz)}, rows, first);
  store_face({f.z, add(f.x, f.zx), add(f.y, f.yz), add(f.xy, f.xyz)}, rows + 128, first);
}

// What a brick does, apart from where it is: F and what is left of the hourglass shapes.
struct BrickField {
  M3 f;
  V3 q[4];
};

HWY_INLINE BrickField brick_field(const BrickShapes& s, const M3& g, const BrickBatch& batch, std::size_t first) {
  BrickField field;
  field.f = times(from_columns(s.x, s.y, s.z), g);
  const BatchLanes* rest = batch.warp.data();
  field.q[0] = sub(s.yz, times(field.f, load3(rest, first)));
  field.q[1] = sub(s.zx, times(field.f, load3(rest + 3, first)));
  field.q[2] = sub(s.xy, times(field.f, load3(rest + 6, first)));
  field.q[3] = sub(s.xyz, times(field.f, load3(rest + 9, first)));
  return field;
}

template <class Mask>
HWY_INLINE V3 chosen(Mask mask, const V3& yes, const V3& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
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
      r.a = chosen(done, r.a, next.a), r.b = chosen(done, r.b, next.b), r.c = chosen(done, r.c, next.c);
    }
    done = hn::Or(done, hn::Lt(change, tiny));
    if (hn::AllTrue(d, done)) break;
  }
  return r;
}

// R^T m, known to be symmetric.
HWY_INLINE S3 symmetric_part_of_product(const M3& r, const M3& m) {
  return {column_dot(r.a.x, r.b.x, r.c.x, m.a.x, m.b.x, m.c.x), column_dot(r.a.y, r.b.y, r.c.y, m.a.y, m.b.y, m.c.y),
          column_dot(r.a.z, r.b.z, r.c.z, m.a.z, m.b.z, m.c.z), column_dot(r.a.y, r.b.y, r.c.y, m.a.z, m.b.z, m.c.z),
          column_dot(r.a.z, r.b.z, r.c.z, m.a.x, m.b.x, m.c.x), column_dot(r.a.x, r.b.x, r.c.x, m.a.y, m.b.y, m.c.y)};
}

// (tr U 1 - U)^-1: from the skew part of R^T dF to the turn of R.
HWY_INLINE S3 turn_matrix(const S3& u) {
  const V xx = hn::Add(u.yy, u.zz), yy = hn::Add(u.zz, u.xx), zz = hn::Add(u.xx, u.yy);
  // the matrix is (xx -xy -zx; -xy yy -yz; -zx -yz zz)
  const V cxx = hn::NegMulAdd(u.yz, u.yz, hn::Mul(yy, zz));
  const V cyy = hn::NegMulAdd(u.zx, u.zx, hn::Mul(zz, xx));
  const V czz = hn::NegMulAdd(u.xy, u.xy, hn::Mul(xx, yy));
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

// One number of the matrix: its row gets it times the column's strain, and the other way round. The row's sum stays in
// a register while the columns pass by; sixteen registers are enough.
HWY_INLINE void both_ways(const BatchLanes& k, std::size_t first, V row, V column, V& to_row, V& to_column) {
  const V entry = load(k, first);
  to_row = hn::MulAdd(entry, column, to_row);
  to_column = hn::MulAdd(entry, row, to_column);
}

// A block below the diagonal: rows of `a`, columns of `b`.
template <std::size_t kRow, std::size_t... j>
HWY_INLINE void full_row(const BatchLanes* k, std::size_t first, const Six& a, const Six& b, Six& to_a, Six& to_b,
                         std::index_sequence<j...>) {
  V sum = to_a.v[kRow];
  (both_ways(k[6 * kRow + j], first, a.v[kRow], b.v[j], sum, to_b.v[j]), ...);
  to_a.v[kRow] = sum;
}
template <std::size_t... i>
HWY_INLINE void full_block(const BatchLanes* k, std::size_t first, const Six& a, const Six& b, Six& to_a, Six& to_b,
                           std::index_sequence<i...>) {
  (full_row<i>(k, first, a, b, to_a, to_b, std::make_index_sequence<6>()), ...);
}

// A block on the diagonal: its lower triangle.
template <std::size_t kRow, std::size_t... j>
HWY_INLINE void half_row(const BatchLanes* k, std::size_t first, const Six& a, Six& to, std::index_sequence<j...>) {
  constexpr std::size_t kBegin = kRow * (kRow + 1) / 2;
  V sum = hn::MulAdd(load(k[kBegin + kRow], first), a.v[kRow], to.v[kRow]);
  (both_ways(k[kBegin + j], first, a.v[kRow], a.v[j], sum, to.v[j]), ...);
  to.v[kRow] = sum;
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

HWY_INLINE void set_strains(Strains& z, const S3& u, const V3* q) {
  const V one = number(1);
  z.whole.v[0] = hn::Sub(u.xx, one), z.whole.v[1] = hn::Sub(u.yy, one), z.whole.v[2] = hn::Sub(u.zz, one);
  z.whole.v[3] = u.yz, z.whole.v[4] = u.zx, z.whole.v[5] = u.xy;
  z.left.v[0] = q[0].x, z.left.v[1] = q[0].y, z.left.v[2] = q[0].z;
  z.left.v[3] = q[1].x, z.left.v[4] = q[1].y, z.left.v[5] = q[1].z;
  z.right.v[0] = q[2].x, z.right.v[1] = q[2].y, z.right.v[2] = q[2].z;
  z.right.v[3] = q[3].x, z.right.v[4] = q[3].y, z.right.v[5] = q[3].z;
}

// z + tau z'
HWY_INLINE void damp(Strains& z, V weight, double* strains) {
  for (Six* six : {&z.whole, &z.left, &z.right})
    for (V& number : six->v) {
      number = hn::MulAdd(weight, change_of(number, strains), number);
      strains += kBatch;
    }
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

// Some bricks on their way from positions to forces. Each stage goes over all of them before the next begins: one
// stage's numbers fit the registers, and while one brick waits for a division the next is already at work.
struct BrickWork {
  BrickField field;
  M3 r;
  S3 u, turn;
  V3 q[4];
  Strains z;
};
constexpr std::size_t kAtOnce = 2 * kBatch / kWidth;

template <bool kDamped>
HWY_INLINE void some_brick_forces(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                                  const double* position, StrainMemory memory, double* rows) {
  BrickWork work[kAtOnce];
  const std::size_t count = batches.size() * kBatch / kWidth;
  const auto batch = [&](std::size_t i) -> const BrickBatch& { return batches[i / (kBatch / kWidth)]; };
  const auto first = [](std::size_t i) { return i % (kBatch / kWidth) * kWidth; };
  for (std::size_t i = 0; i < count; ++i) {
    const M3 g = load9(batch(i).gradient.data(), first(i));
    work[i].field = brick_field(shapes(position, batch(i), first(i)), g, batch(i), first(i));
  }
  for (std::size_t i = 0; i < count; ++i) work[i].r = rotation_of(work[i].field.f);
  for (std::size_t i = 0; i < count; ++i) {
    BrickWork& w = work[i];
    w.u = symmetric_part_of_product(w.r, w.field.f);
    w.turn = turn_matrix(w.u);
    const M3 r = w.r;
    w.q[0] = transposed_times(r, w.field.q[0]), w.q[1] = transposed_times(r, w.field.q[1]);
    w.q[2] = transposed_times(r, w.field.q[2]), w.q[3] = transposed_times(r, w.field.q[3]);
    set_strains(w.z, w.u, w.q);
  }
  if constexpr (kDamped)
    for (std::size_t i = 0; i < count; ++i)
      damp(work[i].z, number(memory.weight),
           memory.strains + i / (kBatch / kWidth) * kBrickStrains * kBatch + first(i));
  for (std::size_t i = 0; i < count; ++i)
    work[i].z = stress_of(work[i].z, stiffness[batch(i).stiffness].data(), first(i));
  for (std::size_t i = 0; i < count; ++i) {
    const BrickWork& w = work[i];
    const M3 g = load9(batch(i).gradient.data(), first(i));
    store_corners(forces_on_shapes(w.z, w.r, w.u, w.turn, w.q, g, batch(i), first(i)),
                  rows + i / (kBatch / kWidth) * 8 * 4 * kBatch, first(i));
  }
}

template <bool kDamped>
void brick_forces(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                  const double* position, StrainMemory memory, double* rows) {
  for (std::size_t begin = 0; begin < batches.size(); begin += 2) {
    some_brick_forces<kDamped>(batches.subspan(begin, std::min<std::size_t>(2, batches.size() - begin)), stiffness,
                               position, memory, rows + begin * 8 * 4 * kBatch);
    if constexpr (kDamped) memory.strains += 2 * kBrickStrains * kBatch;
  }
}

void BrickForces(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness, const double* position,
                 StrainMemory memory, double* rows) {
  (memory.strains != nullptr ? brick_forces<true> : brick_forces<false>)(batches, stiffness, position, memory, rows);
}

void BrickEnergies(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                   const double* position, double* energies) {
  for (const BrickBatch& batch : batches) {
    for (std::size_t first = 0; first < kBatch; first += kWidth) {
      const M3 g = load9(batch.gradient.data(), first);
      const BrickField field = brick_field(shapes(position, batch, first), g, batch, first);
      const M3 r = rotation_of(field.f);
      const V3 q[4] = {transposed_times(r, field.q[0]), transposed_times(r, field.q[1]),
                       transposed_times(r, field.q[2]), transposed_times(r, field.q[3])};
      Strains z;
      set_strains(z, symmetric_part_of_product(r, field.f), q);
      const Strains s = stress_of(z, stiffness[batch.stiffness].data(), first);
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

void brick_forces(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                  const double* position, StrainMemory memory, double* rows) {
  HWY_DYNAMIC_DISPATCH(BrickForces)(batches, stiffness, position, memory, rows);
}
void brick_energies(std::span<const BrickBatch> batches, std::span<const BrickStiffness> stiffness,
                    const double* position, double* energies) {
  HWY_DYNAMIC_DISPATCH(BrickEnergies)(batches, stiffness, position, energies);
}

}  // namespace resound
#endif
