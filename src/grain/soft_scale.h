#pragma once
#include <optional>
#include <span>

#include "grain/hertz_rule.h"

namespace resound {

struct SoftSettings {
  // The fastest impact that is expected. Together with `overlap` it decides how much softer than their material grains
  // are made, which decides the step: true glass needs steps of a few 10 ns. Faster impacts only go deeper.
  double fastest = 2;                    // [m/s]
  double overlap = 0.005;                // [1]    greatest at that speed, as a share of the smaller radius
  double steps_per_contact = 20;         // [1]    of the shortest, which is the fastest
  std::optional<double> stiffness = {};  // [1]    share of the true moduli; left out: as above, and at most 1
  std::optional<double> step = {};       // [s]    left out: as above
  double told_speed = 0;                 // [m/s]  collisions slower than this are not told
};

// How soft and how fine: chosen so that no pair of types, and no type and a wall, breaks the rule.
//   overlap of true grains d = (15 m* v^2 / (16 E* sqrt(R*)))^(2/5);  with a share s of E* it is d s^(-2/5)
//   duration 2.943 d/v;  with many contacts at once the stiffest mode of a packing moves about three times as fast
struct SoftScale {
  double stiffness = 1;  // [1]
  double step = 0;       // [s]
  double fastest = 0;    // [m/s]  as it was expected

  double contact_duration(const ContactSide& a, const ContactSide& b) const;  // [s]  at that speed, as soft as they are
};
SoftScale soft_scale(std::span<const ContactSide> types, bool has_walls, const SoftSettings& settings);

ContactSide wall_side(const ContactSide& ball, const GrainSurface& wall);  // flat, of the material that meets it

}  // namespace resound
