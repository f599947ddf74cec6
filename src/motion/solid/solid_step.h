#pragma once
#include "body/prepared_body.h"
#include "scene/scene.h"

namespace resound {

struct SolidStep {
  double step = 0;  // [s]
  int per_sample = 1;
};

// The step of all deforming solids of a scene: a whole number of them makes a sample, and the stiffest solid bears it.
// The elements' own bound is taken to nine tenths, so that contacts find room within it: (0.9 * 2)^2 + 0.5 < 4. Throws
// UnstableError, naming the solid and its stable step, if the scene asks for a longer one.
SolidStep solid_step(const Scene& scene, const PreparedBodies& bodies);

}  // namespace resound
