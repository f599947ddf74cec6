#include "rod/rod_stable_step.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

// 2 / omega with damping taken from the last known velocity: zeta = tau omega / 2 + alpha / (2 omega).
double damped_bound(double bound, double tau, double alpha) {
  const double zeta = tau / bound + alpha * bound / 4;
  return bound * (std::sqrt(1 + zeta * zeta) - zeta);
}

}  // namespace

double RodStepBounds::least() const { return std::min({stretch, bend, twist, tension}); }

RodStepBounds step_bounds(const ElasticRod& rod, const RodState& state) {
  RodStepBounds bounds;
  const RodMaterial& material = rod.material();
  const double alpha = material.mass_damping, shear = material.shear_modulus();
  const auto lower = [](double& bound, double to) { bound = std::min(bound, to); };
  for (std::size_t i = 0; i < rod.edges().size(); ++i) {
    const RodEdge& edge = rod.edges()[i];
    const double h = edge.length;                                                             // [m]     at rest
    const double mu = material.density * section_area(edge.section);                          // [kg/m]  at rest
    const double now = length(state.position[(i + 1) % rod.vertices()] - state.position[i]);  // [m]
    const double stretch = now / h, tension = rod.tension(i, stretch);
    const double slope = material.law == StretchLaw::linear ? 1 : (1 + 2 / (stretch * stretch * stretch)) / 3;
    const SectionMoments moments = section_moments(edge.section);
    lower(bounds.stretch,
          damped_bound(h * std::sqrt(mu / (std::max(slope, 1.0) * edge.stiffness)), material.stretch_damping, alpha));
    // bending is felt over the edges as they are now
    const double bend = now * std::min(now, h) / 2 * std::sqrt(mu / (material.young_modulus * moments.larger()));
    lower(bounds.bend, damped_bound(bend, material.bend_damping, alpha));
    lower(bounds.twist,
          damped_bound(h * std::sqrt(material.density * moments.polar() / (shear * torsion_constant(edge.section))),
                       material.twist_damping, alpha));
    // the mass of an edge is mu h and its tension acts over its length now: omega^2 = 4 T / (mu h now)
    if (tension > 0)
      lower(bounds.tension, damped_bound(std::sqrt(mu * h * now / tension), material.tension_damping, alpha));
  }
  return bounds;
}

double stable_step(const ElasticRod& rod, const RodState& state) { return 0.8 * step_bounds(rod, state).least(); }
double stable_step(const ElasticRod& rod) { return stable_step(rod, at_rest(rod)); }

}  // namespace resound
