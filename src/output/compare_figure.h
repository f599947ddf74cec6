#pragma once
#include <span>
#include <string>

#include "base/clock.h"

namespace resound {

struct FigureSound {
  std::string name;
  std::span<const float> sound;  // [Pa]
};

// Two sounds beside each other: their spectrograms on one scale of colours, and below the level of each octave, as the
// bytes of a PNG.
std::string plot_comparison(const std::string& title, SampleRate rate, const FigureSound& a, const FigureSound& b);

}  // namespace resound
