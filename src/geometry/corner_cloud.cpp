#include "geometry/corner_cloud.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "geometry/corner_cloud.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Is any of the points farther along the normal? `count` is a multiple of kAtOnce.
bool AnyBeyond(const float* x, const float* y, const float* z, std::size_t count, const Vec3& normal, double limit) {
  const hn::CappedTag<float, CornerCloud::kAtOnce> d;
  const auto nx = hn::Set(d, static_cast<float>(normal.x)), ny = hn::Set(d, static_cast<float>(normal.y)),
             nz = hn::Set(d, static_cast<float>(normal.z)), most = hn::Set(d, static_cast<float>(limit));
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto along =
        hn::MulAdd(nx, hn::LoadU(d, x + i), hn::MulAdd(ny, hn::LoadU(d, y + i), hn::Mul(nz, hn::LoadU(d, z + i))));
    if (!hn::AllFalse(d, hn::Gt(along, most))) return true;
  }
  return false;
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(AnyBeyond);

namespace {

constexpr std::size_t kMostCorners = 4096;  // beyond, a ray is as fast

}  // namespace

void CornerCloud::show(std::span<const Shape> shapes) {
  for (auto* axis : {&x_, &y_, &z_}) axis->clear();
  const bool is_complete = std::ranges::all_of(shapes, [&](const Shape& shape) { return add(shape); });
  for (auto* axis : {&x_, &y_, &z_}) {
    if (!is_complete) axis->clear();
    while (axis->size() % kAtOnce != 0) axis->push_back(axis->front());
  }
}

bool CornerCloud::add(const Shape& shape) {
  const auto* form = std::get_if<MeshForm>(&shape.form);
  if (!form || x_.size() + form->mesh->vertices.size() > kMostCorners) return false;
  for (const Vec3& vertex : form->mesh->vertices) {
    const Vec3 corner = shape.pose.to_world(vertex);
    if (x_.empty()) origin_ = corner;
    x_.push_back(static_cast<float>(corner.x - origin_.x));
    y_.push_back(static_cast<float>(corner.y - origin_.y));
    z_.push_back(static_cast<float>(corner.z - origin_.z));
  }
  return true;
}

bool CornerCloud::is_behind(const Vec3& point, const Vec3& normal) const {
  if (x_.empty()) return false;
  const Vec3 unit = normalized(normal);
  return !HWY_DYNAMIC_DISPATCH(AnyBeyond)(x_.data(), y_.data(), z_.data(), x_.size(), unit, dot(unit, point - origin_));
}

}  // namespace resound
#endif
