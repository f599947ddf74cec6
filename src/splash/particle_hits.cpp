#include "splash/particle_hits.h"

#include <algorithm>
#include <cmath>

#include "numerics/random_stream.h"

namespace resound {
namespace {

constexpr float kAlone = 0.25F, kInCompany = 0.5F;  // [1]    of a bulk's neighbours
constexpr double kFalling = 0.5;                    // [m/s]  downward
constexpr double kLoss = 0.4;                       // [1]    of the velocity, that a hit takes at least
constexpr double kFollow = 0.02;                    // [s]    slower changes than this are no hits
constexpr double kPlunging = 1.0;                   // [m/s]  a jet this fast takes air along [Bin 1993]
constexpr std::uint64_t kHitStream = std::uint64_t{1} << 62;

double least_loss(double speed, const SplashSettings& settings) {
  return std::max(settings.least_speed, kLoss * speed);
}

}  // namespace

bool StepHits::is_calm(const LiquidView& view, std::size_t i) const {
  return view.crowding[i] > kAlone && !particles_[i].is_flying && !(view.velocities[i].z < -kFalling);
}

void StepHits::advance(const LiquidView& view, const SplashSettings& settings, std::size_t i, double dt,
                       double surface) {
  Flight& flight = particles_[i];
  const Vec3 &place = view.positions[i], &velocity = view.velocities[i];
  if (!is_finite(place)) {
    flight = {};
    return;
  }
  if (!flight.is_flying) {
    if (view.time < flight.rests_until) return;
    const bool alone = view.crowding[i] <= kAlone, falls = velocity.z < -kFalling;
    if (!alone && !(falls && place.z > surface + 2 * view.spacing)) return;
    const bool touches = view.wall[i] >= 0;
    if (touches && !falls) return;
    flight = {velocity, flight.rests_until, true, alone, touches};
    return;
  }
  const int wall = view.wall[i];
  const bool touches = wall >= 0;
  flight.velocity.z -= settings.gravity * dt;
  const Vec3 torn = velocity - flight.velocity;
  const bool joins = flight.is_alone && view.crowding[i] >= kInCompany;
  const bool is_torn = dot(torn, torn) > std::pow(least_loss(length(flight.velocity), settings), 2);
  const bool plunges = place.z < surface && -velocity.z > kPlunging;  // it meets liquid there, however slowly it stops
  if ((touches && !flight.touches) || joins || is_torn || plunges) {
    const double lost = plunges ? -velocity.z : length(torn);
    pending_.push_back({view.time, static_cast<std::uint32_t>(i), wall, place, flight.velocity, lost});
    flight.is_flying = false;
    flight.rests_until = view.time + settings.rest;
    return;
  }
  flight.touches = touches;
  flight.is_alone = view.crowding[i] <= kAlone || (flight.is_alone && view.crowding[i] < kInCompany);
  flight.velocity += (1 - std::exp(-dt / kFollow)) * torn;
}

std::vector<ParticleHit> StepHits::take(double time, const SplashSettings& settings) {
  const auto old = std::ranges::stable_partition(pending_, [&](const ParticleHit& hit) { return hit.time >= time; });
  std::vector<ParticleHit> hits(old.begin(), old.end());
  pending_.erase(old.begin(), old.end());
  std::erase_if(hits, [&](const ParticleHit& hit) {  // what lost nothing may hit again
    if (hit.speed >= least_loss(length(hit.velocity), settings)) return false;
    if (hit.particle < particles_.size()) particles_[hit.particle].rests_until = -1;
    return true;
  });
  for (ParticleHit& hit : hits) hit.speed = std::min(hit.speed, length(hit.velocity));
  std::ranges::stable_sort(hits, {}, &ParticleHit::time);
  return hits;
}

// Delta v_y > max(0.5 m/s, 0.4 |v_y|) over a frame.
bool FrameHits::collides(const LiquidView& view, std::size_t i) const {
  const double was = before_[i].velocity.z;
  return view.velocities[i].z - was > std::max(kFalling, kLoss * std::abs(was));
}

ParticleHit FrameHits::hit_of(const LiquidView& view, const SplashSettings& settings, std::size_t i) const {
  RandomStream random(settings.seed, settings.object, kHitStream + static_cast<std::uint64_t>(frames_) * 0x4000000 + i);
  const Vec3& velocity = before_[i].velocity;
  return {view.time - settings.frame * random.uniform(),
          static_cast<std::uint32_t>(i),
          view.wall[i],
          view.positions[i],
          velocity,
          std::min(length(velocity), length(view.velocities[i] - velocity))};
}

}  // namespace resound
