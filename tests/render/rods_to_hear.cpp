#include "render/rods_to_hear.h"

namespace resound {

Rod steel_rod(double diameter) {
  Rod rod;
  rod.material = {.name = "steel", .young_modulus = 200e9, .density = 7850, .poisson_ratio = 0.29};
  rod.width = rod.thickness = diameter;
  rod.strain_damping = 0;
  rod.mass_damping = 0;
  rod.touches = false;
  return rod;
}

Rod steel_string(int edges) {
  Rod rod = steel_rod(0.43e-3);
  rod.from = {-0.325, 0, 1}, rod.to = {0.325, 0, 1};
  rod.tension = 70;
  rod.edges = edges;
  rod.first = rod.last = RodHold::pinned;
  return rod;
}

}  // namespace resound
