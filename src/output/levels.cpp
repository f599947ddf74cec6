#include "output/levels.h"

#include <ebur128.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

#include "output/decibel.h"

namespace resound {
namespace {

struct MeterDeleter {
  void operator()(ebur128_state* state) const { ebur128_destroy(&state); }
};
using Meter = std::unique_ptr<ebur128_state, MeterDeleter>;

Meter make_meter(const RawSound& sound) {
  Meter meter(ebur128_init(static_cast<unsigned>(sound.channels), static_cast<unsigned long>(sound.sample_rate),
                           EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK));
  if (!meter) throw std::bad_alloc();
  for (unsigned c = 0; c < static_cast<unsigned>(sound.channels); ++c)
    ebur128_set_channel(meter.get(), c, EBUR128_LEFT);
  return meter;
}

// Sums of one channel; added in order, in double, so that they do not depend on how the sound is cut into pieces.
struct Sums {
  double peak = 0, sum = 0, squares = 0;
};

void add(std::vector<Sums>& sums, std::span<const float> interleaved) {
  for (std::size_t i = 0; i < interleaved.size(); ++i) {
    Sums& s = sums[i % sums.size()];
    const double p = interleaved[i];
    s.peak = std::max(s.peak, std::abs(p));
    s.sum += p;
    s.squares += p * p;
  }
}

ChannelLevels channel_levels(const Sums& sums, SampleIndex samples, double true_peak) {
  const double n = std::max<double>(1.0, static_cast<double>(samples));
  return {sums.peak, std::max(sums.peak, true_peak), std::sqrt(sums.squares / n), sums.sum / n};
}

}  // namespace

Levels measure_levels(const RawSound& sound, double gain) {
  const Meter meter = make_meter(sound);
  std::vector<Sums> sums(static_cast<std::size_t>(sound.channels));
  std::vector<float> scaled;
  RawSoundReader reader(sound);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    add(sums, piece);
    scaled.assign(piece.begin(), piece.end());
    for (float& p : scaled) p = static_cast<float>(p * gain);
    ebur128_add_frames_float(meter.get(), scaled.data(), scaled.size() / sums.size());
  }

  Levels levels;
  ebur128_loudness_global(meter.get(), &levels.loudness);
  for (unsigned c = 0; c < sums.size(); ++c) {
    double true_peak = 0;
    ebur128_true_peak(meter.get(), c, &true_peak);
    levels.channels.push_back(channel_levels(sums[c], sound.samples, true_peak / gain));
    if (sums[c].peak > 0) levels.is_silent = false;
  }
  return levels;
}

double ChannelLevels::peak_level() const { return sound_pressure_level(peak); }
double ChannelLevels::equivalent_level() const { return sound_pressure_level(rms); }

double Levels::peak() const {
  double most = 0;
  for (const ChannelLevels& channel : channels) most = std::max(most, channel.peak);
  return most;
}

double Levels::true_peak() const {
  double most = 0;
  for (const ChannelLevels& channel : channels) most = std::max(most, channel.true_peak);
  return most;
}

double Levels::peak_level() const { return sound_pressure_level(peak()); }

double Levels::equivalent_level() const {
  double power = 0;
  for (const ChannelLevels& channel : channels) power += channel.rms * channel.rms;
  return sound_pressure_level(std::sqrt(power / static_cast<double>(std::max<std::size_t>(1, channels.size()))));
}

bool Levels::has_loudness() const { return std::isfinite(loudness); }

std::string Levels::loudness_text() const {
  return has_loudness() ? fmt::format("{:.1f} LUFS", loudness) : "too short or too quiet for LUFS";
}

}  // namespace resound
