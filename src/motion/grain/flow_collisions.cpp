#include "motion/grain/flow_collisions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/gravity.h"
#include "numerics/poisson_number.h"

namespace resound {
namespace {

constexpr std::uint32_t kHitStream = 0x48697473;  // of random numbers
constexpr double kMostHits = 20'000;              // [1/s]  on walls; more are made as bundles of the same energy
constexpr int kMostLooks = 32;                    // at one wall and particle

}  // namespace

FlowCollisions::FlowCollisions(const FlowSettings& settings, const GrainSorts& sorts, std::span<const Wall> walls)
    : settings_(settings), flow_(settings, Databank::shipped()) {
  double largest = 0;  // [m]  radius of a particle
  for (const GrainKind& kind : sorts.kinds) largest = std::max(largest, kind.reach());
  largest *= std::cbrt(settings.grains_per_particle);
  for (const Wall& wall : walls) walls_.emplace_back(wall, largest);
}

void FlowCollisions::look_at_walls(const FlowFrame& frame, double interval, std::span<const WallMotion> motions) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  ways_.clear();
  for (std::uint32_t i = 0; i < frame.positions.size(); ++i)
    ways_.push_back({i, frame.positions[i], frame.velocities[i], {0, 0, -kGravity}, kNever, frame.positions[i], true});
  look_at_walls(frame, interval, motions, ways_);
}

void FlowCollisions::look_at_walls(const FlowFrame& frame, double interval, std::span<const WallMotion> motions,
                                   std::span<const ParticlePath::Way> ways) {
  std::vector<Collision> found;
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (motions[w].absent) continue;
    WallField& wall = walls_[w];
    wall.move(motions[w], frame.time);
    const double wall_speed = length(motions[w].velocity);
    const Box box = wall.bounds(0);
    const bool is_plane = box.diagonal() == 0, turns = !(motions[w].angular_velocity == Vec3{});
    for (const ParticlePath::Way& way : ways) {
      const Vec3 &p = way.place, &v = way.velocity, &pull = way.pull;
      if (!is_finite(p) || !is_finite(v)) continue;
      const double radius = frame.diameters[way.particle] / 2, speed = length(v);
      const double reach = radius + length(pull) * interval * interval + (speed + wall_speed) * interval;
      if (!is_plane && !turns &&
          (p.x < box.low.x - reach || p.x > box.high.x + reach || p.y < box.low.y - reach || p.y > box.high.y + reach ||
           p.z < box.low.z - reach || p.z > box.high.z + reach))
        continue;
      double after = 0;
      bool touches = false;
      for (int look = 0; look < kMostLooks && after < interval && !touches; ++look) {
        const BallFlight flight{p + after * v + (after * after / 2) * pull, v + after * pull, pull};
        const WallField::Look next = wall.look(flight, radius, frame.time + after, interval - after);
        after += next.after;
        touches = next.touches;
      }
      if (!touches || after >= interval || (after == 0 && !way.is_new)) continue;
      // What turns well before it touches has met others: onto a heap it does not reach the wall below, and ends high.
      const bool turned = after * speed > way.turns_after * speed + 2 * radius;
      if (turned && !wall.touch(way.end, v, radius, frame.time + after, 2 * radius)) continue;
      const Vec3 place = p + after * v + (after * after / 2) * pull, velocity = v + after * pull;
      const auto touch = wall.touch(place, velocity, radius, frame.time + after, 1e-3 * radius);
      if (!touch || !(touch->approach > settings_.slowest)) continue;
      found.push_back({frame.time + after, place - radius * touch->away, -touch->away, touch->approach,
                       static_cast<int>(way.particle), wall_as_body(static_cast<int>(w))});
    }
  }
  const double grains = settings_.grains_per_particle;
  const double bundle = std::max(1.0, static_cast<double>(found.size()) * grains / (kMostHits * interval));
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (grains <= 1) {
      hits_.push_back(found[i]);
      continue;
    }
    RandomStream chance(settings_.seed, kHitStream + static_cast<std::uint32_t>(looks_), i);
    const double radius = frame.diameters[static_cast<std::size_t>(found[i].first)] / 2;
    for (std::int64_t left = poisson_number(grains / bundle, chance); left > 0; --left) {
      Collision hit = found[i];
      const Vec3 beside{chance.uniform(-radius, radius), chance.uniform(-radius, radius),
                        chance.uniform(-radius, radius)};
      hit.place += beside - dot(beside, hit.normal) * hit.normal;
      hit.time += std::min(interval, 2 * radius / hit.speed) * chance.uniform();
      hit.speed *= std::sqrt(bundle);
      hits_.push_back(hit);
    }
  }
  std::ranges::stable_sort(hits_, {}, &Collision::time);
  ++looks_;
}

void FlowCollisions::take(double begin, double end, std::vector<Collision>& collisions) {
  some_.clear();
  flow_.take(end, some_);
  const auto last = std::ranges::lower_bound(hits_, end, {}, &Collision::time);
  collisions.assign(hits_.begin(), last);
  hits_.erase(hits_.begin(), last);
  for (const FlowCollision& c : some_) collisions.push_back({c.time, c.place, c.normal, c.speed, c.first, c.second});
  std::erase_if(collisions, [&](const Collision& c) { return c.time < begin; });
  std::ranges::stable_sort(collisions, {}, &Collision::time);
}

}  // namespace resound
