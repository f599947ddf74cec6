#include "grain/soft_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace resound {

ContactSide wall_side(const ContactSide& ball, const GrainSurface& wall) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  return {kInfinite, kInfinite, ball.youngs_modulus, ball.poisson_ratio, wall};
}

double SoftScale::contact_duration(const ContactSide& a, const ContactSide& b) const {
  return kHertzDuration * hertz_overlap(a, b, fastest) * std::pow(stiffness, -0.4) / fastest;
}

SoftScale soft_scale(std::span<const ContactSide> types, bool has_walls, const SoftSettings& settings) {
  if (!(settings.fastest > 0 && settings.overlap > 0 && settings.steps_per_contact >= 5))
    throw InputError("soft grains need a fastest speed and an overlap above 0, and at least 5 steps a contact");
  const auto visit = [&](const auto& show) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) show(types[i], types[j], std::min(types[i].radius, types[j].radius));
      if (has_walls) show(types[i], wall_side(types[i], types[i].surface), types[i].radius);
    }
  };
  SoftScale scale;
  scale.fastest = settings.fastest;
  double wanted = 0, shortest = std::numeric_limits<double>::infinity();
  visit([&](const ContactSide& a, const ContactSide& b, double radius) {
    const double d = hertz_overlap(a, b, settings.fastest);
    wanted = std::max(wanted, std::pow(d / (settings.overlap * radius), 2.5));
    shortest = std::min(shortest, kHertzDuration * d / settings.fastest);
  });
  scale.stiffness = settings.stiffness.value_or(std::min(1.0, wanted));
  scale.step = settings.step.value_or(shortest * std::pow(scale.stiffness, -0.4) / settings.steps_per_contact);
  return scale;
}

}  // namespace resound
