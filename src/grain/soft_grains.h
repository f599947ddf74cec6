#pragma once
#include <cstdint>
#include <memory>

#include "grain/grain_solver.h"
#include "grain/soft_scale.h"

namespace resound {

// Soft balls, and clumps of them, that press on each other: Hertz along the normal, Mindlin's spring and Coulomb's
// limit across it, in steps of fixed length (hertz_rule.h has the law, soft_scale.h how soft and how fine). For dense
// flow, where grains have many lasting contacts at once; event_driven.h is for grains that fly.
//
//   near pairs (now and then) -> those that touch -> forces -> walls -> new velocities -> new places
//
// Collisions: a contact that begins makes one, at the instant of first touch within the step, with the speed before it.
// It lasts until the surfaces have parted: what is pressed again without that, however hard, makes no other. Speeds
// and instants of balls do not depend on how soft they are; durations and forces do, and the sound takes the true ones.
// Each ball of a clump has contacts of its own; they are told together, by the impulse they gave (clump_blows.h).
//
// Walls are flat and of the material that meets them, as to stiffness. Steps lie on a grid from time 0: advance() goes
// to the last one at or before the time it is given, so that it does not matter how a run is cut into blocks.
// A clump's and a ball's tangential restitution follows from the law; GrainSurface::tangential_restitution is not used.
// Once nothing has moved for a while the whole system sleeps, at no cost, until a wall is told to move.
class SoftGrains final : public GrainSolver {
 public:
  explicit SoftGrains(const GrainSystem& system, const SoftSettings& settings = {});
  ~SoftGrains() override;

  void move_wall(int wall, const WallMotion& motion) override;
  void advance(double until, const CollisionSink& sink) override;
  double time() const override;
  std::span<const Vec3> positions() override;
  std::span<const Vec3> velocities() override;
  std::span<const Vec3> spins() override;
  std::span<const Rotation> rotations() override;
  double energy() override;  // that of the contacts' springs included
  double energy_supplied() override;
  int asleep() const override;
  void archive(StateArchive& state) override;

  double step() const;                 // [s]
  double stiffness() const;            // [1]  share of the true moduli
  std::int64_t contacts() const;       // that bear load now
  Vec3 force_on_wall(int wall) const;  // [N]  at time()

 private:
  class Model;
  std::unique_ptr<Model> model_;
};

}  // namespace resound
