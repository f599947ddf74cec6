#include "radiation/pushed_sphere.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kRingsFor = 17;       // [1/l]  exp(-17) = 4e-8 is left
constexpr double kPanelPhase = 6;      // [rad]  of the highest note over one panel
constexpr double kFirstPanelTurn = 8;  // [1]    the same together with the ringing, which dies out from panel to panel

// Eight points of Gauss and Legendre on -1 ... 1, the positive half.
constexpr std::array<std::array<double, 2>, 4> kGauss{{{0.1834346424956498, 0.3626837833783620},
                                                       {0.5255324099163290, 0.3137066458778873},
                                                       {0.7966664774136267, 0.2223810344533745},
                                                       {0.9602898564975363, 0.1012285362903763}}};

}  // namespace

double kicked_air(double radius, double air_density) { return 2 * kPi * air_density * radius * radius * radius; }

SpherePush push_by(double radius, double change, double duration) {
  return {radius, kPi * change / (2 * duration), duration};
}

SpherePressure::SpherePressure(const SpherePush& push, const StillAir& air, double distance, double cosine)
    : SpherePressure(push.radius, push.duration, distance, air.speed_of_sound,
                     air.density * push.peak * std::pow(push.radius, 3) * cosine / (distance * distance)) {}

// K = rho a^3 a_m cos(theta) / r^2 with the impulse 2 pi rho a^3 dv and a_m = pi dv / (2 d).
SpherePressure::SpherePressure(const SphereKick& kick, double speed_of_sound, double distance, double impulse)
    : SpherePressure(kick.radius, kick.width, distance, speed_of_sound,
                     impulse / (4 * kick.width * distance * distance)) {}

SpherePressure::SpherePressure(double a, double d, double r, double c, double scale)
    : duration_(d), turn_(kPi / d), decay_(c / a) {
  assert(a > 0 && d > 0);
  const double l = decay_, q = r / a, b = turn_, bb = b * b, ll = l * l;
  const double part = scale / (bb * bb + 4 * ll * ll);
  cosine_ = part * l * b * (2 * q * ll - q * bb - 2 * ll);
  sine_ = part * ll * (2 * ll - bb + 2 * q * bb);
  ring_cosine_ = -cosine_;
  ring_sine_ = -part * l * b * (2 * q * ll + q * bb - bb);
}

double SpherePressure::ring(double x) const {
  const double angle = decay_ * x;
  return std::exp(-angle) * (ring_cosine_ * std::cos(angle) + ring_sine_ * std::sin(angle));
}

double SpherePressure::at(double t) const {
  if (t <= 0) return 0;
  if (t > duration_) return ring(t) + ring(t - duration_);
  return cosine_ * std::cos(turn_ * t) + sine_ * std::sin(turn_ * t) + ring(t);
}

// At no distance only the near part of the sound is left, which is the push itself.
AirPush::AirPush(const SphereKick& kick, double speed_of_sound)
    : push_(kick.radius, kick.width, 0, speed_of_sound, kPi / kick.width) {}

// Behind each corner of the push the panels begin as short as the ringing asks for and double from there.
void AirPush::add_panels(double begin, double end, double band, std::vector<PushNode>& nodes) const {
  const double lead = 1 / push_.decay_ + push_.duration_ / 2;  // from the onset to the middle as heard from the centre
  const double longest = kPanelPhase / band;
  double width = std::min(kFirstPanelTurn / (std::numbers::sqrt2 * push_.decay_ + band), longest);
  for (double from = begin; from < end; width = std::min(2 * width, longest)) {
    const double to = end - from < 1.25 * width ? end : from + width;
    const double middle = (from + to) / 2, half = (to - from) / 2;
    for (const auto& [place, weight] : kGauss)
      for (const double t : {middle - place * half, middle + place * half})
        nodes.push_back({t - lead, half * weight * push_.at(t)});
    from = to;
  }
}

void AirPush::add_nodes(double band, std::vector<PushNode>& nodes) const {
  add_panels(0, push_.duration_, band, nodes);
  add_panels(push_.duration_, push_.duration_ + kRingsFor / push_.decay_, band, nodes);
}

}  // namespace resound
