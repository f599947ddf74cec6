#pragma once
#include <span>
#include <string>

#include "base/clock.h"
#include "motion/rod/rod_start.h"
#include "rod/rod_stepper.h"
#include "scene/rod.h"

namespace resound {

// A rod that asks for steps.
struct SteppedRod {
  std::string called;  // in messages
  const Rod* description = nullptr;
  const StartedRod* started = nullptr;
};

struct RodStep {
  double step = 0;  // [s]
  int per_sample = 1;
  double stable = 0;  // [s]  at which the first rod becomes unstable
  RodIntegrator integrator = RodIntegrator::leapfrog;
};

// The step of all rods of a scene: a whole number of them makes a sample, and the stiffest rod bears it. If one of them
// asks for the implicit solver, all take it. Throws UnstableError, naming the rod and its stable step, if the scene
// asks for a longer one.
RodStep rod_step(std::span<const SteppedRod> rods, SampleRate rate);

}  // namespace resound
