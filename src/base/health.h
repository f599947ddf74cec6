#pragma once
#include <limits>
#include <vector>

namespace resound {

// How a time-stepping solver is doing at the end of a block. The driver stops a render whose energy is not finite or
// has outgrown what was ever put in, and tells the user the step and the stable step.
struct Health {
  int object = 0;                                                // index into Scene::objects
  double energy = 0;                                             // [J]  now
  double energy_supplied = 0;                                    // [J]  at the start, plus all work done on it since
  double step = 0;                                               // [s]
  double stable_step = std::numeric_limits<double>::infinity();  // [s]
  const char* remedy = "use a step below that";                  // what the user can do
};

using HealthReports = std::vector<Health>;

}  // namespace resound
