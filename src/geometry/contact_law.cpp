#include "geometry/contact_law.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

// A touch lasts at least eleven steps, pi / 0.27: with fewer, restitution would depend on where in its step a mass
// arrives (0.3: by 2.1 %, 0.4: by 3.8 %).
constexpr double kGreatestOmegaStep = 0.27;  // [rad]
// Beyond it a mass keeps less than 2 % of its speed: e = 1 / (4 zeta^2) for large zeta.
constexpr double kGreatestZeta = 3.5;  // [1]

// As stiff as the share allows: omega^2 + 4 zeta omega = share, in steps.
TouchLaw law_with(double zeta, double share) {
  const double omega = std::min(kGreatestOmegaStep, share / (2 * zeta + std::sqrt(4 * zeta * zeta + share)));
  return {omega * omega, 2 * zeta * omega};
}

// Speed after a bounce over speed before, if the first depth seen is `phase` of a step's way.
double bounce(const TouchLaw& law, double phase) {
  double depth = phase, advance = 1 - push(law, phase, 1, true);
  while ((depth += advance) > 0) advance -= push(law, depth, advance, false);
  return -advance;
}

// Middle of the range over all phases. The continuous law has a closed form (Schwager & Poeschel 2007), which is up to
// a tenth too high at this stiffness; so the steps themselves are asked.
double restitution_of(const TouchLaw& law) {
  constexpr int kPhases = 40;
  double least = 1, most = 0;
  for (int i = 1; i <= kPhases; ++i) {
    const double e = bounce(law, static_cast<double>(i) / kPhases);
    least = std::min(least, e);
    most = std::max(most, e);
  }
  return (least + most) / 2;
}

}  // namespace

TouchLaw touch_law(double restitution, double share) {
  if (restitution >= 1) return law_with(0, share);
  double low = 0, high = kGreatestZeta;
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    (restitution_of(law_with(middle, share)) > restitution ? low : high) = middle;
  }
  return law_with((low + high) / 2, share);
}

// Where a touch begins or ends within a step, the spring acts only on the part of the way that lies inside: on the
// way from x- to x+ the mean force is k d (x+ - x-) / (whole way), both ends counted from the surface, which conserves
//   v^2 / 2 + (omega^2 / 2) max(0, x_n) max(0, x_n+1)
// exactly: without a dashpot a mass leaves as fast as it came, whatever the step. Solving for the speed after the kick
// gives the two square roots. The dashpot is weighted by the time inside.
double push(const TouchLaw& law, double depth, double advance, bool is_new) {
  const double k = law.stiffness, c = law.damping, before = depth - advance;
  if (is_new && before <= 1e-6 * depth) {  // came in during the last step; rounding may hide that it was its whole
    const double b = k * depth / 2;
    const double after = std::sqrt(std::max(0.0, b * b + advance * advance - k * depth * depth)) - b;
    return std::max(0.0, advance - after + c * advance * (0.5 + depth / advance));
  }
  const double whole = std::max(0.0, k * depth + c * advance);
  if (depth + advance - whole > 0) return whole;
  const double after = std::sqrt(advance * advance + k * depth * before);  // leaves during the next
  return std::max(0.0, advance + after + c * advance * (0.5 + std::min(1.0, depth / after)));
}

}  // namespace resound
