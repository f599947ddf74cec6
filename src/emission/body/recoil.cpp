#include "emission/body/recoil.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/mass_properties.h"
#include "motion/contact/force_pulse.h"

namespace resound {
namespace {

constexpr double kPushesPerSample = 4;
constexpr double kInaudible = 1e-15;  // [N]  a dipole of this force is far below hearing at any distance

Vec3 times(const std::array<double, 9>& m, const Vec3& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
          m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

}  // namespace

// A body that is held does not recoil.
Recoil::Recoil(const PreparedBody& body, double speed_of_sound, SampleRate rate) : rate_(rate) {
  const double volume = mass_properties(*body.skin, 1).volume;  // [m^3]
  const double radius = std::cbrt(3 * volume / (4 * std::numbers::pi));
  corner_ = speed_of_sound / radius;
  lead_ = radius / speed_of_sound;
  lag_ = ArrivalKernel::kReach + static_cast<int>(std::ceil(rate.samples(lead_)));
  if (!body.model.is_free) return;
  for (std::size_t i = 0; i < 9; ++i)
    air_per_push_[i] = (body.air.matrix[i] + (i % 4 == 0 ? body.air.displaced : 0)) / body.model.mass;
}

void Recoil::push(const ContactPulse& pulse, double time, const Vec3& direction, const Pose& pose, SampleIndex now) {
  const Vec3 air = pose.rotation * times(air_per_push_, pose.rotation.inverse() * direction);
  const double step = rate_.step() / kPushesPerSample;
  const double touch = rate_.samples(time) - static_cast<double>(now);  // [samples]
  ForcePulse force(pulse, 1, 0, step);
  for (int i = 0; !force.is_over(); ++i) {
    const PulseMoments moments = force.next();
    if (moments.impulse == 0) continue;
    const double middle = (i + 0.5) * step + std::clamp(moments.lever / moments.impulse, -step, step);
    splat(touch + rate_.samples(middle), moments.impulse * air);
  }
}

// An impulse between two samples, as what a band-limited force has at the samples around it. All is late by lag(),
// less what the skin is early by.
void Recoil::splat(double position, const Vec3& impulse) {
  const double at = std::max(position, -1.0) + lag() - rate_.samples(lead_);
  const double whole = std::floor(at), phase = (at - whole) * ArrivalKernel::kPhases;
  const int row = static_cast<int>(phase);
  const double blend = phase - row;
  const double *low = kernel_.row(row), *high = kernel_.row(row + 1);
  const auto first = static_cast<std::size_t>(whole) - (ArrivalKernel::kReach - 1);
  if (ahead_.size() < first + ArrivalKernel::kTaps) ahead_.resize(first + ArrivalKernel::kTaps);
  for (std::size_t j = 0; j < ArrivalKernel::kTaps; ++j)
    ahead_[first + j] += (rate_.hz * ((1 - blend) * low[j] + blend * high[j])) * impulse;
}

double Recoil::filter(TwoPoles& poles, double x) const {
  const double h = rate_.step() / 2, l = corner_, stiffness = 2 * l * l;
  // implicit midpoint on (y, slope) with the mean of the old and the new input
  const double y = poles.y, v = poles.slope, drive = stiffness * (x + poles.x) / 2;
  const double middle = (v + h * (drive - stiffness * y)) / (1 + 2 * l * h + stiffness * h * h);  // slope at the middle
  poles = {y + 2 * h * middle, 2 * middle - v, x};
  return poles.y;
}

bool Recoil::is_silent() const {
  if (!ahead_.empty()) return false;
  return std::ranges::all_of(poles_, [&](const TwoPoles& p) {
    return std::abs(p.y) < kInaudible && std::abs(p.slope) < kInaudible * corner_;
  });
}

void Recoil::fill(int count) {
  if (is_silent()) poles_ = {};
  const auto samples = static_cast<std::size_t>(count);
  const std::size_t known = std::min(samples, ahead_.size());
  for (std::size_t axis = 0; axis < 3; ++axis) force_[axis].resize(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const Vec3 x = i < known ? ahead_[i] : Vec3{};
    force_[0][i] = filter(poles_[0], x.x);
    force_[1][i] = filter(poles_[1], x.y);
    force_[2][i] = filter(poles_[2], x.z);
  }
  ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(known));
}

}  // namespace resound
