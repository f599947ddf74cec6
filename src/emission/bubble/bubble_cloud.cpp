#include "emission/bubble/bubble_cloud.h"

#include <algorithm>

#include "base/parallel.h"
#include "numerics/pi.h"
#include "scene/bubble.h"

namespace resound {
namespace {

constexpr std::int64_t kFirstId = std::int64_t{1} << 32;  // apart from the other sources of the same object
constexpr std::size_t kVoicesPerTask = 64;
constexpr double kSlowestLeak = 2 * kPi * 20;  // [1/s]  near a dipole what has not leaked away is heard as a push

BubbleWave wave_in(const LiquidBubbles& liquid, const BubbleBirth& birth, double air_density, double gain) {
  const double swing = birth.swing > 0 ? birth.swing : kBubbleSwing;
  const double constant = liquid.as_published ? kPublishedMinnaertConstant : minnaert_constant(liquid.matter);
  const double amplitude = gain * birth.gain * bubble_pressure(birth.radius, constant, air_density, swing);
  return liquid.as_published ? published_bubble_wave(birth.radius, birth.rise, amplitude)
                             : bubble_wave(birth.radius, birth.rise, amplitude, liquid.matter);
}

}  // namespace

BubbleCloud::Ringing BubbleCloud::born(const BubbleBirth& birth, SampleRate rate, double gain) {
  const SourceKnot place{0, birth.position, {}};
  const std::int64_t id = kFirstId + births_++;
  if (!liquid_) {
    const double amplitude = gain * bubble_pressure(birth.radius, kMinnaertConstant, air_density_);
    return {BubbleVoice(bubble_wave(birth.radius, birth.rise, amplitude, kMinnaertConstant), birth.time, rate), place,
            id};
  }
  const BubbleWave wave = wave_in(*liquid_, birth, air_density_, gain);
  const double share = 4 * kPi * wave.frequency / liquid_->matter.sound_speed * birth.depth;  // 2 k D
  const bool is_dipole = !liquid_->as_published && liquid_->outlet == BubbleOutlet::dipole && share < 1;
  const double leak = std::max(wave.decay, kSlowestLeak);
  return {BubbleVoice(wave, birth.time, rate, leak), place, id, is_dipole ? share * liquid_->air_sound_speed : 0};
}

void BubbleCloud::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals, double gain) {
  std::erase_if(voices_, [](const Ringing& ringing) { return ringing.voice.is_silent(); });
  for (const BubbleBirth& birth : events.bubbles)
    if (birth.object == object_) voices_.push_back(born(birth, block.rate, gain));

  const auto count = static_cast<std::size_t>(block.count);
  flow_.resize(voices_.size() * count);
  parallel_for((voices_.size() + kVoicesPerTask - 1) / kVoicesPerTask, [&](std::size_t task) {
    const std::size_t end = std::min(voices_.size(), (task + 1) * kVoicesPerTask);
    for (std::size_t v = task * kVoicesPerTask; v < end; ++v) {
      const std::span<double> flow(flow_.data() + v * count, count);
      voices_[v].voice.fill(block.first, flow);
      if (voices_[v].push > 0)
        for (double& value : flow) value *= voices_[v].push;
    }
  });
  for (std::size_t v = 0; v < voices_.size(); ++v) {
    const std::span<const double> flow(flow_.data() + v * count, count);
    Source source{.object = object_, .path = {&voices_[v].place, 1}};
    if (voices_[v].push > 0)
      source.dipole[2] = flow;
    else
      source.monopole = flow;
    source.id = voices_[v].id;
    signals.sources.push_back(source);
  }
}

}  // namespace resound
