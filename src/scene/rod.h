#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "numerics/pi.h"
#include "numerics/pose.h"
#include "scene/material.h"

namespace resound {

// The line that a rod follows when nothing bends it.
enum class RodForm {
  straight,  // between two places
  arc,       // a part of a circle
  ring,      // closed
  coil,      // round wire
  strip,     // flat strip wound on edge to a coil, like a slinky
  points,    // from point to point
};
enum class RodProfile { ellipse, rectangle };
enum class RodHold { free, pinned, clamped };
enum class RodLaw { linear, neo_hookean };
enum class RodSolver { explicit_steps, implicit_steps };

// How it is drawn aside before it is let go at the beginning.
struct RodPluck {
  enum class Line { triangle, lobe, arch };
  Line line = Line::triangle;
  Vec3 offset;         // [m]  zero: not at all
  double place = 0.5;  // [1]  of its length
  double width = 0.5;  // [1]  of its length: of a lobe
};

// A force like a mallet's, raised cosine in time and along the rod.
struct RodMallet {
  double force = 0;         // [N]  at its height; 0: none
  double begin = 0.05;      // [s]
  double duration = 0.002;  // [s]
  double place = 0.5;       // [1]  of the length
  double width = 0.01;      // [m]  along the rod
  Vec3 direction{0, 0, -1};
  bool lets_go = false;  // at the height of its force, as a finger does that has drawn a string aside
};

// A bow that is drawn across it. Friction falls from holding to gliding within `slip_speed`.
struct RodBow {
  double force = 0;             // [N]  with which it presses; 0: none
  double speed = 0.2;           // [m/s]
  double place = 0.12;          // [1]  of the length
  double begin = 0, end = 1e9;  // [s]
  double holding = 0.8;         // [1]  friction while it sticks
  double gliding = 0.3;         // [1]  friction when it slides fast
  double slip_speed = 0.05;     // [m/s]
  Vec3 direction{0, 1, 0};
};

// An end that goes there and back again `frequency` times a second, as s(t) = (1 - cos(2 pi f t)) / 2.
struct RodDrive {
  Vec3 travel;           // [m]  at s = 1; zero: not at all
  double frequency = 1;  // [Hz]
  bool at_last = true;   // which end
};

// A thin elastic thing: string, wire, rubber band, spring, ribbon.
struct Rod {
  RodForm form = RodForm::straight;
  Vec3 from, to{0.5, 0, 0};       // [m]  straight: its ends at the beginning, in the world
  std::optional<double> length;   // [m]  straight: at rest; none: from end to end, or by the tension
  std::optional<double> tension;  // [N]  straight: at the beginning, in place of a length
  double radius = 0.03;           // [m]  of an arc, ring or coil
  double angle = kPi;             // [rad]  of an arc
  double pitch = 0.002;           // [m]  of a coil, from turn to turn
  double turns = 10;              // [1]
  double pulled = 1;              // [1]  a coil begins this many times as long as at rest
  std::vector<Vec3> points;       // [m]  its vertices, if it goes from point to point; of the pose's frame
  double twist = 0;               // [rad]  of its section at rest, from the first edge to the last
  double twisted = 0;             // [rad]  more than at rest when the scene begins
  Pose pose;                      // of all but straight ones: an arc about its own y axis, rings about z, coils along z

  RodProfile profile = RodProfile::ellipse;
  double width = 0.001, thickness = 0.001;  // [m]  whole
  double taper = 1;                         // [1]  section at the last end, as a share of that at the first
  Material material;
  RodLaw law = RodLaw::linear;
  std::optional<double> strain_damping;  // [s]    none: by the material's losses
  std::optional<double> mass_damping;    // [1/s]  likewise
  double tension_damping = 0;            // [s]    of a taut string
  int edges = 100;
  double step = 0;  // [s]  0: as large as is stable
  RodSolver solver = RodSolver::explicit_steps;

  RodHold first = RodHold::free, last = RodHold::free;
  std::vector<int> held;  // further vertices that stay where they are
  bool falls = false;     // is it heavy?
  bool settles = false;   // does it hang at rest when the scene begins?
  bool touches = true;    // other things and itself
  double friction = 0.3;
  std::optional<double> restitution;  // [1]  none: that of the material
  RodPluck pluck;
  RodMallet mallet;
  RodBow bow;
  RodDrive drive;
  Vec3 velocity;       // [m/s]  at the beginning
  std::string bridge;  // name of the body that its last end pulls at; none: it is held by nothing that sounds

  double drawn = 0;           // [m]  thickness in the picture at the least
  bool draws_frames = false;  // directors in the picture
};

// A coil has a whole number of edges in each turn, as near as that comes to what is asked for.
inline int edges_a_turn(const Rod& rod) {
  return std::max(3, static_cast<int>(std::lround(static_cast<double>(rod.edges) / rod.turns)));
}

inline int vertices_of(const Rod& rod) {
  switch (rod.form) {
    case RodForm::points:
      return static_cast<int>(rod.points.size());
    case RodForm::ring:
      return rod.edges;
    case RodForm::coil:
    case RodForm::strip:
      return static_cast<int>(std::lround(rod.turns * edges_a_turn(rod))) + 1;
    default:
      return rod.edges + 1;
  }
}

}  // namespace resound
