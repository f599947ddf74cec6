#include "grain/soft_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "grain/grain_checks.h"

namespace resound {
namespace {

constexpr std::size_t kMostTypes = 256;

// Kinds without grains decide nothing; if there are no grains at all, all do.
std::vector<bool> kinds_present(const GrainSystem& system) {
  std::vector<bool> present(system.kinds.size(), system.grains.empty());
  for (const Grain& grain : system.grains) present[static_cast<std::size_t>(grain.kind)] = true;
  return present;
}

}  // namespace

SoftModel::SoftModel(const GrainSystem& system, const SoftSettings& settings)
    : walls(static_cast<int>(system.walls.size())),
      gravity(system.gravity),
      period(system.period),
      told_speed(settings.told_speed) {
  check(system);
  const std::vector<bool> present = kinds_present(system);
  std::vector<ContactSide> types_present;
  for (const GrainKind& from : system.kinds) {
    const bool is_present = present[kinds.size()];
    if (!(from.youngs_modulus > 0 && from.poisson_ratio > -1 && from.poisson_ratio < 0.5))
      throw InputError("soft grains need a positive Young's modulus, and Poisson's ratio between -1 and 0.5");
    Kind kind{.mass = from.mass(), .inertia = {}, .types = {}, .offsets = {}};
    kind.inertia = kind.mass * from.inertia;
    std::vector<ClumpBall> balls = from.balls;
    if (!from.is_clump()) {
      const double solid = 0.4 * kind.mass * from.radius * from.radius;
      kind.inertia = {solid, solid, solid};
      balls = {{{}, from.radius}};
    }
    clumps = clumps || (is_present && from.is_clump());
    std::map<double, int> by_radius;
    for (const ClumpBall& ball : balls) {
      const auto [at, fresh] = by_radius.try_emplace(ball.radius, static_cast<int>(types.size()));
      if (fresh) {
        types.push_back({ball.radius, kind.mass, from.youngs_modulus, from.poisson_ratio, from.surface});
        if (is_present) types_present.push_back(types.back());
        kind_of_type.push_back(static_cast<int>(kinds.size()));
      }
      kind.types.push_back(at->second);
      kind.offsets.push_back(ball.offset);
      if (is_present) largest_radius = std::max(largest_radius, ball.radius);
    }
    kinds.push_back(std::move(kind));
  }
  if (types.size() > kMostTypes)
    throw InputError(fmt::format("soft grains of {} sizes or materials are too many; sort them into at most {} kinds",
                                 types.size(), kMostTypes));
  scale = soft_scale(types_present, walls > 0, settings);
  for (const Grain& grain : system.grains) kind_of_grain.push_back(grain.kind);
  for (const Wall& wall : system.walls) wall_surfaces.push_back(wall.surface);
  KnownDampings known;
  for (const ContactSide& a : types)
    for (const ContactSide& b : types) rules.push_back(hertz_rule(a, b, scale.stiffness, known));
  for (const ContactSide& a : types)
    for (const Wall& wall : system.walls)
      wall_rules.push_back(hertz_rule(a, wall_side(a, wall.surface), scale.stiffness, known));
}

}  // namespace resound
