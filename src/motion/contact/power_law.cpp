#include "motion/contact/power_law.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "motion/contact/hertz.h"

namespace resound {

// At the deepest all energy is in the spring: m v^2 / 2 = K delta^(p+1) / (p+1). With x = dent / deepest, x' = (v /
// deepest) sqrt(1 - x^(p+1)), and the integral of 1/x' up and down is
//   d = 2 sqrt(pi) Gamma(1 + 1/(p+1)) / Gamma(1/2 + 1/(p+1)) * deepest / v     (2.9433 deepest / v for Hertz).
PowerLawContact power_law_contact(const PowerLaw& spring, double mass, double speed) {
  assert(spring.stiffness > 0 && mass > 0 && speed > 0);
  const double p = spring.exponent, n = p + 1;
  const double deepest = std::pow(n * mass * speed * speed / (2 * spring.stiffness), 1 / n);
  const double turns = 2 * std::sqrt(std::numbers::pi) * std::tgamma(1 + 1 / n) / std::tgamma(0.5 + 1 / n);
  return {deepest, turns * deepest / speed, spring.stiffness * std::pow(deepest, p)};
}

// The rms width of the force in time. With x^(p+1) = sin^2 a the time runs as dt = 2/(p+1) sin^(2/(p+1) - 1) a da and
// the momentum handed over as sin a da, a from 0 to a quarter turn at the deepest. The root at a = 0 is taken out by a
// = b^(p+1); the midpoint rule is then good to 1e-7.
double half_sine_share(double exponent) {
  if (exponent == 1.5) return 0.8918133916;  // what the lines below give
  const double n = exponent + 1;
  constexpr int kSteps = 4000;
  const double reach = std::pow(std::numbers::pi / 2, 1 / n);
  double time = 0, first = 0, second = 0;  // moments of the force about first touch
  for (int i = 0; i < kSteps; ++i) {
    const double b = (i + 0.5) / kSteps * reach, a = std::pow(b, n);
    const double da = n * std::pow(b, n - 1) * reach / kSteps;
    const double dt = 2 / n * std::pow(std::sin(a), 2 / n - 1) * da;
    const double t = time + dt / 2;
    first += t * std::sin(a) * da;
    second += t * t * std::sin(a) * da;
    time += dt;
  }
  const double variance = time * time - 2 * time * first + second;
  const double half_sine = 0.25 - 2 / (std::numbers::pi * std::numbers::pi);  // of one of length 1
  return std::sqrt(variance / half_sine) / (2 * time);
}

// Each mode that joins makes the contact shorter, so the modes are taken from the lowest until one is too fast.
YieldingContact yielding_contact(const PowerLaw& spring, double inverse_mass, const YieldingModes& modes,
                                 double speed) {
  double sum = inverse_mass;
  double duration = sum > 0 ? power_law_contact(spring, 1 / sum, speed).duration : 0;
  for (std::size_t i = 0; i < modes.omega.size(); ++i) {
    if (modes.omega[i] * duration >= 1) break;
    sum += modes.shape[i] * modes.shape[i];
    if (sum > 0) duration = power_law_contact(spring, 1 / sum, speed).duration;
  }
  return {sum > 0 ? 1 / sum : std::numeric_limits<double>::infinity(), duration};
}

}  // namespace resound
