#pragma once
#include "picture/vec3f.h"
#include "scene/picture_setup.h"

namespace resound {

// A pinhole camera in front of a picture of some size. All it says is relative to its origin, the point looked at.
class View {
 public:
  View(const Camera& camera, int width, int height);

  int width() const { return width_; }            // [pixels]
  int height() const { return height_; }          // [pixels]
  const Vec3& origin() const { return origin_; }  // [m] world: zero of everything below
  Vec3f eye() const { return eye_; }              // [m]
  Vec3f forward() const { return forward_; }      // unit
  float distance() const { return distance_; }    // [m] from the eye to the point looked at

  // Unit vector through a place of the picture [pixels]; (0, 0) is the upper left corner of the upper left pixel.
  Vec3f direction(float x, float y) const { return normalized(corner_ + x * right_ + y * down_); }

  // How wide a pixel is [m] at the depth of a point.
  float pixel_size(Vec3f point) const {
    return pixel_angle_ * std::max(dot(point - eye_, forward_), 1e-3f * distance_);
  }
  // Where a ray that leaves a surface may start without meeting that surface: a little above it.
  Vec3f lifted(Vec3f point, Vec3f normal) const {
    return point + (0.02f * pixel_size(point) + 2e-6f * distance_) * normal;
  }
  float pixel_angle() const { return pixel_angle_; }  // [rad] in the middle of the picture

 private:
  int width_, height_;
  Vec3 origin_;
  Vec3f eye_, forward_, right_, down_, corner_;  // right_ and down_ span a pixel at unit depth
  float distance_, pixel_angle_;
};

}  // namespace resound
