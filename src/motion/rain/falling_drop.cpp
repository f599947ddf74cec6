#include "motion/rain/falling_drop.h"

#include <algorithm>
#include <cmath>

#include "motion/rain/drop_sizes.h"

namespace resound {
namespace {

// [m] along its own x axis
double half_length(const BoxForm& box) { return box.half_size.x; }
double half_length(const CylinderForm& cylinder) { return cylinder.half_length; }
double half_length(const SurfaceForm& form) {
  double farthest = 0;
  for (const Vec3& vertex : form.surface->mesh().vertices) farthest = std::max(farthest, std::abs(vertex.x));
  return farthest;
}

// The middle of the one of `points` equal sections along an obstacle in which a place lies.
Vec3 section_middle(const Vec3& place, const Obstacle& obstacle, int points) {
  const double half = std::visit([](const auto& form) { return half_length(form); }, obstacle.form);
  Vec3 local = obstacle.pose.to_local(place);
  const double section = std::clamp(std::floor((local.x / half + 1) / 2 * points), 0.0, points - 1.0);
  local.x = ((section + 0.5) / points * 2 - 1) * half;
  return obstacle.pose.to_world(local);
}

}  // namespace

void aim(FallingDrop& drop, const Obstacles& obstacles, double ground_height) {
  constexpr Vec3 kDown{0, 0, -1};
  const double to_ground = std::max(drop.position.z - ground_height, 0.0);
  const std::optional<Hit> hit = first_hit(obstacles, drop.position, kDown);
  if (hit && hit->distance < to_ground) {
    drop.landing_time = drop.time + hit->distance / drop.speed;
    drop.landing_place = hit->position;
    drop.landing_normal = hit->normal;
    drop.struck = hit->object;
  } else {
    drop.landing_time = drop.time + to_ground / drop.speed;
    drop.landing_place = drop.position + to_ground * kDown;
    drop.landing_normal = -kDown;
    drop.struck = -1;
  }
}

Contact landing_contact(const FallingDrop& drop, const Obstacles& obstacles, DropExcitation excitation,
                        const PublishedBubbles& published, RandomStream random) {
  Contact contact{.time = drop.landing_time,
                  .object = drop.struck,
                  .position = drop.landing_place,
                  .direction = -drop.landing_normal,
                  .pulse = {}};
  if (excitation == DropExcitation::momentum) {
    const double into_surface = std::max(drop.landing_normal.z, 0.0);  // cosine between the fall and the surface
    contact.pulse = DropPulse{.impulse = water_mass(drop.diameter) * drop.speed * into_surface,
                              .time_scale = drop.diameter / drop.speed};
    return contact;
  }
  const auto struck = std::ranges::find(obstacles, drop.struck, &Obstacle::object);
  contact.position = section_middle(drop.landing_place, *struck, published.points);
  contact.direction = {0, 0, -1};
  contact.pulse = BubblePulse{.radius = random.uniform(published.min_radius, published.max_radius),
                              .rise = random.uniform(published.min_rise, published.max_rise),
                              .force = published.force};
  return contact;
}

}  // namespace resound
