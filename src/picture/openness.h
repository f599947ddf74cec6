#pragma once

namespace resound {

// How much of the light reaches a point: one number for the sun, one for all the rest of the sky.
struct Openness {
  float sun = 1;
  float sky = 1;
};

}  // namespace resound
