#pragma once
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_view.h"
#include "motion/motion_events.h"
#include "scene/splash.h"
#include "splash/splash_detector.h"

namespace resound {

struct SplashSite {
  int object = 0;                // the liquid, index into Scene::objects
  std::vector<Basin> basins;     // vessels, if any
  std::vector<int> wall_object;  // index into Scene::objects of each wall of LiquidView::wall; -1: does not sound
  double lookahead = 0;          // [s]  how far the mover moves its liquid ahead of the block
};

// Watches a moving liquid and leaves what can be heard of it among the events of motion, each in the block of its time:
// impacts and bubbles, contacts on the bodies that are struck, levels of the vessels.
//
//   mover, each step:   watch.observe(view)
//   mover, each block:  watch.release(block, events)
//
// A splash is known a moment after it happened. A mover that runs ahead of the block by latency() gives each its true
// time; one that does not delays all of them alike, by what is missing.
class SplashWatch {
 public:
  SplashWatch(const SplashSound& sound, const LiquidMatter& matter, std::uint64_t seed, SplashSite site);

  void move_basin(std::size_t basin, const Vec3& bottom) { detector_.move_basin(basin, bottom); }
  void observe(const LiquidView& view, std::span<const SplashBall> balls = {}) { detector_.observe(view, balls); }
  void release(const TimeBlock& block, MotionEvents& events);

  double latency() const { return detector_.latency(); }  // [s]
  const SplashDetector& detector() const { return detector_; }
  void archive(StateArchive& state);

 private:
  SplashDetector detector_;
  LiquidMatter matter_;
  SplashSite site_;
  std::vector<Splash> waiting_;  // known, not handed over yet; in the order of time
};

// What a splash leaves among the events of motion, as the watch and a list of splashes tell it alike. `object` is the
// liquid, `struck` the body that an impact hit, -1 for none.
void leave_splash(const Splash& splash, int object, int struck, const LiquidMatter& matter,
                  std::span<const Basin> basins, MotionEvents& events);

}  // namespace resound
