#pragma once
#include <memory>
#include <vector>

#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "grain/grain_solver.h"
#include "motion/grain/grain_sorts.h"
#include "motion/grain/heard_collisions.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// All grains of a scene, in one mover because they collide with each other:
//
//   walls where they are now -> solver -> collisions -> for emission; those on what rings are also contacts
//
// The solver's clock begins earlier than the scene's, by the time that the grains sink together.
class GrainsMotion {
 public:
  GrainsMotion(const Scene& scene, const PreparedBodies& bodies);

  // Lets the grains sink together before the scene begins, for so many seconds [s] more. What is left of it [s].
  double settle(double seconds);
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);

 private:
  // Where the grains are at one frame of the block.
  struct Frame {
    SampleIndex sample = 0;
    std::vector<Vec3> positions;      // [m]
    std::vector<Rotation> rotations;  // of clumps; empty where all are balls
  };

  WallMotion motion_of(const WallSort& wall, double time, double until) const;  // [s]
  void move_walls(const TimeBlock& block);

  std::shared_ptr<const Scene> scene_;  // a copy
  GrainSorts sorts_;
  std::vector<int> kind_of_;  // one a grain
  double lead_ = 0;           // [s]  of the solver's clock before the scene's
  double settled_ = 0;        // [s]  how much of it is over
  std::unique_ptr<GrainSolver> solver_;
  HeardCollisions heard_;  // of the block, by the scene's clock
  std::vector<Frame> frames_;
};

}  // namespace resound
