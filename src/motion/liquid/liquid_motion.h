#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "liquid/liquid_solver.h"
#include "motion/liquid/liquid_setup.h"
#include "motion/motion_events.h"
#include "motion/splash/liquid_picture.h"
#include "motion/splash/splash_watch.h"
#include "scene/scene.h"

namespace resound {

// A liquid of the scene, with the balls in it:
//
//   walls on their ways -> solver -> every few steps: the watch finds splashes -> impacts, bubbles, blows on what rings
//                                 -> every millisecond: what can be seen
//
// It moves ahead of the blocks by as long as the watch needs to be sure of a splash, so that each is told at its time.
class LiquidMotion {
 public:
  LiquidMotion(const Scene& scene, const PreparedBodies& bodies, int object);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state);

 private:
  // What can be seen at an instant.
  struct Sight {
    double time = 0;  // [s]
    std::vector<Vec3> positions, velocities;
    std::vector<float> crowding;
    std::vector<Vec3> balls;
    void archive(StateArchive& state) { state.fields(time, positions, velocities, crowding, balls); }
  };

  void take_tick();
  void see();
  std::span<const SplashBall> balls_now();

  std::shared_ptr<const Scene> scene_;  // a copy
  int object_;
  LiquidSetup setup_;  // without its particles
  std::unique_ptr<LiquidSolver> solver_;
  std::unique_ptr<SplashWatch> watch_;
  double lookahead_ = 0;      // [s]
  int watched_every_ = 1;     // [steps]
  std::int64_t ticks_ = 0;    // that the solver has gone
  std::deque<Sight> sights_;  // from the block on
  LiquidPicture picture_;
  std::vector<SplashBall> balls_;  // as they are now
};

}  // namespace resound
