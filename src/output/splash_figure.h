#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"

namespace resound {

// What a liquid did in each frame of a picture.
struct SplashCounts {
  double frame = 1.0 / 30;         // [s]
  std::vector<double> collisions;  // particles that came down, one number a frame
  std::vector<double> bubbles;     // born
  std::vector<double> level;       // [m]  of the resting liquid; empty if nobody tells
};

// Figure 3 of [Drioli & Rocchesso]: collisions a frame above, the spectrogram of the sound [Pa] below; beside the
// collisions the bubbles, and the level of the liquid. A PNG, as bytes.
std::string plot_splashes(const std::string& title, const SplashCounts& counts, std::span<const float> sound,
                          SampleRate rate);

}  // namespace resound
