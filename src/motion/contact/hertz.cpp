#include "motion/contact/hertz.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "motion/contact/power_law.h"

namespace resound {
namespace {

constexpr double kHertz = 1.5;  // F = k delta^1.5

double plane_modulus(const ContactBody& body) {  // [Pa]
  return body.young_modulus / (1 - body.poisson_ratio * body.poisson_ratio);
}

double reduced_mass(double inverse_a, double inverse_b) {
  const double sum = inverse_a + inverse_b;
  return sum > 0 ? 1 / sum : std::numeric_limits<double>::infinity();
}

PowerLaw spring(const ContactBody& a, const ContactBody& b) {
  return {4.0 / 3 * contact_modulus(a, b) * std::sqrt(contact_radius(a, b)), kHertz};
}

}  // namespace

double contact_modulus(const ContactBody& a, const ContactBody& b) {
  return 1 / (1 / plane_modulus(a) + 1 / plane_modulus(b));
}

// The two gaps add: 1/R' and 1/R'' are the sums of the curvatures along two axes (taken as common), and an ellipse of
// contact is nearly as stiff as the circle of R* = sqrt(R' R'') [Johnson 1985, sec. 4.2]. A ball that nearly fills a
// hollow, or a line contact, would make R* endless: it is held to twenty times the tightest radius.
double contact_radius(const ContactBody& a, const ContactBody& b) {
  const double tightest = std::max({a.larger_curvature, b.larger_curvature, 0.0});
  assert(tightest > 0 && "two flat faces have no point of contact");
  const double least = tightest / 20;
  const double one = std::max(a.larger_curvature + b.larger_curvature, least);
  const double other = std::max(a.smaller_curvature + b.smaller_curvature, least);
  return 1 / std::sqrt(one * other);
}

// The softer one does most of the work and so most of the losing [Coaplen et al. 2004]: energies lost add up.
double contact_restitution(const ContactBody& a, const ContactBody& b) {
  const double give_a = 1 / plane_modulus(a), give_b = 1 / plane_modulus(b);
  return std::sqrt((a.restitution * a.restitution * give_a + b.restitution * b.restitution * give_b) /
                   (give_a + give_b));
}

HertzContact hertz_contact(const ContactBody& a, const ContactBody& b, double speed) {
  const double mass = reduced_mass(a.inverse_mass, b.inverse_mass);
  const PowerLawContact contact = power_law_contact(spring(a, b), mass, speed);
  return {contact_modulus(a, b), contact_radius(a, b), mass, contact.indentation, contact.duration, contact.peak_force};
}

StrikePulse strike_pulse(const ContactBody& a, const ContactBody& b, double speed) {
  return strike_pulse(a, b, {}, speed);
}

StrikePulse strike_pulse(const ContactBody& a, const ContactBody& b, const YieldingModes& modes, double speed) {
  const double rigid = reduced_mass(a.inverse_mass, b.inverse_mass);
  const YieldingContact contact = yielding_contact(spring(a, b), 1 / rigid, modes, speed);
  return {(1 + contact_restitution(a, b)) * contact.mass * speed, half_sine_share(kHertz) * contact.duration};
}

double pulse_middle(const StrikePulse& pulse) { return pulse.duration / half_sine_share(kHertz) / 2; }

double inverse_mass_at(double mass, std::span<const double, 9> inertia, const Vec3& lever, const Vec3& normal) {
  Eigen::Matrix3d tensor;
  for (int i = 0; i < 9; ++i) tensor(i / 3, i % 3) = inertia[static_cast<std::size_t>(i)];
  const Vec3 moment = cross(lever, normal);
  const Eigen::Vector3d m(moment.x, moment.y, moment.z);
  return 1 / mass + m.dot(tensor.ldlt().solve(m));
}

}  // namespace resound
