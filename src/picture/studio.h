#pragma once
#include <array>

#include "picture/vec3f.h"
#include "picture/view.h"
#include "scene/picture_setup.h"

namespace resound {

// The light of the picture: a sun of some width, a sky that is a soft backdrop, and five lamps with diffusers that
// only mirrors can see. They stand where a photographer puts them around the camera, because polished metal and glass
// are nothing but what they reflect.
class Studio {
 public:
  Studio(const PictureSetup& setup, const View& view);

  Vec3f sun_direction() const { return sun_direction_; }  // unit, toward the sun
  float sun_radius() const { return sun_radius_; }        // [rad]
  Rgb sun() const { return sun_; }                        // light on a white surface that faces the sun

  Rgb backdrop(Vec3f direction) const;                     // seen by the camera
  Rgb reflection(Vec3f direction, float roughness) const;  // seen in a surface: backdrop and lamps
  Rgb ambient(Vec3f normal) const;                         // on a white surface, from all sides
  Rgb horizon(Vec3f direction) const;
  Rgb rain() const;  // light of a falling drop, blurred by its motion

 private:
  struct Lamp {
    Vec3f towards, across, along;   // the middle of the diffuser, and its axes
    float half_width, half_height;  // [1] tangent of the half angle
    Rgb light;
  };
  float spot(Vec3f direction) const;
  Rgb lamp_light(const Lamp& lamp, Vec3f direction, float roughness) const;

  Vec3f sun_direction_;
  float sun_radius_;
  Rgb sun_;
  Vec3f forward_;  // of the camera
  std::array<Lamp, 5> lamps_;
};

}  // namespace resound
