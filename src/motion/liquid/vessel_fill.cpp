#include "motion/liquid/vessel_fill.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr int kSections = 49;
constexpr double kRim = 0.01;  // [heights]  sections at the bottom and at the rim are taken so far from them
constexpr int kRays = 128;
constexpr double kStretch = 0.05;      // [1]   of a lattice, at most
constexpr int kStretches = 10;         // that are tried either way
constexpr double kStretchCost = 0.05;  // [1]   a thousandth of the number weighs as much as a fiftieth of stretch
constexpr double kOffWall = 0.45;      // [spacings]

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

// A square lattice about the middle of a vessel; its nodes lie on the middle, or half a spacing off.
struct Lattice {
  double spacing = 0;  // [m]
  double off_x = 0.5, off_y = 0.5;
};

std::vector<Vec3> layer_of(const SurfaceIndex& vessel, bool is_closed_skin, const Lattice& lattice, double z) {
  const Box box = vessel.tree().bounds();
  const Vec3 middle = 0.5 * (box.low + box.high);
  const auto reach = [&](double width) { return static_cast<int>(0.5 * width / lattice.spacing) + 1; };
  const int columns = reach(box.high.x - box.low.x), rows = reach(box.high.y - box.low.y);
  std::vector<Vec3> places;
  for (int j = -rows; j <= rows; ++j)
    for (int i = -columns; i <= columns; ++i) {
      const Vec3 place{middle.x + (i + lattice.off_x) * lattice.spacing,
                       middle.y + (j + lattice.off_y) * lattice.spacing, z};
      if (is_inside(vessel, is_closed_skin, place)) places.push_back(place);
    }
  return places;
}

// The lattice that has about as many places in a layer as are wanted, as near to an even spacing as may be.
Lattice fitting_lattice(const SurfaceIndex& vessel, bool is_closed_skin, double z, double spacing, double wanted) {
  Lattice best{spacing};
  double least = std::numeric_limits<double>::infinity();
  for (int k = -kStretches; k <= kStretches; ++k)
    for (const double off_x : {0.0, 0.5})
      for (const double off_y : {0.0, 0.5}) {
        const double stretch = kStretch * k / kStretches;
        const Lattice lattice{(1 + stretch) * spacing, off_x, off_y};
        const auto found = static_cast<double>(layer_of(vessel, is_closed_skin, lattice, z).size());
        const double cost = std::abs(found / wanted - 1) + kStretchCost * std::abs(stretch);
        if (cost < least) least = cost, best = lattice;
      }
  return best;
}

// No nearer to the wall than a particle that rests there; in a corner, to both of its walls.
Vec3 off_the_wall(const SurfaceIndex& vessel, Vec3 place, double spacing) {
  for (int wall = 0; wall < 3; ++wall) {
    const auto found = vessel.nearest(place);
    if (!found || found->distance <= 0 || found->distance >= kOffWall * spacing) break;
    place = found->position + kOffWall * spacing / found->distance * (place - found->position);
  }
  return place;
}

}  // namespace

std::vector<Vec3> places_within(const SurfaceIndex& vessel, bool is_closed_skin, const std::optional<Basin>& basin,
                                double spacing, double height) {
  const int layers = std::max(1, static_cast<int>(std::lround(height / spacing)));
  const double thick = height / layers;
  const Box box = vessel.tree().bounds();
  const double floor = basin ? basin->bottom.z : box.low.z;
  Lattice lattice{spacing};
  if (basin) {
    const double top = height - 0.5 * thick, square = std::pow(spacing, 3) / thick;  // [m^2]  of a particle
    const double wanted = section_at(*basin, top) / square;
    lattice = fitting_lattice(vessel, is_closed_skin, floor + top, std::sqrt(square), wanted);
  }
  std::vector<Vec3> places;
  int filled = 0;
  for (double z = floor + 0.5 * thick; filled < layers && z < box.high.z; z += thick) {
    const std::vector<Vec3> layer = layer_of(vessel, is_closed_skin, lattice, z);
    if (basin || !layer.empty()) ++filled;
    for (const Vec3& place : layer) places.push_back(off_the_wall(vessel, place, spacing));
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
    const double share = std::clamp(static_cast<double>(k) / (kSections - 1), kRim, 1 - kRim);
    const Vec3 middle = basin.bottom + Vec3{0, 0, share * basin.height};
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
