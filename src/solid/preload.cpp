#include "solid/preload.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "solid/solid_stepper.h"
#include "solid/stable_step.h"

namespace resound {
namespace {

constexpr int kLook = 16;  // [steps]  between looks at the energy: short against any motion worth stopping

// Root of the mean square of the forces on free nodes, each in weights of its node.
double residual_of(const SolidStepper& stepper, const std::vector<bool>& is_held, double gravity) {
  double sum = 0, count = 0;
  for (std::size_t node = 0; node < stepper.nodes(); ++node) {
    if (is_held[node]) continue;
    const Vec3 f = vector_at(stepper.force(), node) / (stepper.mass()[node] * gravity);
    sum += dot(f, f);
    count += 1;
  }
  return count > 0 ? std::sqrt(sum / count) : 0;
}

// Lets go of a solid that stands still now: half of the first kick, since velocities lie half a step before positions.
// A whole one would make the highest modes grow with each stop.
void let_go(SolidStepper& stepper) {
  stepper.stand_still();
  stepper.advance(1);
  const std::span<double> x = stepper.position_to_set(), v = stepper.velocity_to_set();
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] /= 2;
    x[i] -= stepper.step() * v[i];
  }
}

}  // namespace

Preload settle(const ElasticSolid& solid, const std::vector<int>& held, std::span<double> position,
               const PreloadSettings& settings) {
  if (held.empty())
    throw InputError("a solid that is held nowhere cannot rest under its weight; clamp it or let it fall");
  SolidMaterial slow = solid.material();
  slow.mass_damping = 0;
  const double gravity = length(settings.gravity);
  if (gravity == 0) return {true, 0, 0};
  SolidStepper stepper({&solid}, 0.9 * stable_step(highest_frequency(solid, held), slow));
  std::ranges::copy(position, stepper.position_to_set().begin());
  stepper.hold(held);
  std::vector<bool> is_held(solid.nodes());
  for (const int node : held) is_held[static_cast<std::size_t>(node)] = true;
  stepper.let_fall(0, settings.gravity);
  Preload preload;
  double energy = 0;
  let_go(stepper);
  while (preload.steps < settings.most_steps) {
    stepper.advance(kLook);
    preload.steps += kLook;
    const double now = stepper.kinetic_energy();
    if (now < energy) {
      let_go(stepper);
      energy = 0;
      preload.residual = residual_of(stepper, is_held, gravity);
      preload.is_settled = preload.residual < settings.tolerance;
      if (preload.is_settled) break;
    } else {
      energy = now;
    }
  }
  std::ranges::copy(stepper.position(), position.begin());
  return preload;
}

}  // namespace resound
