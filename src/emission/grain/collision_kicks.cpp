#include "emission/grain/collision_kicks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/fifth_root.h"
#include "numerics/pi.h"
#include "radiation/touching_spheres.h"

namespace resound {
namespace {

constexpr double kCancelled = 1e-9;  // [1]  of a kick: equal spheres leave rounding errors

double mass(const CollidingSphere& ball) {  // [kg]
  return 4.0 / 3 * std::numbers::pi * ball.radius * ball.radius * ball.radius * ball.density;
}

ContactBody contact_body(const CollidingSphere& ball) {
  return {ball.young_modulus, ball.poisson_ratio, 1, 1 / ball.radius, 1 / ball.radius, 1 / mass(ball)};
}

}  // namespace

CollisionSound::CollisionSound(const CollidingSphere& first, const CollidingSphere& second, double air_density)
    : first_radius_(first.radius), second_radius_(second.radius), touch_radius_(std::min(first.radius, second.radius)) {
  take_times(contact_body(first), contact_body(second));
  const double reduced = 1 / (1 / mass(first) + 1 / mass(second));  // m*
  first_ = -kicked_air(first.radius, air_density) * reduced / mass(first);
  second_ = kicked_air(second.radius, air_density) * reduced / mass(second);
  const DipoleShares heard = touching_dipole_shares(first.radius, second.radius);
  touch_ = (heard.first - 1) * first_ + (heard.second - 1) * second_;
  if (std::abs(touch_) < kCancelled * std::max(std::abs(first_), second_)) touch_ = 0;
}

CollisionSound::CollisionSound(const CollidingSphere& first, const CollidingWall& wall, double air_density)
    : first_radius_(first.radius), second_radius_(wall.has_image ? first.radius : 0) {
  take_times(contact_body(first), {wall.young_modulus, wall.poisson_ratio, 1, 0, 0, 0});
  first_ = -kicked_air(first.radius, air_density);
  second_ = wall.has_image ? -first_ : 0;
}

void CollisionSound::take_times(const ContactBody& a, const ContactBody& b) {
  const StrikePulse pulse = strike_pulse(a, b, 1);
  unit_width_ = pulse.duration;
  unit_middle_ = pulse_middle(pulse);
}

// The dent grows as speed^(4/5), so the time to make it shrinks as speed^(-1/5).
void CollisionSound::add_kicks(const Encounter& met, std::vector<SphereKick>& kicks) const {
  if (!(met.speed > 0)) return;
  const double slower = inverse_fifth_root(met.speed);
  const double middle = met.time + slower * unit_middle_, width = slower * unit_width_;
  const Vec3 push = ((1 + met.restitution) * met.speed) * met.normal;  // [m/s]
  kicks.push_back({met.place - first_radius_ * met.normal, middle, first_ * push, first_radius_, width, met.object});
  if (second_ != 0)
    kicks.push_back(
        {met.place + second_radius_ * met.normal, middle, second_ * push, second_radius_, width, met.object});
  if (touch_ != 0) kicks.push_back({met.place, middle, touch_ * push, touch_radius_, width, met.object});
}

// Together the kicks are a dipole D, p ~ D w cos / c, and a quadrupole Q, p ~ Q w^2 cos^2 / c^2. A mirror image that
// propagation adds makes a pair of what is one sphere here.
double CollisionSound::audible_energy(const Encounter& met, double highest, double speed_of_sound) const {
  const double push = (1 + met.restitution) * met.speed;
  const bool is_mirrored = second_radius_ == 0;
  const double dipole = is_mirrored ? 0 : push * (first_ + second_ + touch_);
  const double quadrupole =
      push * (is_mirrored ? 2 * first_ * first_radius_ : second_ * second_radius_ - first_ * first_radius_);
  const double wave = kTurn * highest / speed_of_sound;  // [1/m]
  return dipole * dipole * wave * wave * wave / 9 + quadrupole * quadrupole * std::pow(wave, 5) / 25;
}

}  // namespace resound
