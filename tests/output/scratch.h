#pragma once
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

#include "listener/heard.h"
#include "output/raw_sound.h"
#include "scratch_folder.h"

namespace resound {

// Interleaved samples [Pa] as a raw sound on disk.
inline RawSound raw_sound(const std::filesystem::path& path, const std::vector<float>& samples, int channels = 1,
                          std::int64_t rate = 48000) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(samples.data()), static_cast<std::streamsize>(samples.size() * 4));
  return {path, channels, rate, static_cast<SampleIndex>(samples.size()) / channels};
}

inline std::vector<float> tone(double frequency, double amplitude, std::size_t count, double rate = 48000) {
  std::vector<float> samples(count);
  for (std::size_t i = 0; i < count; ++i)
    samples[i] =
        static_cast<float>(amplitude * std::sin(2 * std::numbers::pi * frequency * static_cast<double>(i) / rate));
  return samples;
}

// One block for a recorder; `value(channel, sample)` gives the pressure.
class Block {
 public:
  Block(SampleIndex first, int count, int channels, const std::function<double(int, SampleIndex)>& value) {
    samples_.resize(static_cast<std::size_t>(channels));
    heard_.first = first;
    heard_.count = count;
    for (int c = 0; c < channels; ++c) {
      auto& channel = samples_[static_cast<std::size_t>(c)];
      for (int i = 0; i < count; ++i) channel.push_back(value(c, first + i));
      heard_.channels.emplace_back(channel);
    }
  }
  Heard& heard() { return heard_; }

 private:
  std::vector<std::vector<double>> samples_;
  Heard heard_;
};

}  // namespace resound
