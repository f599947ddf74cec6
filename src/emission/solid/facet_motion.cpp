#include "emission/solid/facet_motion.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "emission/solid/facet_motion.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

#ifndef RESOUND_FACET_ROWS
#define RESOUND_FACET_ROWS
namespace resound {

// Where the three coordinates of three vertices begin: [corner][axis].
template <class Number>
using NineRows = std::array<std::array<const Number*, 3>, 3>;

}  // namespace resound
#endif

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Samples from `i` on, as many at once as go in whole; returns where they end.
template <class D>
HWY_INLINE std::size_t follow_samples(D d, const NineRows<double>& x, const NineRows<float>& v, std::size_t i,
                                      std::size_t count, const FacetMotion& to) {
  const auto half = hn::Set(d, 0.5), third = hn::Set(d, 1.0 / 3), tiny = hn::Set(d, 1e-40);
  const auto minus = [&](hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> c, hn::Vec<D> e)
                         HWY_ATTR { return hn::Mul(half, hn::NegMulAdd(c, e, hn::Mul(a, b))); };
  const hn::Rebind<float, D> half_wide;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    hn::Vec<D> u[3], w[3], sum[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto from = hn::LoadU(d, x[0][axis] + i);
      u[axis] = hn::Sub(hn::LoadU(d, x[1][axis] + i), from);
      w[axis] = hn::Sub(hn::LoadU(d, x[2][axis] + i), from);
      const auto speed = [&](std::size_t corner)
                             HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(half_wide, v[corner][axis] + i)); };
      sum[axis] = hn::Add(hn::Add(speed(0), speed(1)), speed(2));
    }
    const auto ax = minus(u[1], w[2], u[2], w[1]), ay = minus(u[2], w[0], u[0], w[2]),
               az = minus(u[0], w[1], u[1], w[0]);
    const auto flow = hn::Mul(third, hn::MulAdd(sum[0], ax, hn::MulAdd(sum[1], ay, hn::Mul(sum[2], az))));
    const auto squared = hn::MulAdd(ax, ax, hn::MulAdd(ay, ay, hn::MulAdd(az, az, tiny)));
    hn::StoreU(ax, d, to.area[0].data() + i);
    hn::StoreU(ay, d, to.area[1].data() + i);
    hn::StoreU(az, d, to.area[2].data() + i);
    hn::StoreU(flow, d, to.flow.data() + i);
    hn::StoreU(hn::Div(flow, hn::Sqrt(squared)), d, to.speed.data() + i);
  }
  return i;
}

void FollowFacet(const NineRows<double>& x, const NineRows<float>& v, const FacetMotion& to) {
  const std::size_t count = to.flow.size();
  const std::size_t done = follow_samples(hn::ScalableTag<double>(), x, v, 0, count, to);
  follow_samples(hn::CappedTag<double, 1>(), x, v, done, count, to);  // the same fused arithmetic as the wide one
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FollowFacet);

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <class Number>
NineRows<Number> rows_of(const std::array<int, 3>& vertices, std::span<const Number> vectors, std::size_t stride) {
  NineRows<Number> rows;
  for (std::size_t corner = 0; corner < 3; ++corner)
    for (std::size_t axis = 0; axis < 3; ++axis)
      rows[corner][axis] = vectors.data() + (3 * at(vertices[corner]) + axis) * stride;
  return rows;
}

Vec3 mean_of(const std::array<int, 3>& vertices, std::span<const double> vectors, std::size_t stride,
             std::size_t sample) {
  Vec3 sum;
  for (const auto& row : rows_of(vertices, vectors, stride)) sum += {row[0][sample], row[1][sample], row[2][sample]};
  return sum / 3;
}

}  // namespace

void follow_facet(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, const FacetMotion& to) {
  const NineRows<double> x = rows_of(skin.corners[facet], motion.position, motion.stride);
  const NineRows<float> v = rows_of(skin.carriers[facet], motion.velocity, motion.stride);
  HWY_DYNAMIC_DISPATCH(FollowFacet)(x, v, to);
}

Vec3 centroid(const RadiatingSkin& skin, const SkinMotion& motion, std::size_t facet, std::size_t sample) {
  return mean_of(skin.corners[facet], motion.position, motion.stride, sample);
}

}  // namespace resound
#endif
