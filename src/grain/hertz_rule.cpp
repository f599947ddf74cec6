#include "grain/hertz_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace resound {
namespace {

double reduced_radius(const ContactSide& a, const ContactSide& b) { return 1 / (1 / a.radius + 1 / b.radius); }

double reduced_modulus(const ContactSide& a, const ContactSide& b) {  // [Pa]  E*
  const auto yield = [](const ContactSide& s) { return (1 - s.poisson_ratio * s.poisson_ratio) / s.youngs_modulus; };
  return 1 / (yield(a) + yield(b));
}

double reduced_shear_modulus(const ContactSide& a, const ContactSide& b) {  // [Pa]  G*
  const auto yield = [](const ContactSide& s) {
    return 2 * (2 - s.poisson_ratio) * (1 + s.poisson_ratio) / s.youngs_modulus;
  };
  return 1 / (yield(a) + yield(b));
}

}  // namespace

double reduced_mass(const ContactSide& a, const ContactSide& b) { return 1 / (1 / a.mass + 1 / b.mass); }

double hertz_overlap(const ContactSide& a, const ContactSide& b, double speed) {
  const double energy = 15 * reduced_mass(a, b) * speed * speed;
  return std::pow(energy / (16 * reduced_modulus(a, b) * std::sqrt(reduced_radius(a, b))), 0.4);
}

double normal_force(const HertzRule& rule, double overlap, double approach) {
  const double root = std::sqrt(overlap);
  const double damping = rule.quarter_damping * std::sqrt(root) + rule.half_damping * root;
  return std::max(0.0, rule.normal * overlap * root + damping * approach);
}

double restitution_of(double damping, double power) {
  const auto force = [&](double x, double v) {
    if (x <= 0) return 0.0;
    const double root = std::sqrt(x);
    return x * root + damping * (power == 0.25 ? std::sqrt(root) : root) * v;
  };
  constexpr double h = 2e-3;
  double x = 0, v = 1;
  for (int step = 0; step < 1'000'000; ++step) {  // Runge-Kutta of fourth order
    const double a1 = -force(x, v);
    const double v2 = v + h / 2 * a1, a2 = -force(x + h / 2 * v, v2);
    const double v3 = v + h / 2 * a2, a3 = -force(x + h / 2 * v2, v3);
    const double v4 = v + h * a3, a4 = -force(x + h * v3, v4);
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (v < 0 && force(x, v) <= 0) return -v;  // they do not pull at each other
  }
  return 0;
}

double damping_for(double restitution, double power) {
  double low = 0, high = 100;
  if (restitution >= 1) return 0;
  for (int i = 0; i < 45; ++i) {
    const double middle = (low + high) / 2;
    (restitution_of(middle, power) > restitution ? low : high) = middle;
  }
  return (low + high) / 2;
}

HertzRule hertz_rule(const ContactSide& a, const ContactSide& b, double stiffness, KnownDampings& known) {
  const auto damping = [&](double restitution, double power) {
    const auto [at, fresh] = known.try_emplace({restitution, power}, 0.0);
    if (fresh) at->second = damping_for(restitution, power);
    return at->second;
  };
  const double root = std::sqrt(reduced_radius(a, b)), m = reduced_mass(a, b);
  HertzRule rule;
  rule.normal = 4.0 / 3 * stiffness * reduced_modulus(a, b) * root;
  rule.tangential = 8 * stiffness * reduced_shear_modulus(a, b) * root;
  rule.friction = std::sqrt(a.surface.friction * b.surface.friction);
  const Restitution &ea = a.surface.restitution, &eb = b.surface.restitution;
  const double v = std::max(ea.reference, eb.reference);  // where the restitution is met exactly
  if (v > 0) {
    const double c = damping(std::sqrt(ea.at(v) * eb.at(v)), 0.5);
    rule.half_damping = c * std::pow(m, 0.4) * std::pow(rule.normal, 0.6) / std::pow(v, 0.2);
  } else {
    rule.quarter_damping = damping(std::sqrt(ea.value * eb.value), 0.25) * std::sqrt(m * rule.normal);
  }
  // The surface of a solid ball gives way like 2/7 of its mass; the slope of the normal force is 3/2 k_n d^(1/2).
  rule.tangential_damping = std::sqrt(2.0 / 7 * rule.tangential / (1.5 * rule.normal));
  return rule;
}

}  // namespace resound
