#include "motion/grain/resting_grains.h"

#include <algorithm>
#include <cmath>

#include "motion/contact/resting_contact.h"
#include "numerics/gravity.h"

namespace resound {
namespace {

constexpr double kInterval = 0.025;  // [s]  a pour fills a cup within a second
constexpr double kNear = 0.02;       // [radii]  a contact that lasts may be a hop above the wall

bool is_slow(double speed, const GrainKind& kind) {  // beside a fall by a quarter of its radius
  return speed < std::sqrt(kGravity * kind.radius / 2);
}

bool is_inside(const Vec3& place, const Box& box) {
  return place.x > box.low.x && place.x < box.high.x && place.y > box.low.y && place.y < box.high.y &&
         place.z > box.low.z && place.z < box.high.z;
}

double largest_radius(const GrainSorts& sorts) {  // [m]
  double largest = 0;
  for (const GrainKind& kind : sorts.kinds) largest = std::max(largest, kind.radius);
  return largest;
}

WallLoad load_of(const GrainKind& kind, const WallSort& wall, const Vec3& place, const Vec3& away) {
  const ContactBody grain{kind.youngs_modulus, kind.poisson_ratio, 1, 1 / kind.radius, 1 / kind.radius, 0};
  const ContactBody flat{wall.young_modulus, wall.poisson_ratio, 1, 0, 0, 0};
  const double mass = kind.mass();
  return {wall.object,
          place - kind.radius * away,
          away,
          mass,
          1,
          resting_swing(grain, flat, mass),
          resting_swing(grain, grain, mass)};
}

}  // namespace

RestingGrains::RestingGrains(const GrainSorts& sorts, std::span<const Wall> walls) : sorts_(sorts) {
  for (std::size_t w = 0; w < walls.size(); ++w)
    if (sorts.walls[w].rings) fields_.push_back({w, WallField(walls[w], largest_radius(sorts))});
}

void RestingGrains::look(double begin, double end, std::span<const Vec3> positions, std::span<const Vec3> velocities,
                         std::span<const int> kind_of, std::span<const WallMotion> motions) {
  next_ = begin + kInterval;
  std::vector<double> speeds(positions.size());
  std::vector<WallLoad> before = std::move(loads_);
  loads_.clear();
  for (Field& field : fields_) {
    const WallMotion& motion = motions[field.wall];
    field.field.move(motion, begin);
    for (std::size_t i = 0; i < positions.size(); ++i) speeds[i] = length(velocities[i] - motion.velocity);
    look_at(field, end, positions, kind_of, speeds);
  }
  const auto same = [](const WallLoad& a, const WallLoad& b) {
    return a.object == b.object && a.place == b.place && a.layers == b.layers;
  };
  if (!std::ranges::equal(before, loads_, same)) ++change_;
}

void RestingGrains::look_at(Field& field, double time, std::span<const Vec3> positions, std::span<const int> kind_of,
                            std::span<const double> speeds) {
  const Box box = field.field.bounds(0);
  const WallSort& wall = sorts_.walls[field.wall];
  const std::size_t first = loads_.size();
  double resting = 0, touching = 0;  // [kg]
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const GrainKind& kind = sorts_.kinds[static_cast<std::size_t>(kind_of[i])];
    if (!is_slow(speeds[i], kind) || !is_inside(positions[i], box)) continue;
    resting += kind.mass();
    const auto touch = field.field.touch(positions[i], {}, kind.radius, time, kNear * kind.radius);
    if (!touch) continue;
    touching += kind.mass();
    loads_.push_back(load_of(kind, wall, positions[i], touch->away));
  }
  for (std::size_t i = first; i < loads_.size(); ++i) loads_[i].layers = resting / touching;
}

}  // namespace resound
