#include "motion/liquid/vessel_fill.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr int kSections = 48;
constexpr int kRays = 16;

// Does a ray meet the wall from inside the vessel? From within the wall of a closed skin it would meet its back.
std::optional<double> to_wall(const SurfaceIndex& vessel, bool is_closed_skin, const Vec3& place,
                              const Vec3& direction) {
  const auto hit = vessel.first_hit(place, direction);
  if (!hit || (is_closed_skin && dot(hit->normal, direction) > 0)) return std::nullopt;
  return hit->distance;
}

bool is_inside(const SurfaceIndex& vessel, bool is_closed_skin, const Vec3& place) {
  for (const Vec3& direction : {Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    if (!to_wall(vessel, is_closed_skin, place, direction)) return false;
  return true;
}

}  // namespace

std::vector<Vec3> places_within(const SurfaceIndex& vessel, bool is_closed_skin, double spacing, double height) {
  const Box box = vessel.tree().bounds();
  std::vector<Vec3> places;
  const auto from = [&](double low) { return (std::floor(low / spacing) + 0.5) * spacing; };
  // layers begin half a spacing above the floor of the vessel on its axis
  const auto down = vessel.first_hit({0, 0, box.high.z + spacing}, {0, 0, -1});
  const double floor = down ? down->position.z : box.low.z;
  const double first = floor - std::floor((floor - box.low.z) / spacing) * spacing + spacing / 2;
  double lowest = std::numeric_limits<double>::infinity();
  for (double z = first; z < box.high.z && z < lowest - spacing / 2 + height; z += spacing)
    for (double y = from(box.low.y); y < box.high.y; y += spacing)
      for (double x = from(box.low.x); x < box.high.x; x += spacing) {
        const Vec3 place{x, y, z};
        if (!is_inside(vessel, is_closed_skin, place)) continue;
        const auto wall = vessel.nearest(place);
        if (!wall || wall->distance < 0.499 * spacing) continue;
        lowest = std::min(lowest, z);
        places.push_back(place);
      }
  return places;
}

std::optional<Basin> basin_of(const SurfaceIndex& vessel, bool is_closed_skin) {
  const Box box = vessel.tree().bounds();
  const auto down = vessel.first_hit({0, 0, box.high.z + 1}, {0, 0, -1});
  if (!down) return std::nullopt;
  Basin basin;
  basin.bottom = down->position;
  basin.height = box.high.z - basin.bottom.z;
  if (basin.height <= 0) return std::nullopt;
  for (int k = 0; k < kSections; ++k) {
    const Vec3 middle = basin.bottom + Vec3{0, 0, (k + 0.5) * basin.height / kSections};
    double squares = 0;
    for (int ray = 0; ray < kRays; ++ray) {
      const double angle = (ray + 0.25) * kTurn / kRays;
      const auto reach = to_wall(vessel, is_closed_skin, middle, {std::cos(angle), std::sin(angle), 0});
      if (!reach) return std::nullopt;
      squares += *reach * *reach / kRays;
      basin.reach = std::max(basin.reach, *reach);
    }
    basin.areas.push_back(kPi * squares);
  }
  basin.mouth_radius = std::sqrt(basin.areas.back() / kPi);
  return basin;
}

}  // namespace resound
