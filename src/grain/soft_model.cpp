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
constexpr double kLongestBlow = 6;  // [1]  of the shortest contact: as long as one 8000 times as slow

}  // namespace

SoftModel::SoftModel(const GrainSystem& system, const SoftSettings& settings)
    : walls(static_cast<int>(system.walls.size())),
      gravity(system.gravity),
      period(system.period),
      told_speed(settings.told_speed) {
  check(system);
  for (const GrainKind& from : system.kinds) {
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
    clumps = clumps || from.is_clump();
    std::map<double, int> by_radius;
    for (const ClumpBall& ball : balls) {
      const auto [at, fresh] = by_radius.try_emplace(ball.radius, static_cast<int>(types.size()));
      if (fresh) {
        types.push_back({ball.radius, kind.mass, from.youngs_modulus, from.poisson_ratio, from.surface});
        kind_of_type.push_back(static_cast<int>(kinds.size()));
      }
      kind.types.push_back(at->second);
      kind.offsets.push_back(ball.offset);
      largest_radius = std::max(largest_radius, ball.radius);
    }
    kinds.push_back(std::move(kind));
  }
  if (types.size() > kMostTypes)
    throw InputError(fmt::format("soft grains of {} sizes or materials are too many; sort them into at most {} kinds",
                                 types.size(), kMostTypes));
  scale = soft_scale(types_present(system), walls > 0, settings);
  longest_blow = kLongestBlow * settings.steps_per_contact * scale.step;
  for (const Grain& grain : system.grains) kind_of_grain.push_back(grain.kind);
  for (const Wall& wall : system.walls) wall_surfaces.push_back(wall.surface);
  KnownDampings known;
  for (const ContactSide& a : types)
    for (const ContactSide& b : types) rules.push_back(hertz_rule(a, b, scale.stiffness, known));
  for (const ContactSide& a : types)
    for (const Wall& wall : system.walls)
      wall_rules.push_back(hertz_rule(a, wall_side(a, wall.surface), scale.stiffness, known));
}

// A kind without grains does not decide the step.
std::vector<ContactSide> SoftModel::types_present(const GrainSystem& system) const {
  std::vector<bool> has_grains(kinds.size());
  for (const Grain& grain : system.grains) has_grains[static_cast<std::size_t>(grain.kind)] = true;
  std::vector<ContactSide> present;
  for (std::size_t type = 0; type < types.size(); ++type)
    if (has_grains[static_cast<std::size_t>(kind_of_type[type])]) present.push_back(types[type]);
  return present.empty() ? types : present;
}

}  // namespace resound
