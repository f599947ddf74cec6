#pragma once
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "grain/collision.h"
#include "grain/grain_kind.h"
#include "grain/wall.h"
#include "numerics/gravity.h"
#include "numerics/pose.h"
#include "numerics/vec3.h"

namespace resound {

// One ball or clump at the beginning.
struct Grain {
  int kind = 0;            // into GrainSystem::kinds
  Vec3 position = {};      // [m]
  Vec3 velocity = {};      // [m/s]
  Vec3 spin = {};          // [rad/s]
  bool asleep = false;     // lies still until something wakes it; its velocity must be 0
  Rotation rotation = {};  // of a clump's own frame
};

// Grains and what they lie in, as a solver is given them.
struct GrainSystem {
  std::vector<GrainKind> kinds;
  std::vector<Grain> grains;
  std::vector<Wall> walls;
  Vec3 gravity{0, 0, -kGravity};  // [m/s^2]
  // A cube that repeats in space, with one corner at the origin and this edge; there are no walls in it. 0: open space.
  double period = 0;  // [m]
};

// What every solver of grains can do; event_driven.h has hard balls, soft_grains.h soft ones. Grains keep their number
// (their place in GrainSystem::grains) throughout. The same system gives the same collisions, bit for bit, for any
// number of threads.
class GrainSolver {
 public:
  GrainSolver() = default;
  virtual ~GrainSolver() = default;
  GrainSolver(const GrainSolver&) = delete;
  GrainSolver& operator=(const GrainSolver&) = delete;

  // From now on the wall goes this way. A driver tells it before each block; telling what is known already is free.
  virtual void move_wall(int wall, const WallMotion& motion) = 0;

  // Goes on to a time [s] and tells every collision on the way, in the order of time. Contacts that last (a grain that
  // lies, rolls or is pressed) make no collisions: each solver says what it takes for such.
  virtual void advance(double until, const CollisionSink& sink) = 0;

  virtual double time() const = 0;  // [s]

  // All grains at time(); valid until the next call of advance.
  virtual std::span<const Vec3> positions() = 0;                // [m]
  virtual std::span<const Vec3> velocities() = 0;               // [m/s]
  virtual std::span<const Vec3> spins() = 0;                    // [rad/s]
  virtual std::span<const Rotation> rotations() { return {}; }  // of clumps' frames; empty where all grains are balls

  virtual double energy() = 0;           // [J]  of motion, of spin and of height (0 at the origin)
  virtual double energy_supplied() = 0;  // [J]  at the start, plus all work that moving walls have done since
  virtual int asleep() const = 0;        // grains that lie still and cost nothing
  virtual void archive(StateArchive& state) = 0;
};

}  // namespace resound
