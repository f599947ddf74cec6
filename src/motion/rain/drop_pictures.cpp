#include "motion/rain/drop_pictures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "numerics/gravity.h"
#include "numerics/random_stream.h"

namespace resound {
namespace {

constexpr double kExposure = 0.006;   // [s]  of film time: 4 cm for a large drop
constexpr double kSprayTime = 0.12;   // [s]  of scene time
constexpr double kCrownTime = 0.025;  // [s]  of scene time
constexpr int kSprayBalls = 14;
constexpr int kCrownBalls = 22;
constexpr Look kWater{Finish::water, {0.85, 0.93, 1.0}};

}  // namespace

bool DropPictures::is_visible(const FallingDrop& drop, double now) const {
  return now < drop.landing_time + kSprayTime;
}

void DropPictures::depict(const std::vector<FallingDrop>& drops, double now, std::vector<Shape>& shapes) const {
  std::vector<Sphere> balls;
  for (const FallingDrop& drop : drops) {
    if (now < drop.time) continue;
    if (now < drop.landing_time)
      add_drop(drop, now, shapes, balls);
    else if (is_visible(drop, now))
      add_spray(drop, now, balls);
  }
  if (!balls.empty()) shapes.push_back({object_, SphereForm{std::move(balls)}, {}, kWater});
}

void DropPictures::add_drop(const FallingDrop& drop, double now, std::vector<Shape>& streaks,
                            std::vector<Sphere>& balls) const {
  const Vec3 below = drop.at(now);
  const double length = std::min(drop.speed * kExposure / slow_motion_, drop.position.z - below.z);
  const double radius = drop.diameter / 2;
  if (length < drop.diameter) return balls.push_back({below, radius});
  // a streak is thinner than its drop: the water was in each place only for a while
  streaks.push_back(
      {object_, TubeForm{{{below, 0.7 * radius}, {below + Vec3{0, 0, length}, 0.3 * radius}}}, {}, kWater});
}

void DropPictures::add_spray(const FallingDrop& drop, double now, std::vector<Sphere>& balls) const {
  const double age = now - drop.landing_time;
  RandomStream random(drop.number, static_cast<std::uint32_t>(object_), ~std::uint64_t{0});  // for the eye only
  const double turn = random.uniform(0, 2 * std::numbers::pi);
  const double shrink = 1 - std::pow(age / kSprayTime, 3);
  const bool is_far = drop.struck < 0;  // on the ground it need not be as rich
  const int balls_here = is_far ? kSprayBalls / 2 : kSprayBalls;
  if (!is_far && age < kCrownTime) add_crown(drop, age, turn, balls);
  for (int i = 0; i < balls_here; ++i) {
    const double angle = turn + 2 * std::numbers::pi * (i + random.uniform(-0.3, 0.3)) / balls_here;
    const double out = random.uniform(0.05, 0.12) * drop.speed, up = random.uniform(0.06, 0.16) * drop.speed;  // [m/s]
    const Vec3 flight{out * age * std::cos(angle), out * age * std::sin(angle), up * age - kGravity / 2 * age * age};
    if (flight.z < 0 && drop.struck < 0) continue;  // back in the ground's puddle
    balls.push_back({drop.landing_place + flight, random.uniform(0.13, 0.30) * drop.diameter * shrink});
  }
}

// The rim of the sheet of water that shoots outward: it widens as the root of time, rises and falls back.
void DropPictures::add_crown(const FallingDrop& drop, double age, double turn, std::vector<Sphere>& balls) const {
  const double share = age / kCrownTime;
  const double radius = drop.diameter * (0.5 + 2.0 * std::sqrt(share));
  const double height = 1.5 * drop.diameter * std::sin(std::numbers::pi * share);
  for (int i = 0; i < kCrownBalls; ++i) {
    const double angle = turn + 2 * std::numbers::pi * i / kCrownBalls;
    const double thick = drop.diameter * (0.22 - 0.14 * share);
    balls.push_back(
        {drop.landing_place + Vec3{radius * std::cos(angle), radius * std::sin(angle), height + thick / 2}, thick});
  }
}

}  // namespace resound
