#include "emission/bar/grid_bar.h"

#include <cassert>
#include <span>

namespace resound {
namespace {

constexpr double kSilentEnergy = 1e-50;  // [J]

}  // namespace

GridBar::GridBar(const BarScheme& scheme, int oversampling, SampleRate rate, const std::vector<double>& pickups)
    : grid_(scheme),
      oversampling_(oversampling),
      rate_(rate),
      decimator_({rate.hz * oversampling}, rate, static_cast<int>(grid_.frame_size())) {
  for (const double x : pickups) pickups_.push_back(grid_.point_at(x));
}

// The force at a step is its mean over the stretch around it, so that no impulse is lost between steps.
void GridBar::strike(const BarStrike& strike) {
  strikes_.add(strike, {rate_.hz * oversampling_}, -0.5, now_ * oversampling_, grid_.point_at(strike.place));
}

void GridBar::push_strikes(SampleIndex step) {
  for (auto& strike : strikes_)
    if (step >= strike.first) grid_.push(strike.extra, strike.pulse.next().impulse / grid_.scheme().step);
}

void GridBar::advance(SampleIndex first, int count, double* acceleration, std::size_t stride) {
  now_ = first;
  const std::size_t rows = grid_.frame_size() / kStretches;
  frames_.resize(rows * static_cast<std::size_t>(count * oversampling_));
  LiftedRow* frame = frames_.data();
  for (int i = 0; i < count; ++i, ++now_) {
    if (now_ % kSilenceInterval == 0 && strikes_.empty() && grid_.energy() < kSilentEnergy) grid_.hush();
    for (int sub = 0; sub < oversampling_; ++sub, frame += rows) {
      push_strikes(now_ * oversampling_ + sub);
      grid_.step(frame->node.data());
    }
  }
  strikes_.drop_finished([](const GridPoint&) { return true; });

  const std::span<const double> nodes = decimator_.process({frames_.data()->node.data(), frames_.size() * kStretches});
  assert(nodes.size() == grid_.frame_size() * static_cast<std::size_t>(count));
  for (std::size_t p = 0; p < pickups_.size(); ++p) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const double* a = nodes.data() + i * grid_.frame_size();
      acceleration[p * stride + i] = read_at(pickups_[p], a);
    }
  }
}

}  // namespace resound
