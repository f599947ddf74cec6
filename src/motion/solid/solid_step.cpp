#include "motion/solid/solid_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace resound {
namespace {

constexpr double kShare = 0.9;  // [1]  of the elements' own bound

}  // namespace

SolidStep solid_step(const Scene& scene, const PreparedBodies& bodies) {
  const double sample = scene.simulation_rate().step();
  double longest = sample;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const auto* solid = std::get_if<Solid>(&scene.objects[i].kind);
    if (!solid) continue;
    const double stable = bodies.find_solid(static_cast<int>(i))->stable_step;
    if (solid->step > stable)
      throw UnstableError(
          fmt::format("{}: step_s is {:.4g} s and the largest stable step is {:.4g} s; use one below "
                      "that, or leave it out to have it chosen",
                      scene.objects[i].name, solid->step, stable));
    longest = std::min(longest, solid->step > 0 ? solid->step : kShare * stable);
  }
  const int per_sample = static_cast<int>(std::ceil(sample / longest - 1e-9));
  return {sample / per_sample, per_sample};
}

}  // namespace resound
