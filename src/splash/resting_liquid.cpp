#include "splash/resting_liquid.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace resound {
namespace {

constexpr double kSlow = 0.3;         // [1]  of sqrt(g H)
constexpr float kWithin = 0.7F;       // [1]  of a bulk's neighbours
constexpr double kSmoothing = 0.1;    // [s]
constexpr double kOpenHeight = 0.1;   // [m]  H of a basin that does not tell
constexpr double kOnBase = 3;         // [spacings]  liquid this near to the base lies on it
constexpr double kReachOfLink = 1.8;  // [spacings]  nearer particles are connected
constexpr double kSlice = 2;          // [spacings]  of a vessel's contents
constexpr double kFilled = 0.4;       // [1]  of a slice: so much liquid stands in it, however it is stirred

// Area that particles cover, seen from above, in squares of two spacings; a liquid of one layer covers its own.
double covered_area(std::span<const Vec3> points, double spacing) {
  const double square = 2 * spacing;
  std::set<std::pair<std::int64_t, std::int64_t>> squares;
  for (const Vec3& p : points)
    squares.emplace(static_cast<std::int64_t>(std::floor(p.x / square)),
                    static_cast<std::int64_t>(std::floor(p.y / square)));
  return static_cast<double>(squares.size()) * square * square;
}

bool touches_any_wall(const LiquidView& view) {
  for (std::size_t i = 0; i < view.positions.size(); ++i)
    if (view.wall[i] >= 0) return true;
  return false;
}

// Volume of what stands in a vessel of known sections, stirred or not: of all slices from its base up to the first that
// is not filled. A jet in the air and a film on the base fill none.
double standing_volume(const LiquidView& view, const Basin& basin) {  // [m^3]
  const double slice = kSlice * view.spacing, grain = view.spacing * view.spacing * view.spacing;
  std::vector<double> volumes;  // [m^3]  slice by slice
  for (const Vec3& place : view.positions) {
    const double height = place.z - basin.bottom.z + 0.5 * view.spacing;
    if (!is_finite(place) || height < 0 || height > basin.height + slice || !is_in(basin, place)) continue;
    const auto number = static_cast<std::size_t>(height / slice);
    if (number >= volumes.size()) volumes.resize(number + 1);
    volumes[number] += grain;
  }
  double standing = 0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const double middle = (static_cast<double>(i) + 0.5) * slice;
    if (volumes[i] < kFilled * section_at(basin, middle) * slice) break;
    standing += volumes[i];
  }
  return standing;
}

}  // namespace

bool is_in(const Basin& basin, const Vec3& place) {
  const double x = place.x - basin.bottom.x, y = place.y - basin.bottom.y;
  return basin.reach <= 0 || x * x + y * y <= basin.reach * basin.reach;
}

double RestingLiquid::level() const { return std::max(2 * once_ - twice_, 0.0); }

void RestingLiquid::gather_slow(const LiquidView& view, const Basin& basin, double gravity) {
  const double fastest = kSlow * std::sqrt(gravity * (basin.height > 0 ? basin.height : kOpenHeight));
  slow_.clear();
  index_.clear();
  for (std::size_t i = 0; i < view.positions.size(); ++i) {
    const Vec3 &place = view.positions[i], &velocity = view.velocities[i];
    // a stirred pool goes round and round: deep within it, only what rises or falls is not at rest
    const bool is_slow = dot(velocity, velocity) <= fastest * fastest ||
                         (view.crowding[i] >= kWithin && std::abs(velocity.z) <= fastest);
    if (!is_finite(place) || !is_slow || !is_in(basin, place)) continue;
    slow_.push_back(place);
    index_.push_back(static_cast<std::uint32_t>(i));
  }
}

// What hangs in the air before it falls is slow too, but lies on nothing: a body counts if it reaches down to the base
// of the vessel; where none is known, if it touches a wall, as far as walls are told.
std::vector<std::uint32_t> RestingLiquid::largest_body(const LiquidView& view, const Basin& basin) {
  const double reach = kReachOfLink * view.spacing;
  Groups groups = connected(slow_, reach, cells_);
  const bool knows_base = !basin.areas.empty() || basin.height > 0;
  std::vector<std::uint32_t> sizes(slow_.size());
  std::vector<bool> lies(slow_.size(), !knows_base && !touches_any_wall(view));
  for (std::size_t i = 0; i < slow_.size(); ++i) {
    const std::size_t group = groups.of(i);
    ++sizes[group];
    const bool is_held = knows_base ? slow_[i].z < basin.bottom.z + kOnBase * view.spacing : view.wall[index_[i]] >= 0;
    if (is_held) lies[group] = true;
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (!lies[i]) sizes[i] = 0;
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(sizes) - sizes.begin());
  std::vector<std::uint32_t> body;
  for (std::size_t i = 0; i < slow_.size(); ++i)
    if (sizes[largest] > 0 && groups.of(i) == largest) body.push_back(static_cast<std::uint32_t>(i));
  return body;
}

double RestingLiquid::measured_level(const LiquidView& view, const Basin& basin, double gravity) {
  const bool is_open = basin.areas.empty();
  if (!is_open || basin.height > 0) bottom_ = basin.bottom.z;
  const double stirred = is_open ? 0 : level_of(basin, standing_volume(view, basin), 0);
  gather_slow(view, basin, gravity);
  if (slow_.empty()) return stirred;
  std::vector<Vec3> points;
  for (const std::uint32_t i : largest_body(view, basin)) points.push_back(slow_[i]);
  if (points.empty()) return stirred;
  const double grain = view.spacing * view.spacing * view.spacing;
  const double area = is_open ? covered_area(points, view.spacing) : 0;
  if (is_open && basin.height <= 0) bottom_ = std::ranges::min_element(points, {}, &Vec3::z)->z - 0.5 * view.spacing;
  double level = std::max(stirred, level_of(basin, static_cast<double>(points.size()) * grain, area));
  // a stirred liquid is liquid too: count what lies below the level until that settles
  for (int round = 0; round < 8 && !is_open && level > view.spacing; ++round) {
    std::size_t below = 0;
    for (const Vec3& place : view.positions)
      below += is_finite(place) && is_in(basin, place) && place.z < bottom_ + level + 0.5 * view.spacing &&
               place.z > bottom_ - view.spacing;
    const double found = level_of(basin, static_cast<double>(below) * grain, area);
    if (found <= level + 0.01 * view.spacing) break;
    level = found;
  }
  return level;
}

void RestingLiquid::observe(const LiquidView& view, const Basin& basin, double gravity, double interval) {
  const double level = measured_level(view, basin, gravity);
  const double follow = has_begun_ ? 1 - std::exp(-interval / kSmoothing) : 1;
  has_begun_ = true;
  once_ += follow * (level - once_);
  twice_ += follow * (once_ - twice_);
  is_there_ = this->level() > 2 * view.spacing;
}

}  // namespace resound
