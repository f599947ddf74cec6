#include "emission/bubble/bubble_cloud.h"

#include "scene/bubble.h"

namespace resound {
namespace {

constexpr std::int64_t kFirstId = std::int64_t{1} << 32;  // apart from the other sources of the same object

}  // namespace

void BubbleCloud::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  std::erase_if(voices_, [](const Ringing& ringing) { return ringing.voice.is_silent(); });
  for (const BubbleBirth& birth : events.bubbles) {
    if (birth.object != object_) continue;
    const double amplitude = bubble_pressure(birth.radius, kMinnaertConstant, air_density_);
    const BubbleWave wave = bubble_wave(birth.radius, birth.rise, amplitude, kMinnaertConstant);
    voices_.push_back(
        {BubbleVoice(wave, birth.time, block.rate), SourceKnot{0, birth.position, {}}, kFirstId + births_++});
  }

  const auto count = static_cast<std::size_t>(block.count);
  flow_.resize(voices_.size() * count);
  for (std::size_t v = 0; v < voices_.size(); ++v) {
    const std::span<double> flow(flow_.data() + v * count, count);
    voices_[v].voice.fill(block.first, flow);
    Source source{.object = object_, .path = {&voices_[v].place, 1}};
    source.monopole = flow;
    source.id = voices_[v].id;
    signals.sources.push_back(source);
  }
}

}  // namespace resound
