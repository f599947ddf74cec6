#pragma once
#include <memory>
#include <vector>

#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "grain/grain_solver.h"
#include "motion/grain/flow_collisions.h"
#include "motion/grain/grain_sorts.h"
#include "motion/grain/heard_collisions.h"
#include "motion/grain/resting_grains.h"
#include "motion/grain/sampled_collisions.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// All grains of a scene, in one mover because they collide with each other:
//
//   walls where they are now -> solver -> collisions -> for emission; those on what rings are also contacts
//
// The solver's clock begins earlier than the scene's, by the time that the grains sink together. Where collisions are
// made by chance, the solver runs ahead of the scene by the windows that their statistics need; what is seen and what
// rests waits.
class GrainsMotion {
 public:
  GrainsMotion(const Scene& scene, const PreparedBodies& bodies);

  // Lets the grains sink together before the scene begins, for so many seconds [s] more. What is left of it [s].
  double settle(double seconds);
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);

 private:
  // Where the grains are at one sample.
  struct Frame {
    SampleIndex sample = 0;
    std::vector<Vec3> positions;      // [m]
    std::vector<Rotation> rotations;  // of clumps; empty where all are balls

    void archive(StateArchive& state) { state.fields(sample, positions, rotations); }
  };

  void make_flow(const GrainSystem& system, bool is_soft);
  void advance_exactly(const TimeBlock& block);
  void take_by_chance(const TimeBlock& block);
  void run_ahead(const TimeBlock& block);
  double delay() const;  // [s]  by which the solver is ahead
  void show_flow(const TimeBlock& next);
  Frame frame_now(SampleIndex sample) const;
  Frame frame_between(SampleIndex sample) const;  // of those that wait

  // Who rests on bodies from a time on.
  struct Resting {
    double time = 0;  // [s]
    std::int64_t change = 0;
    std::vector<WallLoad> loads;

    void archive(StateArchive& state) { state.fields(time, change, loads); }
  };

  void move_walls(const TimeBlock& block);
  void look_who_rests(const TimeBlock& block);  // to whose end the solver has run
  const Resting& resting_at(double time);       // [s]  not earlier than asked before

  std::shared_ptr<const Scene> scene_;  // a copy
  GrainSorts sorts_;
  std::vector<int> kind_of_;  // one a grain
  double lead_ = 0;           // [s]  of the solver's clock before the scene's
  double settled_ = 0;        // [s]  how much of it is over
  std::unique_ptr<GrainSolver> solver_;
  HeardCollisions heard_;  // of the block, by the scene's clock
  std::unique_ptr<RestingGrains> resting_;
  std::vector<Resting> rested_;  // what it has seen, from the one that holds now on
  std::vector<Frame> frames_;

  // At most one of the two; without them collisions are heard as they are found.
  std::unique_ptr<SampledCollisions> sampled_;
  std::unique_ptr<FlowCollisions> flow_;
  std::vector<Collision> taken_;   // from them, in the block
  std::vector<double> diameters_;  // [m]  for the flow, one a grain
  SampleIndex ahead_ = 0;          // to where the solver has run
  std::vector<Frame> waiting_;     // one at the end of each block that it has run ahead
};

}  // namespace resound
