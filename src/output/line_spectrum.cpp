#include "output/line_spectrum.h"

#include <cmath>
#include <numbers>

#include "output/decibel.h"
#include "output/fourier.h"

namespace resound {
namespace {

constexpr int kFiner = 4;  // zeros behind the sound: a peak between two bins is not drawn too low (1.4 dB without)

}  // namespace

LineSpectrum line_spectrum(std::span<const float> sound, SampleRate rate) {
  const int length = power_of_two_at_least(kFiner * static_cast<std::int64_t>(sound.size()));
  std::vector<float> padded(static_cast<std::size_t>(length));
  double sum = 0;
  for (std::size_t n = 0; n < sound.size(); ++n) {
    const double s = std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / static_cast<double>(sound.size()));
    padded[n] = static_cast<float>(s * s) * sound[n];
    sum += s * s;
  }
  RealFourier fourier(length);
  LineSpectrum spectrum{.step = rate.hz / length, .level = {}};
  for (const std::complex<float> value : fourier.forward(padded))  // of a cosine half is at -f
    spectrum.level.push_back(sound_pressure_level(std::sqrt(2.0) * static_cast<double>(std::abs(value)) / sum + 1e-15));
  return spectrum;
}

}  // namespace resound
