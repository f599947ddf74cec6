#include "render/timeline.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

std::span<const double> part(std::span<const double> samples, SampleIndex begin, SampleIndex count) {
  return samples.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
}

}  // namespace

Timeline::Timeline(const Scene& scene, const RenderSettings& settings, int latency)
    : latency_(latency),
      picture_(settings.picture),
      file_rate_(std::llround(scene.sample_rate)),
      frame_rate_(scene.picture.frame_rate) {
  const SampleRate simulated = scene.simulation_rate();
  const SampleRate file{scene.sample_rate};
  const SampleIndex length = std::llround(simulated.samples(scene.duration));
  begin_ = std::clamp<SampleIndex>(std::llround(file.samples(settings.crop_begin)), 0, length);
  end_ = length;
  if (std::isfinite(settings.crop_end))
    end_ = std::clamp<SampleIndex>(std::llround(file.samples(settings.crop_end)), begin_, length);
  block_.rate = simulated;
  block_.count = block_length(simulated);
  go_to(0);
}

void Timeline::go_to(SampleIndex first) {
  block_.first = first;
  frames_.clear();
  block_.frames = {};
  if (!picture_ || block_.last() <= begin_) return;
  // the first frame that may begin in this block, found from the frame rate and then walked to exactly
  const double guess = static_cast<double>(first - begin_) * frame_rate_.hz() / static_cast<double>(file_rate_);
  auto frame = std::max<std::int64_t>(0, static_cast<std::int64_t>(guess) - 1);
  while (frame_sample(frame) < first) ++frame;
  for (; frame_sample(frame) < std::min(block_.last(), end_); ++frame) frames_.push_back(frame_sample(frame));
  block_.frames = frames_;
}

SampleIndex Timeline::frame_sample(std::int64_t frame) const {
  return begin_ + frame_start(frame, file_rate_, frame_rate_);
}

std::int64_t Timeline::frame_count() const {
  if (!picture_) return 0;
  const double guess = static_cast<double>(sample_count()) * frame_rate_.hz() / static_cast<double>(file_rate_);
  auto frame = std::max<std::int64_t>(0, static_cast<std::int64_t>(guess) - 1);
  while (frame_sample(frame) < end_) ++frame;
  return frame;
}

Heard Timeline::wanted(const Heard& heard) const {
  const SampleIndex from = std::max(heard.first, begin_), to = std::min(heard.first + heard.count, end_);
  Heard inside;
  inside.first = from - begin_;
  inside.count = static_cast<int>(std::max<SampleIndex>(0, to - from));
  const auto cut = [&](const std::vector<std::span<const double>>& channels) {
    std::vector<std::span<const double>> cut_channels;
    for (const auto channel : channels)
      cut_channels.push_back(inside.count > 0 ? part(channel, from - heard.first, inside.count)
                                              : std::span<const double>{});
    return cut_channels;
  };
  inside.channels = cut(heard.channels);
  for (const auto& stem : heard.stems) inside.stems.push_back(cut(stem));
  return inside;
}

Progress Timeline::progress() const {
  const double done = static_cast<double>(std::min(block_.first, end_));
  return {block_.rate.seconds(done), block_.rate.seconds(static_cast<double>(end_))};
}

}  // namespace resound
