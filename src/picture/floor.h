#pragma once
#include <optional>

#include "picture/studio.h"
#include "picture/vec3f.h"
#include "picture/view.h"
#include "scene/scene.h"

namespace resound {

// The ground: an endless matt plane with a faint grid, lit best in the middle of the
// picture, that fades into the horizon like a photographer's backdrop.
class Floor {
 public:
  Floor(const Scene& scene, const View& view, const Studio& studio);

  // Distance [m] along a unit vector to the plane; nothing for rays that never come down to it, or if it is not drawn.
  std::optional<float> hit(Vec3f from, Vec3f direction) const {
    if (!is_drawn_ || direction.z >= -1e-5f || from.z < height_ - tolerance_) return std::nullopt;
    return std::max(0.0f, (height_ - from.z) / direction.z);
  }
  bool is_drawn() const { return is_drawn_; }
  float tolerance() const { return tolerance_; }   // [m] what is closer to the floor than this touches it
  float height() const { return height_; }         // [m] relative to the view's origin
  float grid_spacing() const { return spacing_; }  // [m] between strong lines; weak ones are a tenth of it

  // Light that leaves a point of the floor = weight (sun x sun visibility + ambient x openness) + haze. Sun and ambient
  // hold the floor's own colour.
  struct Appearance {
    float weight = 0;
    Rgb haze;
  };
  Appearance appearance(Vec3f point, Vec3f direction, float pixel_angle) const;
  Rgb colour() const;
  Rgb sun() const { return sun_; }
  Rgb ambient() const { return ambient_; }
  Rgb lit(const Appearance& a, float sun_visibility, float openness) const {
    return a.weight * (sun_visibility * sun_ + openness * ambient_) + a.haze;
  }

 private:
  bool is_drawn_;
  float height_, spacing_, fade_distance_, tolerance_;
  double grid_x_, grid_y_;  // [m] of the view's origin in its square, so that the grid stands still in the world
  Vec3f eye_, pool_;
  float pool_radius_;  // [m]
  Studio studio_;
  Rgb sun_, ambient_;
};

}  // namespace resound
