#pragma once
#include <optional>

#include "base/state_archive.h"
#include "splash/entrainment.h"
#include "splash/entry_cavity.h"
#include "splash/splash.h"
#include "splash/splash_settings.h"

namespace resound {

// A rigid ball among the liquid, at one instant.
struct SplashBall {
  Vec3 position, velocity;  // [m], [m/s]
  double radius = 0;        // [m]
  bool is_rough = true;     // takes air down with it; one that is smooth and clean does so only when it is very fast
};

// One ball that comes down on liquid: a slap as it touches, then, if it takes air along, the bubble that its cavity
// leaves. It may come out and enter again.
class BallEntry {
 public:
  struct Found {
    std::optional<SplashImpact> slap;
    std::optional<SplashBubble> bubble;
  };
  // `pool` is the liquid below the ball; nothing if there is too little of it.
  Found observe(double time, const SplashBall& ball, const std::optional<Pool>& pool, const SplashSettings& settings);
  void archive(StateArchive& state) { state.fields(cavity_, entry_, last_time_, last_gap_, is_open_); }

 private:
  SplashImpact slap_of(double time, const SplashBall& ball, const Pool& pool) const;
  std::optional<SplashBubble> bubble_of(const SplashBall& ball, const Pool& pool, const SplashSettings& settings) const;

  EntryCavity cavity_;
  Vec3 entry_;            // [m]  place of the slap
  double last_time_ = 0;  // [s]
  double last_gap_ = -1;  // [m]  from the surface up to the ball, when it was seen last
  bool is_open_ = false;  // is there a cavity?
};

// Does a ball this fast [m/s] draw air down? A rough or dry one does; one that liquid wets, above a tenth of
// sigma / mu only, 7.3 m/s in water [Duez et al. 2007].
bool draws_air(const SplashBall& ball, double speed, const SplashLiquid& liquid);

}  // namespace resound
