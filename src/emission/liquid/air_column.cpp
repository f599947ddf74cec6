#include "emission/liquid/air_column.h"

#include <cmath>

namespace resound {
namespace {

constexpr double kApproach = 0.01;  // [s]  in which the note follows a new level

}  // namespace

AirColumn::AirColumn(const LiquidLevel& level, double sound_speed) : vessel_(level.vessel), sound_speed_(sound_speed) {
  follow(level);
  frequency_ = target_;
}

void AirColumn::follow(const LiquidLevel& level) {
  target_ = sound_speed_ / (4 * level.air_length);
  mouth_ = {0, level.mouth, {}};
}

void AirColumn::fill(const TimeBlock& block, std::span<const double> input, std::span<double> flow) noexcept {
  const double follow = 1 - std::exp(-1 / (kApproach * block.rate.hz));
  double g = 0;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    frequency_ += follow * (target_ - frequency_);
    if (i % 8 == 0) g = filter_tuning(frequency_, block.rate.hz);
    flow[i] = filter_.step(input[i], g, 1 / kQuality).band;
  }
}

}  // namespace resound
