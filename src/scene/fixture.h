#pragma once
#include <limits>
#include <optional>

#include "numerics/path.h"
#include "numerics/pose.h"
#include "scene/material.h"

namespace resound {

// Thin walls that are turned about the z axis of the fixture: a disc lies at z = 0; tube, cup and funnel stand on it.
enum class FixtureShape { disc, tube, cup, funnel };

// Something rigid that does not sound itself: a funnel, a chute, a gate, a pocket of cloth. Grains meet it.
struct Fixture {
  FixtureShape shape = FixtureShape::funnel;
  double radius = 0.04;               // [m]  of a funnel, at its rim
  double outlet_radius = 0.006;       // [m]  of a funnel
  double height = 0.05;               // [m]  of a funnel, without its spout
  double spout = 0.01;                // [m]  length of the straight end of a funnel, below z = 0
  Material material;                  // what it feels like to what meets it
  double friction = 0.3;              // [1]
  std::optional<double> restitution;  // [1]  at about 1 m/s; none: that of the material
  Path path;                          // [m]      of its own origin
  Rotation rotation;                  // at the beginning
  Vec3 spin_axis{0, 0, 1};
  double spin = 0;  // [rad/s]  about that axis through its origin

  // From then on it lets everything through and is not seen: a gate that is pulled away [s].
  double opens = std::numeric_limits<double>::infinity();
};

inline Pose pose_at(const Fixture& fixture, double time) {
  return {fixture.path.position(time), rotation_about(fixture.spin_axis, fixture.spin * time) * fixture.rotation};
}

}  // namespace resound
