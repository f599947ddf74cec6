#include "audio/line_track.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numerics/pi.h"

namespace resound {
namespace {

using Complex = std::complex<double>;

// Side lobes of Blackman's window fall to -58 dB: a neighbour does not make a line wobble.
std::vector<double> blackman(int half) {  // 2 half + 1 values
  std::vector<double> window;
  double sum = 0;
  for (int n = -half; n <= half; ++n) {
    const double x = kPi * n / half;
    window.push_back(0.42 + 0.5 * std::cos(x) + 0.08 * std::cos(2 * x));
    sum += window.back();
  }
  for (double& w : window) w /= sum;
  return window;
}

int half_window(SampleRate rate, const LineTrackSettings& settings) {  // [hops]
  return std::max(1, static_cast<int>(std::lround(rate.samples(settings.window) / (2 * settings.hop))));
}

std::vector<Complex> smoothed(std::span<const Complex> values, const std::vector<double>& window, std::size_t hop) {
  std::vector<Complex> smooth;
  for (std::size_t first = 0; first + window.size() <= values.size(); first += hop) {
    Complex sum = 0;
    for (std::size_t n = 0; n < window.size(); ++n) sum += window[n] * values[first + n];
    smooth.push_back(sum);
  }
  return smooth;
}

// Frequency by the phases of the neighbours on either side.
LineTrack track_of(const std::vector<Complex>& smooth, SampleRate rate, const LineTrackSettings& settings) {
  LineTrack track;
  track.step = rate.seconds(settings.hop);
  track.begin = settings.begin + (half_window(rate, settings) + 1) * track.step;
  for (std::size_t i = 1; i + 1 < smooth.size(); ++i) {
    const double turned = std::arg(smooth[i + 1] * std::conj(smooth[i - 1]));
    track.frequency.push_back(settings.frequency + turned / (4 * kPi * track.step));
    track.amplitude.push_back(std::abs(smooth[i]));
  }
  return track;
}

}  // namespace

double LineTrack::mean_frequency() const {
  return std::accumulate(frequency.begin(), frequency.end(), 0.0) / static_cast<double>(frequency.size());
}

LineTrack follow_line(std::span<const float> sound, SampleRate rate, const LineTrackSettings& settings) {
  const auto index = [&](double time) {
    return static_cast<std::size_t>(
        std::lround(std::clamp(rate.samples(time), 0.0, static_cast<double>(sound.size()))));
  };
  std::vector<Complex> turned_back;
  for (std::size_t n = index(settings.begin); n < index(settings.end);
       ++n)  // twice: half of a cosine turns the other way
    turned_back.push_back(2.0 * static_cast<double>(sound[n]) *
                          std::polar(1.0, -2 * kPi * settings.frequency * rate.seconds(static_cast<double>(n))));
  const std::vector<double> window = blackman(half_window(rate, settings) * settings.hop);
  return track_of(smoothed(turned_back, window, static_cast<std::size_t>(settings.hop)), rate, settings);
}

LineTrack follow_line(std::span<const Complex> turned_back, SampleRate rate, const LineTrackSettings& settings) {
  return track_of(smoothed(turned_back, blackman(half_window(rate, settings)), 1), rate, settings);
}

}  // namespace resound
