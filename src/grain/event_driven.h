#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "grain/grain_solver.h"

namespace resound {

struct EventDrivenSettings {
  // Contacts slower than this are taken to last: they lose nothing along the normal and part with at least a quarter of
  // it, which ends the endless series of ever slower bounces (inelastic collapse) at a hop of slow_speed^2 / 2g.
  // Friction acts in them as in others. Left out: 1/20 of sqrt(g d), d the mean diameter; 0 without gravity.
  std::optional<double> slow_speed = {};  // [m/s]
  // Collisions slower than this are not told. Left out: twice slow_speed.
  std::optional<double> told_speed = {};  // [m/s]
  // A collision of a grain that had another less than this ago loses nothing [Luding & McNamara 1998]; 0: no such rule.
  // It also spares fast hits on a grain that trembles, therefore slow_speed is the rule to prefer.
  double contact_time = 0;  // [s]
  bool sleeps = true;       // grains that have not moved for a while stop and cost nothing; needs gravity
};

// Hard balls that fly on parabolas from one collision to the next; every collision is found to the last digits, and
// none is missed. A grain keeps its own time and is touched only when something happens to it, so that a collision
// costs the same among a thousand grains and among a hundred thousand.
//
//   queue -> the earliest event: a collision, a wall, a new cell -> new velocities -> what comes next for these ->
//   queue
//
// A grain's plan is its own earliest event. When another grain's collision has made it void, that is noticed by a
// counter when its time comes, and only then a new plan is made.
//
// Grains that lie: slow contacts hop on the spot by micrometres. A grain that has hopped without getting anywhere, and
// below which all that it touches sleeps or is wall, falls asleep: it stands still without weight. It wakes when it is
// hit faster than three times slow_speed, when one of its supports wakes, or when a wall that it touches moves or goes.
class EventDrivenGrains final : public GrainSolver {
 public:
  explicit EventDrivenGrains(const GrainSystem& system, const EventDrivenSettings& settings = {});
  ~EventDrivenGrains() override;

  void move_wall(int wall, const WallMotion& motion) override;
  void advance(double until, const CollisionSink& sink) override;
  double time() const override;
  std::span<const Vec3> positions() override;
  std::span<const Vec3> velocities() override;
  std::span<const Vec3> spins() override;
  double energy() override;
  double energy_supplied() override;
  int asleep() const override;
  void archive(StateArchive& state) override;

  std::int64_t collisions() const;  // until now, whether told or not

 private:
  struct Snapshot;
  class Model;
  void look();  // fills the snapshot
  std::unique_ptr<Model> model_;
  std::unique_ptr<Snapshot> snapshot_;
};

}  // namespace resound
