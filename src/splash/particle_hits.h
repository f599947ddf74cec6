#pragma once
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_view.h"
#include "splash/splash_settings.h"

namespace resound {

// One particle came down on something.
struct ParticleHit {
  double time = 0;  // [s]
  std::uint32_t particle = 0;
  std::int32_t wall = -1;  // that it touched, -1: none
  Vec3 place;              // [m]
  Vec3 velocity;           // [m/s]  with which it came
  double speed = 0;        // [m/s]  that it lost
};

// Hits at each step, at their true times. A particle flies if it is alone, or falls in company above the resting
// liquid; it hits when it touches a wall, comes among others, is torn from its flight, or passes the surface of the
// resting liquid. A hit counts once the particle has lost enough of its velocity: one that only joins a stream does
// not, nor one that slides along a wall; but what plunges fast enough counts, though a jet comes to rest deep below.
class StepHits {
 public:
  // `surface` [m] is the height of the resting liquid below each particle.
  template <class Surface>
  void observe(const LiquidView& view, const SplashSettings& settings, Surface&& surface);

  // Those that are old enough to be judged: before `time` [s], in the order of time.
  std::vector<ParticleHit> take(double time, const SplashSettings& settings);
  void archive(StateArchive& state) { state.fields(particles_, pending_, last_time_); }

 private:
  struct Flight {
    Vec3 velocity;            // [m/s]  of free fall since it flies, slowly following what it does
    double rests_until = -1;  // [s]
    bool is_flying = false;
    bool is_alone = false;
    bool touches = false;  // a wall, along which it falls
  };
  // Most of a liquid neither flies nor begins to: it is passed over at a glance.
  bool is_calm(const LiquidView& view, std::size_t i) const;
  void advance(const LiquidView& view, const SplashSettings& settings, std::size_t i, double dt, double surface);

  std::vector<Flight> particles_;
  std::vector<ParticleHit> pending_;
  double last_time_ = -1;
};

template <class Surface>
void StepHits::observe(const LiquidView& view, const SplashSettings& settings, Surface&& surface) {
  const double dt = last_time_ < 0 ? 0 : view.time - last_time_;
  last_time_ = view.time;
  particles_.resize(view.positions.size());
  for (ParticleHit& hit : pending_) {  // what it has lost so far, against the fall it was in
    const Vec3 free = hit.velocity + Vec3{0, 0, -settings.gravity * (view.time - hit.time)};
    if (is_finite(view.positions[hit.particle]))
      hit.speed = std::max(hit.speed, length(view.velocities[hit.particle] - free));
  }
  for (std::size_t i = 0; i < particles_.size(); ++i)
    if (!is_calm(view, i)) advance(view, settings, i, dt, surface(view.positions[i]));
}

// Hits once a frame, as published: a falling particle whose vertical velocity has jumped since the frame before. The
// time is drawn within the frame.
class FrameHits {
 public:
  template <class Surface>
  std::vector<ParticleHit> observe(const LiquidView& view, const SplashSettings& settings, Surface&& surface);
  void archive(StateArchive& state) { state.fields(before_, frames_); }

 private:
  struct Before {
    Vec3 velocity;                  // [m/s]
    std::int64_t rests_until = -1;  // [frames]
    bool is_there = false;
    bool falls = false;
  };
  bool collides(const LiquidView& view, std::size_t i) const;
  ParticleHit hit_of(const LiquidView& view, const SplashSettings& settings, std::size_t i) const;

  std::vector<Before> before_;
  std::int64_t frames_ = 0;
};

template <class Surface>
std::vector<ParticleHit> FrameHits::observe(const LiquidView& view, const SplashSettings& settings, Surface&& surface) {
  constexpr std::int64_t kRest = 3;  // [frames]
  std::vector<ParticleHit> hits;
  before_.resize(view.positions.size());
  for (std::size_t i = 0; i < before_.size(); ++i) {
    Before& last = before_[i];
    const bool is_there = is_finite(view.positions[i]);
    if (is_there && last.is_there && last.falls && frames_ >= last.rests_until && collides(view, i)) {
      hits.push_back(hit_of(view, settings, i));
      last.rests_until = frames_ + kRest;
    }
    last.is_there = is_there;
    last.velocity = view.velocities[i];
    last.falls = is_there && ((view.velocities[i].z < -0.5 && view.crowding[i] <= 0.25F) ||
                              view.positions[i].z > surface(view.positions[i]) + 2 * view.spacing);
  }
  ++frames_;
  return hits;
}

}  // namespace resound
