#include "emission/solid/facet_motion.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "emission/solid/facet_motion.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

#ifndef RESOUND_FACET_ROWS
#define RESOUND_FACET_ROWS
namespace resound {

// Two sides of a facet, and how its corners and what carries it move: the x of each begin here, y and z lie `stride`
// and twice that behind.
struct FacetRows {
  std::array<std::array<float, 3>, 2> sides;  // [m]  from the first corner to the others, before the block
  std::array<const float*, 3> travel;         // [m]    of the corners since then
  std::array<const float*, 3> velocity;       // [m/s]  of what carries it
  std::size_t stride;                         // [samples]
};

}  // namespace resound
#endif

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE void store_doubles(hn::CappedTag<float, 1>, hn::Vec<hn::CappedTag<float, 1>> value, double* to) {
  *to = static_cast<double>(hn::GetLane(value));
}
#if HWY_TARGET != HWY_SCALAR
HWY_INLINE void store_doubles(hn::ScalableTag<float> d, hn::Vec<hn::ScalableTag<float>> values, double* to) {
  const hn::Half<hn::ScalableTag<float>> half;
  const hn::ScalableTag<double> wide;
  hn::StoreU(hn::PromoteTo(wide, hn::LowerHalf(half, values)), wide, to);
  hn::StoreU(hn::PromoteTo(wide, hn::UpperHalf(half, values)), wide, to + hn::Lanes(d) / 2);
}
#endif

// Samples from `i` on, as many at once as go in whole; returns where they end.
template <class D>
HWY_INLINE std::size_t follow_samples(D d, const FacetRows& rows, std::size_t i, const FacetMotion& to) {
  const auto half = hn::Set(d, 0.5F), third = hn::Set(d, 1.0F / 3), tiny = hn::Set(d, 1e-36F);
  const auto minus = [&](hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> c, hn::Vec<D> e)
                         HWY_ATTR { return hn::Mul(half, hn::NegMulAdd(c, e, hn::Mul(a, b))); };
  for (; i + hn::Lanes(d) <= to.samples; i += hn::Lanes(d)) {
    hn::Vec<D> u[3], w[3], sum[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t at = axis * rows.stride + i;
      const auto load = [&](const std::array<const float*, 3>& all, std::size_t corner)
                            HWY_ATTR { return hn::LoadU(d, all[corner] + at); };
      const auto from = load(rows.travel, 0);
      u[axis] = hn::Add(hn::Set(d, rows.sides[0][axis]), hn::Sub(load(rows.travel, 1), from));
      w[axis] = hn::Add(hn::Set(d, rows.sides[1][axis]), hn::Sub(load(rows.travel, 2), from));
      sum[axis] = hn::Add(hn::Add(load(rows.velocity, 0), load(rows.velocity, 1)), load(rows.velocity, 2));
    }
    const auto ax = minus(u[1], w[2], u[2], w[1]), ay = minus(u[2], w[0], u[0], w[2]),
               az = minus(u[0], w[1], u[1], w[0]);
    const auto flow = hn::Mul(third, hn::MulAdd(sum[0], ax, hn::MulAdd(sum[1], ay, hn::Mul(sum[2], az))));
    if (!to.area[0].empty()) {
      hn::StoreU(ax, d, to.area[0].data() + i);
      hn::StoreU(ay, d, to.area[1].data() + i);
      hn::StoreU(az, d, to.area[2].data() + i);
    }
    if (!to.flow.empty()) store_doubles(d, flow, to.flow.data() + i);
    if (to.speed.empty()) continue;
    const auto squared = hn::MulAdd(ax, ax, hn::MulAdd(ay, ay, hn::MulAdd(az, az, tiny)));
    store_doubles(d, hn::Div(flow, hn::Sqrt(squared)), to.speed.data() + i);
  }
  return i;
}

void FollowFacet(const FacetRows& rows, const FacetMotion& to) {
  const std::size_t done = follow_samples(hn::ScalableTag<float>(), rows, 0, to);
  follow_samples(hn::CappedTag<float, 1>(), rows, done, to);  // the same fused arithmetic as the wide one
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FollowFacet);

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::array<const float*, 3> rows_of(const std::array<int, 3>& vertices, std::span<const float> vectors,
                                    std::size_t stride) {
  const auto row = [&](std::size_t k) { return vectors.data() + 3 * at(vertices[k]) * stride; };
  return {row(0), row(1), row(2)};
}

std::array<float, 3> side(std::span<const double> vectors, int from, int to) {
  const double *a = vectors.data() + 3 * at(from), *b = vectors.data() + 3 * at(to);
  return {static_cast<float>(b[0] - a[0]), static_cast<float>(b[1] - a[1]), static_cast<float>(b[2] - a[2])};
}

Vec3 middle_of(const std::array<int, 3>& vertices, std::span<const double> places) {
  Vec3 sum;
  for (const int vertex : vertices) {
    const double* x = places.data() + 3 * at(vertex);
    sum += {x[0], x[1], x[2]};
  }
  return sum / 3;
}

}  // namespace

void follow_facet(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, const FacetMotion& to) {
  assert(motion.stride >= to.samples);
  for ([[maybe_unused]] const auto& axis : to.area) assert(axis.size() == to.area[0].size());
  const auto& [a, b, c] = skin.corners[facet];
  const FacetRows rows{{side(motion.begin, a, b), side(motion.begin, a, c)},
                       rows_of(skin.corners[facet], motion.travel, motion.stride),
                       rows_of(skin.carriers[facet], motion.velocity, motion.stride),
                       motion.stride};
  HWY_DYNAMIC_DISPATCH(FollowFacet)(rows, to);
}

Vec3 centroid_before(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet) {
  return middle_of(skin.corners[facet], motion.begin);
}

Vec3 mean_centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet) {
  return middle_of(skin.corners[facet], motion.mean);
}

Vec3 centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, std::size_t sample) {
  const auto& [a, b, c] = skin.corners[facet];
  return (motion.position(at(a), sample) + motion.position(at(b), sample) + motion.position(at(c), sample)) / 3;
}

}  // namespace resound
#endif
