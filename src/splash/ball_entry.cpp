#include "splash/ball_entry.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kWettedShare = 0.1;                    // [1]  of sigma / mu
constexpr double kLeastSwing = 0.01, kMostSwing = 0.1;  // [1]  as of all bubbles that impacts leave
constexpr double kGamma = 1.4;                          // [1]  of air

}  // namespace

bool draws_air(const SplashBall& ball, double speed, const SplashLiquid& liquid) {
  return ball.is_rough || speed > kWettedShare * liquid.surface_tension / liquid.viscosity;
}

BallEntry::Found BallEntry::observe(double time, const SplashBall& ball, const std::optional<Pool>& pool,
                                    const SplashSettings& settings) {
  Found found;
  const double gap = pool ? ball.position.z - ball.radius - pool->surface : -1;
  const double speed = -ball.velocity.z;
  if (pool && last_gap_ > 0 && gap <= 0 && speed > settings.least_speed) {
    const double touch = std::lerp(last_time_, time, last_gap_ / (last_gap_ - gap));
    found.slap = slap_of(touch, ball, *pool);
    entry_ = found.slap->place;
    is_open_ = draws_air(ball, speed, settings.liquid);
    cavity_ = EntryCavity(ball.radius, settings.gravity);
  }
  if (pool && is_open_) {
    cavity_.deepen(time, pool->surface - ball.position.z, speed);
    if (time >= cavity_.closes_at()) {
      found.bubble = bubble_of(ball, *pool, settings);
      is_open_ = false;
    }
  }
  last_gap_ = gap;
  last_time_ = time;
  return found;
}

SplashImpact BallEntry::slap_of(double time, const SplashBall& ball, const Pool& pool) const {
  SplashImpact slap;
  slap.time = time;
  slap.place = {ball.position.x, ball.position.y, pool.surface};
  slap.direction = normalized(ball.velocity);
  slap.speed = length(ball.velocity);
  slap.radius = ball.radius;
  slap.particles = 0;
  return slap;
}

// It rings because its wall is still coming in when it is cut off, and because the liquid at its depth presses harder
// than the air that it was open to:
//   swing = hypot(|dV/dt| / (4 pi r^3 omega), rho g D / (3 gamma p0)) , within what impacts leave
std::optional<SplashBubble> BallEntry::bubble_of(const SplashBall& ball, const Pool& pool,
                                                 const SplashSettings& settings) const {
  const auto air = cavity_.bubble();
  if (!air || air->radius < kSmallestBubble) return {};
  const double rho = settings.liquid.density, stiffness = 3 * kGamma * settings.liquid.pressure;
  const double omega = std::sqrt(stiffness / rho) / air->radius;
  const double coming_in = air->squeeze / (4 * kPi * std::pow(air->radius, 3) * omega);
  const double pressed = rho * settings.gravity * air->depth / stiffness;
  SplashBubble bubble;
  bubble.time = cavity_.closes_at();
  bubble.radius = air->radius;
  bubble.depth = air->depth;
  bubble.rise = rise_of(pool);
  bubble.swing = std::clamp(std::hypot(coming_in, pressed), kLeastSwing, kMostSwing);
  bubble.place = {0.5 * (entry_.x + ball.position.x), 0.5 * (entry_.y + ball.position.y), pool.surface - air->depth};
  return bubble;
}

}  // namespace resound
