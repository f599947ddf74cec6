#pragma once
#include "base/clock.h"
#include "numerics/vec3.h"

namespace resound {

struct Camera {
  Vec3 position{0, -2.0, 1.4};  // [m]
  Vec3 look_at{0, 0, 0.8};      // [m]
  double field_of_view = 40;    // [degrees] across the picture's width
};

struct PictureSetup {
  int width = 1280;  // [pixels]
  int height = 720;  // [pixels]
  FrameRate frame_rate;
  Camera camera;
  Vec3 sun_direction{-0.4, -0.5, 0.8};  // toward the sun
  double sun_angle = 4;                 // [degrees] apparent width: soft shadows
  double exaggeration = 0;     // [1] vibrations are drawn this many times larger; 0 = chosen to be just visible
  bool show_velocity = false;  // colour bodies by the speed of their surface
  bool show_floor = true;      // draw the ground plane even where it does not reflect sound
};

}  // namespace resound
