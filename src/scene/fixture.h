#pragma once
#include <limits>
#include <optional>

#include "numerics/path.h"
#include "numerics/pose.h"
#include "scene/material.h"
#include "scene/turning.h"

namespace resound {

// Thin walls that are turned about the z axis of the fixture: a disc lies at z = 0; tube, cup and funnel stand on it. A
// box is a tray with four sides and no lid; a bottle a cup that narrows to a neck.
enum class FixtureShape { disc, tube, cup, funnel, box, bottle };

// Something rigid that does not sound itself: a funnel, a chute, a gate, a pocket of cloth. Grains and liquids meet it.
struct Fixture {
  FixtureShape shape = FixtureShape::funnel;
  double radius = 0.04;               // [m]  of a funnel, at its rim
  double outlet_radius = 0.006;       // [m]  of a funnel
  double height = 0.05;               // [m]  of a funnel, without its spout
  double spout = 0.01;                // [m]  length of the straight end of a funnel, below z = 0; of a bottle its neck
  double length = 0.2, width = 0.1;   // [m]  of a box, along its x and y axes
  Material material;                  // what it feels like to what meets it
  double friction = 0.3;              // [1]
  std::optional<double> restitution;  // [1]  at about 1 m/s; none: that of the material
  Path path;                          // [m]      of its own origin
  Rotation rotation;                  // at the beginning
  Turning spin;

  // From then on it lets everything through and is not seen: a gate that is pulled away [s].
  double opens = std::numeric_limits<double>::infinity();
};

inline Pose pose_at(const Fixture& fixture, double time) {
  return {fixture.path.position(time), fixture.spin.at(time) * fixture.rotation};
}

}  // namespace resound
