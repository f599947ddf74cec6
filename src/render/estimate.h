#pragma once
#include "render/render.h"

namespace resound {

// What a render will make, and about how long it will take.
struct RenderEstimate {
  double file_duration = 0;  // [s]
  std::int64_t samples = 0;  // a channel
  std::int64_t frames = 0;
  double sound_time = 0;    // [s] of wall time
  double picture_time = 0;  // [s] of wall time
};

// Renders the first half second, or what a second of wall time is enough for, and two frames, and extrapolates. What
// settles before the scene counts as part of it.
RenderEstimate estimate(const Scene& scene, const RenderSettings& settings);

}  // namespace resound
