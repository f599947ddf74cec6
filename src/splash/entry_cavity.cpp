#include "splash/entry_cavity.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kAside = 0.5;  // [1]  alpha: share of the ball's speed with which the liquid is pushed aside

}  // namespace

double EntryCavity::square(const Slice& slice, double time) const {
  const double since = time - slice.time;
  return radius_ * radius_ + 2 * kAside * radius_ * slice.speed * since - gravity_ * slice.depth * since * since;
}

double EntryCavity::square_growth(const Slice& slice, double time) const {
  return 2 * kAside * radius_ * slice.speed - 2 * gravity_ * slice.depth * (time - slice.time);
}

void EntryCavity::deepen(double time, double depth, double speed) {
  if (depth <= 0 || speed <= 0 || (!slices_.empty() && depth <= slices_.back().depth)) return;
  slices_.push_back({depth, time, speed});
  const double push = kAside * radius_ * speed, weight = gravity_ * depth;
  const double closes = time + (push + std::sqrt(push * push + weight * radius_ * radius_)) / weight;
  if (closes >= closes_at_) return;
  closes_at_ = closes;
  cut_ = slices_.size() - 1;
}

// The ball fills the lower end of the cavity up to its middle, and goes on: what it leaves behind is room for air.
std::optional<EntryCavity::Bubble> EntryCavity::bubble() const {
  double volume = -2.0 / 3 * kPi * std::pow(radius_, 3), moment = 0, growth = 0;
  double room = 0;  // [m^3]
  for (std::size_t i = cut_; i + 1 < slices_.size(); ++i) {
    const Slice &above = slices_[i], &below = slices_[i + 1];
    const double thick = below.depth - above.depth;
    const double slice =
        0.5 * kPi * thick * (std::max(square(above, closes_at_), 0.0) + std::max(square(below, closes_at_), 0.0));
    room += slice;
    moment += slice * 0.5 * (above.depth + below.depth);
    growth += 0.5 * kPi * thick * (square_growth(above, closes_at_) + square_growth(below, closes_at_));
  }
  volume += room;
  if (volume <= 0) return {};
  const Slice& ball = slices_.back();
  const bool goes_on = closes_at_ - ball.time < radius_ / ball.speed;
  if (goes_on) growth += kPi * radius_ * radius_ * ball.speed;
  return Bubble{std::cbrt(3 * volume / (4 * kPi)), moment / room, std::max(-growth, 0.0)};
}

}  // namespace resound
