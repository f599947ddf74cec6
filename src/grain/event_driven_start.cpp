#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "base/error.h"
#include "grain/event_driven_model.h"
#include "grain/grain_checks.h"

namespace resound {
namespace {

constexpr double kSlowShare = 0.05;    // [1]  of sqrt(g d): hops of 0.1 % of the diameter
constexpr double kLeastSpeed = 1e-13;  // [m/s]  with which balls part that met with none but rounding
constexpr double kHopsOfCalm = 20;     // [1]  times slow_speed / g without getting anywhere, before a grain may sleep

const GrainSystem& checked(const GrainSystem& system) {
  check(system);
  check_all_balls(system);
  return system;
}

double largest_radius(const GrainSystem& system) {
  double radius = 0;
  for (const Grain& grain : system.grains) radius = std::max(radius, system.kinds[grain.kind].radius);
  return radius;
}

Box box_around(const GrainSystem& system, double radius) {
  Box box;
  const auto include = [&](const Vec3& low, const Vec3& high) {
    box.low = {std::min(box.low.x, low.x), std::min(box.low.y, low.y), std::min(box.low.z, low.z)};
    box.high = {std::max(box.high.x, high.x), std::max(box.high.y, high.y), std::max(box.high.z, high.z)};
  };
  const Vec3 margin{radius, radius, radius};
  if (!system.grains.empty()) box = {system.grains[0].position, system.grains[0].position};
  for (const Grain& grain : system.grains) include(grain.position - margin, grain.position + margin);
  for (const Wall& wall : system.walls)
    if (!std::holds_alternative<PlaneWall>(wall.shape)) {
      const Box bounds = WallField(wall, radius).bounds(2 * radius);
      include(bounds.low, bounds.high);
    }
  return box;
}

CellGrid grid_for(const GrainSystem& system) {
  const double radius = std::max(largest_radius(system), 1e-9), side = 2.0001 * radius;
  const int grains = static_cast<int>(system.grains.size());
  if (system.period <= 0) return {box_around(system, radius), side, grains};
  if (system.period < 3 * side)
    throw InputError("the period of the grains' space is shorter than three diameters; take a longer one");
  return {system.period, side, grains};
}

// Along a curve that keeps neighbours together: the bits of the three cell numbers in turn (Morton order).
std::uint64_t along_curve(const CellGrid::Cell& cell) {
  std::uint64_t code = 0;
  for (int bit = 0; bit < 21; ++bit)
    for (const auto& [number, place] : {std::pair{cell.x, 0}, {cell.y, 1}, {cell.z, 2}})
      code |= static_cast<std::uint64_t>((number >> bit) & 1) << (3 * bit + place);
  return code;
}

}  // namespace

EventDrivenGrains::Model::Model(const GrainSystem& system, const EventDrivenSettings& settings)
    : gravity_(checked(system).gravity),
      period_(system.period),
      space_{system.gravity, system.period},
      search_(meeting_search(space_)),
      grid_(grid_for(system)),
      queue_(static_cast<int>(system.grains.size())) {
  largest_radius_ = largest_radius(system);
  for (const Wall& wall : system.walls) walls_.emplace_back(wall, largest_radius_);
  nearby_walls_.assign(static_cast<std::size_t>(grid_.cells()), 0);
  for (int wall = 0; wall < static_cast<int>(walls_.size()); ++wall) note_wall(wall);
  mark_cells();
  set_speeds(system, settings);
  set_rules(system);
  place(system);
  for (int ball = 0; ball < size(); ++ball) predict(ball);
  energy_supplied_ = energy();
}

void EventDrivenGrains::Model::set_speeds(const GrainSystem& system, const EventDrivenSettings& settings) {
  double diameters = 0;
  for (const Grain& grain : system.grains) diameters += 2 * system.kinds[grain.kind].radius;
  const double mean = diameters / static_cast<double>(std::max<std::size_t>(1, system.grains.size()));
  const double g = length(gravity_);
  slow_ = settings.slow_speed.value_or(kSlowShare * std::sqrt(g * mean));
  floor_ = std::max(slow_ / 4, kLeastSpeed);
  wake_ = 3 * slow_;
  told_ = settings.told_speed.value_or(2 * slow_);
  contact_time_ = settings.contact_time;
  sleeps_ = settings.sleeps && slow_ > 0 && g > 0;
  calm_time_ = sleeps_ ? kHopsOfCalm * slow_ / g : 0;
}

void EventDrivenGrains::Model::set_rules(const GrainSystem& system) {
  kinds_ = static_cast<int>(system.kinds.size());
  for (const GrainKind& kind : system.kinds) inverse_masses_.push_back(1 / kind.mass());
  for (const GrainKind& a : system.kinds)
    for (const GrainKind& b : system.kinds) pair_rules_.push_back(impact_rule(a.surface, b.surface));
  for (const Wall& wall : system.walls)
    for (const GrainKind& kind : system.kinds) wall_rules_.push_back(impact_rule(kind.surface, wall.surface));
}

// Walls that move may be near any cell.
void EventDrivenGrains::Model::note_wall(int wall) {
  const std::uint64_t bit = std::uint64_t{1} << wall;
  const WallField& field = walls_[wall];
  for (int cell = 0; cell < grid_.cells(); ++cell) {
    const bool near = !field.motion().is_still() || field.may_touch(grid_.box(cell, largest_radius_));
    nearby_walls_[cell] = near ? nearby_walls_[cell] | bit : nearby_walls_[cell] & ~bit;
  }
}

// There are few different sets; should there be too many, the rest count as near all walls.
void EventDrivenGrains::Model::mark_cells() {
  constexpr std::size_t kMostSets = 1 << 16;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const std::uint64_t all = walls_.empty() ? 0 : kAll >> (kMostWalls - walls_.size());
  std::unordered_map<std::uint64_t, std::uint16_t> known{{all, 0}};
  wall_sets_ = {all};
  for (int cell = 0; cell < grid_.cells(); ++cell) {
    const bool is_full = wall_sets_.size() == kMostSets;
    const auto at = known.find(nearby_walls_[cell]);
    if (at == known.end() && !is_full) {
      known.emplace(nearby_walls_[cell], static_cast<std::uint16_t>(wall_sets_.size()));
      wall_sets_.push_back(nearby_walls_[cell]);
    }
    const auto last = static_cast<std::uint16_t>(wall_sets_.size() - 1);
    grid_.set_mark(cell, at != known.end() ? at->second : is_full ? std::uint16_t{0} : last);
  }
}

void EventDrivenGrains::Model::place(const GrainSystem& system) {
  const std::size_t count = system.grains.size();
  const auto wrapped = [&](double x) { return period_ > 0 ? x - period_ * std::floor(x / period_) : x; };
  std::vector<Vec3> places;
  std::vector<std::uint64_t> codes;
  for (const Grain& grain : system.grains) {
    places.push_back({wrapped(grain.position.x), wrapped(grain.position.y), wrapped(grain.position.z)});
    codes.push_back(along_curve(grid_.cell_at(places.back())));
  }
  std::vector<int> names(count);
  std::iota(names.begin(), names.end(), 0);
  std::stable_sort(names.begin(), names.end(), [&](int a, int b) { return codes[a] < codes[b]; });
  balls_.resize(count);
  bodies_.resize(count);
  spins_.resize(count);
  changes_.resize(count);
  calm_.resize(count);
  std::vector<Vec3> ordered;
  for (int ball = 0; ball < size(); ++ball) {
    const Grain& grain = system.grains[names[ball]];
    const GrainKind& kind = system.kinds[grain.kind];
    const bool asleep = grain.asleep && sleeps_;
    balls_[ball] = {places[names[ball]], asleep ? kNever : 0.0, asleep ? Vec3{} : grain.velocity, kind.radius};
    spins_[ball] = asleep ? Vec3{} : grain.spin;
    bodies_[ball].kind = grain.kind;
    bodies_[ball].name = names[ball];
    calm_[ball] = {places[names[ball]], 0, 0, 0};
    asleep_ += asleep;
    ordered.push_back(places[names[ball]]);
  }
  grid_.fill(ordered);
}

}  // namespace resound
