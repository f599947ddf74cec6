#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"

namespace resound {

// How one channel of two sounds differs. Levels are dB SPL if both files say what their samples stand for, else dBFS.
struct ChannelComparison {
  double level_a = 0, level_b = 0;        // [dB]  rms
  std::vector<double> bands_a, bands_b;   // [dB]  of each octave, see octave_centres()
  double centroid_a = 0, centroid_b = 0;  // [Hz]  middle of the spectrum by power
  double kurtosis_a = 0, kurtosis_b = 0;  // [1]   3 for steady noise, more for clicks
  double clicks_a = 0, clicks_b = 0;      // [1/s] rises above twice the rms
  double correlation = 0;                 // [1]   -1 … 1, at the lag where it is largest in size
  SampleIndex lag = 0;                    // [samples]  b is that much later than a
  double residual = 0;  // [dB]  what is left of a after b, moved by the lag and scaled to fit, is taken away
};

struct Comparison {
  std::filesystem::path a, b;
  std::int64_t rate_a = 0, rate_b = 0;       // [Hz]; b is resampled to the rate of a
  SampleIndex samples_a = 0, samples_b = 0;  // as in the files
  int channels_a = 0, channels_b = 0;
  bool in_pascals = false;                  // both files carry the gain of Resound
  bool is_identical = false;                // the same samples, bit for bit
  SampleIndex correlated_samples = 0;       // of a; long sounds are compared by their beginning
  std::vector<ChannelComparison> channels;  // those that both have
};

const std::vector<double>& octave_centres();  // [Hz]  IEC 61260

// Any two files that libsndfile reads. Throws InputError for one that it does not.
Comparison compare_sounds(const std::filesystem::path& a, const std::filesystem::path& b);

// Spectrograms of the first channels beside each other and the level of every octave, as the bytes of a PNG.
std::string comparison_figure(const std::filesystem::path& a, const std::filesystem::path& b);

// For a terminal.
std::string comparison_table(const Comparison& comparison);

}  // namespace resound
