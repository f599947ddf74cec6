#include "picture/view.h"

#include <numbers>

namespace resound {
namespace {

// Level pictures need a vertical to level by; straight down or up there is none, and y is as good as any.
Vec3 vertical_for(const Vec3& forward) { return std::abs(forward.z) > 0.99999 ? Vec3{0, 1, 0} : Vec3{0, 0, 1}; }

}  // namespace

View::View(const Camera& camera, int width, int height) : width_(width), height_(height), origin_(camera.look_at) {
  const Vec3 toward = camera.look_at - camera.position;
  const double distance = length(toward);
  const Vec3 forward = distance > 0 ? toward / distance : Vec3{0, 1, 0};
  const Vec3 right = normalized(cross(forward, vertical_for(forward)));
  const Vec3 down = cross(forward, right);

  const double half_width = std::tan(camera.field_of_view * std::numbers::pi / 360);
  const double pixel = 2 * half_width / width;
  eye_ = to_float(camera.position - origin_);
  forward_ = to_float(forward);
  right_ = to_float(pixel * right);
  down_ = to_float(pixel * down);
  corner_ = to_float(forward - (0.5 * width * pixel) * right - (0.5 * height * pixel) * down);
  distance_ = static_cast<float>(distance > 0 ? distance : 1);
  pixel_angle_ = static_cast<float>(pixel);
}

}  // namespace resound
