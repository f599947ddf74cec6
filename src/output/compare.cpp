#include "output/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "output/compare_figure.h"
#include "output/decibel.h"
#include "output/fourier.h"
#include "output/loaded_sound.h"
#include "output/sound_statistics.h"
#include "output/welch.h"

namespace resound {
namespace {

constexpr SampleIndex kMostCorrelated = 1 << 22;  // [samples]  87 s at 48 kHz

double power_of(std::span<const float> signal) {  // sum of squares
  double sum = 0;
  for (const float x : signal) sum += static_cast<double>(x) * x;
  return sum;
}

double rms(std::span<const float> signal) {
  return signal.empty() ? 0 : std::sqrt(power_of(signal) / static_cast<double>(signal.size()));
}

double centroid(const std::vector<double>& power, double rate) {
  double sum = 0, weighted = 0;
  for (std::size_t k = 0; k < power.size(); ++k) {
    sum += power[k];
    weighted += power[k] * static_cast<double>(k) * rate / kWelchWindow;
  }
  return sum > 0 ? weighted / sum : 0;
}

// sum over n of a[n] b[n + lag], for every lag at once: the transform of conj(A) B
std::vector<float> correlate(std::span<const float> a, std::span<const float> b) {
  const int length = power_of_two_at_least(static_cast<std::int64_t>(a.size() + b.size()));
  RealFourier fourier(length);
  std::vector<float> padded(static_cast<std::size_t>(length), 0.0f);
  std::ranges::copy(a, padded.begin());
  const auto first = fourier.forward(padded);
  std::vector<std::complex<float>> product(first.begin(), first.end());
  std::ranges::fill(padded, 0.0f);
  std::ranges::copy(b, padded.begin());
  const auto second = fourier.forward(padded);
  for (std::size_t k = 0; k < product.size(); ++k) product[k] = std::conj(product[k]) * second[k];
  const auto result = fourier.backward(product);
  return {result.begin(), result.end()};
}

// The part that both have once b is moved back by the lag.
void align(std::span<const float>& a, std::span<const float>& b, SampleIndex lag) {
  if (lag > 0) b = b.subspan(static_cast<std::size_t>(lag));
  if (lag < 0) a = a.subspan(static_cast<std::size_t>(-lag));
  const std::size_t count = std::min(a.size(), b.size());
  a = a.first(count);
  b = b.first(count);
}

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void find_lag(std::span<const float> a, std::span<const float> b, ChannelComparison& result) {
  const double energy_a = power_of(a), energy_b = power_of(b);
  if (energy_a == 0 || energy_b == 0) return;
  const std::vector<float> products = correlate(a, b);
  const auto best = std::ranges::max_element(products, {}, [](float x) { return std::abs(x); }) - products.begin();
  const auto length = static_cast<SampleIndex>(products.size());
  result.lag = best < length / 2 ? best : best - length;
  align(a, b, result.lag);
  const double product = dot(a, b), overlap_a = power_of(a), overlap_b = power_of(b);
  if (overlap_a == 0 || overlap_b == 0) return;
  result.correlation = product / std::sqrt(energy_a * energy_b);
  const double scale = product / overlap_b;  // least squares
  double left = 0;
  for (std::size_t i = 0; i < a.size(); ++i) left += std::pow(a[i] - scale * b[i], 2);
  result.residual = to_decibel(std::sqrt(left / overlap_a));
}

ChannelComparison compare_channel(std::span<const float> a, std::span<const float> b, double rate, double reference) {
  ChannelComparison result;
  result.level_a = to_decibel(rms(a) / reference);
  result.level_b = to_decibel(rms(b) / reference);
  const auto power_a = power_spectrum(a), power_b = power_spectrum(b);
  result.bands_a = octave_levels(power_a, rate, reference);
  result.bands_b = octave_levels(power_b, rate, reference);
  result.centroid_a = centroid(power_a, rate);
  result.centroid_b = centroid(power_b, rate);
  const SoundStatistics of_a = sound_statistics(a, rate), of_b = sound_statistics(b, rate);
  result.kurtosis_a = of_a.kurtosis, result.kurtosis_b = of_b.kurtosis;
  result.clicks_a = of_a.clicks, result.clicks_b = of_b.clicks;
  const auto most = static_cast<std::size_t>(kMostCorrelated);
  find_lag(a.first(std::min(a.size(), most)), b.first(std::min(b.size(), most)), result);
  return result;
}

void to_pascals(LoadedSound& sound) {
  for (auto& channel : sound.channels)
    for (float& x : channel) x = static_cast<float>(x / *sound.gain);
}

std::string row(const std::string& what, double a, double b, const std::string& unit, int decimals) {
  const double difference = b - a;
  return fmt::format("  {:<22}{:>12.{}f}{:>12.{}f}{:>+12.{}f}  {}\n", what, a, decimals, b, decimals,
                     std::isfinite(difference) ? difference : 0.0, decimals, unit);
}

}  // namespace

const std::vector<double>& octave_centres() {
  static const std::vector<double> centres{31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16000};
  return centres;
}

Comparison compare_sounds(const std::filesystem::path& path_a, const std::filesystem::path& path_b) {
  LoadedSound a = load_sound(path_a), b = load_sound(path_b);
  Comparison result;
  result.a = path_a;
  result.b = path_b;
  result.rate_a = a.rate;
  result.rate_b = b.rate;
  result.samples_a = a.samples();
  result.samples_b = b.samples();
  result.channels_a = static_cast<int>(a.channels.size());
  result.channels_b = static_cast<int>(b.channels.size());
  result.is_identical = a.rate == b.rate && a.channels == b.channels;
  result.in_pascals = a.gain && b.gain;
  result.correlated_samples = std::min(a.samples(), kMostCorrelated);
  if (result.in_pascals) {
    to_pascals(a);
    to_pascals(b);
  }
  if (a.rate != b.rate) resample(b, a.rate);
  const double reference = result.in_pascals ? kReferencePressure : 1.0;
  for (std::size_t c = 0; c < std::min(a.channels.size(), b.channels.size()); ++c)
    result.channels.push_back(compare_channel(a.channels[c], b.channels[c], static_cast<double>(a.rate), reference));
  return result;
}

std::string comparison_figure(const std::filesystem::path& path_a, const std::filesystem::path& path_b) {
  LoadedSound a = load_sound(path_a), b = load_sound(path_b);
  if (a.gain && b.gain) {
    to_pascals(a);
    to_pascals(b);
  }
  if (a.rate != b.rate) resample(b, a.rate);
  return plot_comparison(fmt::format("{} and {}", path_a.filename().string(), path_b.filename().string()),
                         SampleRate{static_cast<double>(a.rate)}, {path_a.filename().string(), a.channels.at(0)},
                         {path_b.filename().string(), b.channels.at(0)});
}

std::string comparison_table(const Comparison& comparison) {
  const std::string unit = comparison.in_pascals ? "dB SPL" : "dBFS";
  const auto file_line = [](const char* name, const std::filesystem::path& path, std::int64_t rate, SampleIndex samples,
                            int channels) {
    return fmt::format("{}  {}: {} Hz, {} channel{}, {:.3f} s ({} samples)\n", name, path.string(), rate, channels,
                       channels == 1 ? "" : "s", static_cast<double>(samples) / static_cast<double>(rate), samples);
  };
  std::string text = file_line("A", comparison.a, comparison.rate_a, comparison.samples_a, comparison.channels_a) +
                     file_line("B", comparison.b, comparison.rate_b, comparison.samples_b, comparison.channels_b);
  if (comparison.rate_a != comparison.rate_b) text += fmt::format("B was resampled to {} Hz.\n", comparison.rate_a);
  if (comparison.channels_a != comparison.channels_b)
    text += fmt::format("Only the first {} channels are compared.\n", comparison.channels.size());
  if (!comparison.in_pascals) text += "Not both files say what 1.0 stands for: levels are relative to full scale.\n";
  if (comparison.correlated_samples < comparison.samples_a)
    text += fmt::format("Correlation and residual are of the first {} samples.\n", comparison.correlated_samples);
  text += fmt::format("Samples identical, bit for bit: {}\n", comparison.is_identical ? "yes" : "no");
  for (std::size_t c = 0; c < comparison.channels.size(); ++c) {
    const ChannelComparison& channel = comparison.channels[c];
    text += fmt::format("\nchannel {:<16}{:>12}{:>12}{:>12}\n", c + 1, "A", "B", "B - A");
    text += row("level", channel.level_a, channel.level_b, unit, 2);
    for (std::size_t k = 0; k < channel.bands_a.size(); ++k)
      text += row(fmt::format("octave {:g} Hz", octave_centres()[k]), channel.bands_a[k], channel.bands_b[k], unit, 2);
    text += row("spectral centroid", channel.centroid_a, channel.centroid_b, "Hz", 1);
    text += row("kurtosis", channel.kurtosis_a, channel.kurtosis_b, "(3: steady noise)", 2);
    text += row("clicks", channel.clicks_a, channel.clicks_b, "a second above twice the rms", 1);
    text +=
        fmt::format("  {:<22}{:>12.6f}  at a lag of {} samples ({:.3f} ms)\n", "correlation", channel.correlation,
                    channel.lag, 1000.0 * static_cast<double>(channel.lag) / static_cast<double>(comparison.rate_a));
    text += fmt::format("  {:<22}{:>12.2f}  dB, after moving and scaling B to fit A\n", "residual", channel.residual);
  }
  return text;
}

}  // namespace resound
