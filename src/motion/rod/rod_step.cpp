#include "motion/rod/rod_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "rod/rod_stable_step.h"

namespace resound {
namespace {

constexpr double kImplicitRate = 192e3;  // [1/s]  steps of the implicit solver, at the least: its pitch is flat

}  // namespace

RodStep rod_step(std::span<const SteppedRod> rods, SampleRate rate) {
  const bool is_implicit = std::ranges::any_of(
      rods, [](const SteppedRod& rod) { return rod.description->solver == RodSolver::implicit_steps; });
  RodStep chosen{.stable = std::numeric_limits<double>::infinity()};
  chosen.integrator = is_implicit ? RodIntegrator::implicit_midpoint : RodIntegrator::leapfrog;
  double longest = is_implicit ? std::min(rate.step(), 1 / kImplicitRate) : rate.step();
  for (const SteppedRod& rod : rods) {
    const double given = rod.description->step;
    if (!is_implicit) {
      const double bound = step_bounds(rod.started->rod, rod.started->state).least();
      if (given > bound)
        throw UnstableError(
            fmt::format("{}: step_s is {:.4g} s and the largest stable step is {:.4g} s; use one below "
                        "that, or leave it out to have it chosen",
                        rod.called, given, bound));
      chosen.stable = std::min(chosen.stable, bound);
      longest = std::min(longest, stable_step(rod.started->rod, rod.started->state));
    }
    if (given > 0) longest = std::min(longest, given);
  }
  chosen.per_sample = static_cast<int>(std::ceil(rate.step() / longest - 1e-9));
  chosen.step = rate.step() / chosen.per_sample;
  return chosen;
}

}  // namespace resound
