#include "emission/liquid/air_column.h"

#include <cmath>

namespace resound {
namespace {

constexpr double kApproach = 0.01;       // [s]  in which the note follows a new level
constexpr double kMouthApproach = 0.03;  // [s]  in which the mouth follows: one that jumped would be heard as a click

}  // namespace

AirColumn::AirColumn(const LiquidLevel& level, double sound_speed) : vessel_(level.vessel), sound_speed_(sound_speed) {
  follow(level);
  frequency_ = target_;
  mouth_ = mouth_target_;
}

void AirColumn::follow(const LiquidLevel& level) {
  target_ = sound_speed_ / (4 * level.air_length);
  mouth_target_ = level.mouth;
}

// In a straight line, part of the way.
void AirColumn::move(double duration) {
  const Vec3 way = (1 - std::exp(-duration / kMouthApproach)) * (mouth_target_ - mouth_);
  is_moving_ = length(mouth_target_ - mouth_) > 1e-9;
  const Vec3 velocity = is_moving_ ? way / duration : Vec3{};
  knots_[0] = {0, mouth_, velocity};
  if (is_moving_) mouth_ += way;
  knots_[1] = {0, mouth_, velocity};
}

void AirColumn::fill(const TimeBlock& block, std::span<const double> input, std::span<double> flow) noexcept {
  const double follow = 1 - std::exp(-1 / (kApproach * block.rate.hz));
  move(static_cast<double>(block.count) / block.rate.hz);
  knots_[1].sample = static_cast<double>(block.count);
  double g = 0;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    frequency_ += follow * (target_ - frequency_);
    if (i % 8 == 0) g = filter_tuning(frequency_, block.rate.hz);
    flow[i] = filter_.step(input[i], g, 1 / kQuality).band;
  }
}

}  // namespace resound
