#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "base/state_archive.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "scene/scene.h"
#include "splash/basin.h"
#include "splash/splash_list.h"

namespace resound {

// Plays a list of splashes in place of a liquid.
class SplashListMotion {
 public:
  SplashListMotion(const SplashList& list, int object, const Scene& scene);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void archive(StateArchive& state) { state.fields(next_); }

 private:
  struct Row {
    Splash splash;
    int struck = -1;  // object
  };
  LiquidMatter matter_;
  int object_;
  std::vector<Basin> basins_;
  std::shared_ptr<const std::vector<Row>> rows_;  // in the order of time
  std::uint64_t next_ = 0;
};

// A vessel as the level of what it holds needs it. Throws InputError if it names a body that is not there.
Basin basin_of(const Vessel& vessel);
int body_of(const Vessel& vessel, const Scene& scene);  // index into Scene::objects; -1: none

}  // namespace resound
