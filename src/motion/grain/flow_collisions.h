#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "collision_statistics/flow_sampler.h"
#include "grain/collision.h"
#include "grain/wall_field.h"
#include "motion/grain/grain_sorts.h"
#include "particle_file/particle_path.h"

namespace resound {

// Collisions by chance from how grains move, whoever moves them: between grains from the databank, and on walls from
// those particles that will reach one before the next frame.
class FlowCollisions {
 public:
  // `walls` are those of the sorts, in their order.
  FlowCollisions(const FlowSettings& settings, const GrainSorts& sorts, std::span<const Wall> walls);

  // The next frame between grains.
  void add(const FlowFrame& frame) { flow_.add(frame); }
  // Those who reach a wall within an interval [s] from a frame on, and where the walls are and go then; such looks may
  // be more frequent than frames. Without ways of their own, all fly freely.
  void look_at_walls(const FlowFrame& frame, double interval, std::span<const WallMotion> motions);
  void look_at_walls(const FlowFrame& frame, double interval, std::span<const WallMotion> motions,
                     std::span<const ParticlePath::Way> ways);
  double known_until() const { return flow_.known_until(); }  // [s]
  // Those from `begin` to `end` [s], in the order of time.
  void take(double begin, double end, std::vector<Collision>& collisions);
  const FlowReport& report() const { return flow_.report(); }
  void archive(StateArchive& state) { state.fields(flow_, hits_, looks_); }

 private:
  FlowSettings settings_;
  FlowSampler flow_;
  std::vector<WallField> walls_;
  std::vector<Collision> hits_;  // on walls, not taken yet
  std::int64_t looks_ = 0;
  std::vector<FlowCollision> some_;
  std::vector<ParticlePath::Way> ways_;
};

}  // namespace resound
