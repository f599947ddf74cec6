#pragma once
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"

namespace resound {

struct SoundRow {
  std::string heading;
  std::span<const float> sound;  // [Pa]
};

// Sounds of equal length one above the other on one scale, as the bytes of a PNG: all of each, and beside it a few
// milliseconds about the moment at which the first one is loudest.
std::string plot_sound_rows(const std::string& title, const std::string& subtitle, SampleRate rate,
                            const std::vector<SoundRow>& rows);

}  // namespace resound
