#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "base/clock.h"

namespace resound {

// A sound file in memory, one vector a channel, in the values that the file has.
struct LoadedSound {
  std::int64_t rate = 0;  // [Hz]
  std::vector<std::vector<float>> channels;
  std::optional<double> gain;  // [1/Pa]  if the file was written by Resound and says so

  SampleIndex samples() const { return channels.empty() ? 0 : static_cast<SampleIndex>(channels[0].size()); }
};

LoadedSound load_sound(const std::filesystem::path& path);  // throws InputError, or LimitError above 2 GB
void resample(LoadedSound& sound, std::int64_t rate);       // [Hz]  by soxr, its best quality

}  // namespace resound
