#pragma once
#include <memory>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_view.h"
#include "splash/ball_entry.h"
#include "splash/basin.h"
#include "splash/splash.h"
#include "splash/splash_settings.h"

namespace resound {

// Finds what can be heard in the motion of a liquid (docs/liquids.md):
//
//   particles at an instant -> hits -> (every 5 ms) clusters of hits -> impacts -> bubbles
//                           -> (every 5 ms) resting liquid -> level of each basin
//   balls at an instant     -> slaps as they touch the resting liquid -> the bubbles that they draw down
//
// What it finds is known once the window of time that it lies in is over: a moment after it happened, but with its own
// time. Most bubbles begin later than what entrained them.
class SplashDetector {
 public:
  // Without basins, all of the liquid is in one that is open to all sides.
  explicit SplashDetector(const SplashSettings& settings, std::vector<Basin> basins = {});
  ~SplashDetector();
  SplashDetector(SplashDetector&&) noexcept;
  SplashDetector& operator=(SplashDetector&&) noexcept;

  void move_basin(std::size_t basin, const Vec3& bottom);                        // [m]
  void observe(const LiquidView& view, std::span<const SplashBall> balls = {});  // each step, in the order of time
  void finish();                                                                 // closes the last window

  // What was found since the last call, in the order of time. All of it is later than known_until() was then.
  std::vector<Splash> take();
  double known_until() const;  // [s]  nothing that happened before this can be found any more
  double latency() const;      // [s]  at most, between something that happens and known_until() being there

  double level(std::size_t basin = 0) const;     // [m]  of the resting liquid, smoothed
  bool has_liquid(std::size_t basin = 0) const;  // enough for bubbles: higher than two particles
  std::span<const Basin> basins() const;

  void archive(StateArchive& state);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace resound
