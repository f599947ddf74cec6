#pragma once
#include "picture/floor.h"
#include "picture/frame_scene.h"
#include "picture/openness.h"
#include "picture/studio.h"

namespace resound {

// The light that comes back along a ray.
//
//   a matt part     albedo x (sun + ambient + lamps)
//   a mirrored part Fresnel x what the mirrored ray meets: a real ray for metal, glass and water, the studio for others
//   a clear part    what the ray meets after it was refracted in and out again
class Shader {
 public:
  Shader(const FrameScene& frame, const Studio& studio, const Floor& floor, const View& view)
      : frame_(frame), studio_(studio), floor_(floor), view_(view) {}

  // Light from what a ray of the camera saw.
  Rgb light(const Seen& seen, Vec3f from, Vec3f direction, const Openness& open) const;
  Rgb glare(Vec3f direction) const;  // about lamps of the scene, made by the lens
  Rgb floor_light(const Floor::Appearance& appearance, Vec3f point, const Openness& open) const;

  // First thing on a ray, and a point just outside of it to start the next ray from.
  Seen trace(Vec3f from, Vec3f direction) const;
  bool sees_sun(Vec3f from) const;

 private:
  struct Point;
  Point point_of(const Seen& seen, Vec3f from, Vec3f direction, int depth, float blur) const;
  Rgb glance(Vec3f from, Vec3f direction, int depth, float roughness) const;
  Rgb met(const Seen& seen, Vec3f from, Vec3f direction, int depth, float roughness) const;
  Seen trace_past_sheets(Vec3f& from, Vec3f direction) const;
  Rgb solid_light(const Point& p, const Openness& open) const;
  Rgb velocity_light(const Point& p, const Openness& open) const;
  Rgb matt(const Point& p, Rgb albedo, const Openness& open) const;
  Rgb mirrored(const Point& p, const Openness& open) const;
  Rgb streak(const Point& p, float share) const;
  Rgb clear(const Point& p, const Openness& open) const;
  Rgb pane(const Point& p, const Openness& open) const;
  Rgb refracted(const Point& p) const;
  Rgb under_water(const Point& p, const Seen& ground, Vec3f from, Vec3f direction) const;
  Rgb straight_through(const Point& p) const;
  Rgb through(Vec3f from, Vec3f direction, bool is_small) const;
  Rgb highlight(const Point& p, float roughness) const;
  Rgb lamps(Vec3f point, Vec3f normal) const;

  const FrameScene& frame_;
  const Studio& studio_;
  const Floor& floor_;
  const View& view_;
};

}  // namespace resound
