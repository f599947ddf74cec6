#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "numerics/pose.h"
#include "numerics/vec3.h"

// What somebody's own simulator says about one hit. What a row does not say is left empty and derived by whoever knows
// the objects.
namespace resound {

struct HitRow {
  std::int64_t line = 0;               // of the file, from 1
  double time = 0;                     // [s]   of first touch
  std::string object;                  // name or number of the one that is struck
  Vec3 position;                       // [m]   world
  std::optional<double> speed;         // [m/s] of approach along the normal; this or …
  std::optional<double> impulse;       // [N s] … this is there. If both are, the impulse counts.
  std::optional<Vec3> normal;          // unit, along which the struck object is pushed; else from its surface
  std::string other_material;          // of what struck it; empty if not said
  std::optional<double> other_mass;    // [kg]
  std::optional<double> other_radius;  // [m]   of its curvature at the contact
  std::optional<Pose> pose;            // of the struck object at that time; else it stays where it is
};

// Something doubtful in a line, in words. No line is passed over without one.
struct HitNote {
  std::int64_t line = 0;
  std::string message;
  bool is_used = false;  // the hit is played all the same
};

using HitSink = std::function<void(HitRow&&)>;
using HitNoteSink = std::function<void(const HitNote&)>;

}  // namespace resound
