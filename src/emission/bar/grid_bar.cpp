#include "emission/bar/grid_bar.h"

#include <cassert>
#include <span>

namespace resound {
namespace {

constexpr SampleIndex kSilenceInterval = 4096;  // [samples]
constexpr double kSilence = 1e-50;              // [J]

}  // namespace

GridBar::GridBar(const BarScheme& scheme, int oversampling, SampleRate rate, std::vector<double> pickups)
    : grid_(scheme),
      oversampling_(oversampling),
      rate_(rate),
      decimator_({rate.hz * oversampling}, rate, static_cast<int>(grid_.frame_size())) {
  for (const double x : pickups) pickups_.push_back(grid_.point_at(x));
}

// The force at a step is its mean over the step around it, so that no impulse is lost between steps.
void GridBar::push_strikes(double now) {
  const double step = grid_.scheme().step;
  for (std::size_t s = 0; s < strikes_.size(); ++s) {
    const double since = now - strikes_[s].time;
    const double impulse = strikes_[s].pulse.moments(since - step / 2, since + step / 2).impulse;
    if (impulse != 0) grid_.push(grid_.point_at(strikes_[s].place), impulse / step);
  }
}

void GridBar::advance(SampleIndex first, int count, double* acceleration, std::size_t stride) {
  const std::size_t rows = grid_.frame_size() / kStretches;
  frames_.resize(rows * static_cast<std::size_t>(count * oversampling_));
  LiftedRow* frame = frames_.data();
  for (int i = 0; i < count; ++i) {
    if ((first + i) % kSilenceInterval == 0 && strikes_.empty() && grid_.energy() < kSilence) grid_.hush();
    for (int sub = 0; sub < oversampling_; ++sub, frame += rows) {
      push_strikes((static_cast<double>((first + i) * oversampling_ + sub)) / (rate_.hz * oversampling_));
      grid_.step(frame->node.data());
    }
  }
  const double end = static_cast<double>(first + count) / rate_.hz;
  strikes_.drop_finished(end - rate_.step(), [](std::size_t) {});

  const std::span<const double> nodes = decimator_.process({frames_.data()->node.data(), frames_.size() * kStretches});
  assert(nodes.size() == grid_.frame_size() * static_cast<std::size_t>(count));
  for (std::size_t p = 0; p < pickups_.size(); ++p) {
    const std::size_t left = grid_.frame_index(pickups_[p].node), right = grid_.frame_index(pickups_[p].node + 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const double* a = nodes.data() + i * grid_.frame_size();
      acceleration[p * stride + i] = (1 - pickups_[p].share) * a[left] + pickups_[p].share * a[right];
    }
  }
}

}  // namespace resound
