#pragma once
#include <string>
#include <vector>

#include "output/raw_sound.h"

namespace resound {

// What is said of one channel. Levels of silence are minus infinity.
struct ChannelLevels {
  double peak = 0;            // [Pa]   largest |p| of a sample
  double true_peak = 0;       // [Pa]   largest |p| between samples too (BS.1770, oversampled); never less than peak
  double rms = 0;             // [Pa]   over the whole length
  double mean = 0;            // [Pa]   what a broadcaster calls DC
  double peak_level() const;  // [dB SPL]
  double equivalent_level() const;  // [dB SPL]  Leq
};

struct Levels {
  std::vector<ChannelLevels> channels;
  double loudness = 0;    // [LUFS]  integrated, of the file at the gain it was measured with (EBU R 128, BS.1770-4);
                          //         minus infinity if no 400 ms of it are louder than -70 LUFS
  bool is_silent = true;  // not one sample differs from zero

  double peak() const;              // [Pa]      of the loudest channel
  double true_peak() const;         // [Pa]
  double peak_level() const;        // [dB SPL]
  double equivalent_level() const;  // [dB SPL]  Leq, mean power of the channels
  bool has_loudness() const;
  std::string loudness_text() const;  // "-23.1 LUFS", or "too short or too quiet for LUFS"
};

// Reads the sound once. Every channel counts alike toward the loudness: they are microphones, not surround speakers.
Levels measure_levels(const RawSound& sound, double gain);  // gain [1/Pa]

}  // namespace resound
