#pragma once
#include <vector>

#include "output/raw_sound.h"

namespace resound {

struct SpectrogramSettings {
  int columns = 1400;  // across the length of the sound
  int window = 0;      // [samples]  power of two; 0 = chosen by the length, see spectrogram_window()
};

// How strong each frequency was, in time: power spectral density, mean over the channels.
struct Spectrogram {
  int columns = 0;
  int bins = 0;                // frequencies 0, step, 2 step, … up to half the sample rate
  double frequency_step = 0;   // [Hz]
  double duration = 0;         // [s]  of all columns together
  int window = 0;              // [samples]
  int channels = 1;            // that were averaged
  std::vector<float> density;  // [Pa^2/Hz]  one-sided, column after column

  float at(int column, int bin) const {
    return density[static_cast<std::size_t>(column) * static_cast<std::size_t>(bins) + static_cast<std::size_t>(bin)];
  }
};

// Short sounds are full of attacks and want a short window, long ones are seen from afar: 1024 … 4096 samples at 48
// kHz.
int spectrogram_window(double duration, double sample_rate);  // [s], [Hz] -> [samples]

// Reads the sound once, with Hann windows that overlap by at least 75 %; what falls into one column is averaged. Memory
// depends on the size of the picture, not on the length of the sound.
Spectrogram make_spectrogram(const RawSound& sound, const SpectrogramSettings& settings = {});

// Mean power spectral density over the whole sound [Pa^2/Hz], one a bin.
std::vector<double> mean_density(const Spectrogram& spectrogram);

// How a sound goes on: one number a column, of the power within half a window of time about it.
struct SoundCourse {
  std::vector<double> power;     // [Pa^2]
  std::vector<double> centroid;  // [Hz]  middle of the spectrum by power; 0 where there is silence
};
SoundCourse sound_course(const Spectrogram& spectrogram, double window = 0.05);  // [s]

// The smallest and largest pressure in each of `columns` equal stretches of time, over all channels.
struct Envelope {
  std::vector<float> low, high;  // [Pa]
};
Envelope make_envelope(const RawSound& sound, int columns);

}  // namespace resound
