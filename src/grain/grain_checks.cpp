#include "grain/grain_checks.h"

#include <fmt/format.h>

#include "base/error.h"

namespace resound {
namespace {

void check(const GrainSurface& surface, const std::string& whose) {
  const double e = surface.restitution.value;
  if (!(e > 0 && e <= 1))
    throw InputError(fmt::format("{}: restitution is {}; it must be above 0 and at most 1", whose, e));
  if (!(surface.friction >= 0)) throw InputError(fmt::format("{}: friction is negative; use 0 for none", whose));
  if (!(surface.tangential_restitution >= 0 && surface.tangential_restitution <= 1))
    throw InputError(fmt::format("{}: tangential restitution must lie between 0 and 1", whose));
}

void check(const RevolvedWall& shape, const std::string& whose) {
  if (shape.profile.size() < 2)
    throw InputError(fmt::format("{}: a profile needs two points, but has {}", whose, shape.profile.size()));
  for (const ProfilePoint& point : shape.profile)
    if (!(point.radius >= 0)) throw InputError(fmt::format("{}: a profile stays on one side of its axis", whose));
}

void check(const MeshWall& shape, const std::string& whose) {
  if (shape.mesh.triangles.empty()) throw InputError(fmt::format("{}: the mesh has no triangles", whose));
}

void check(const PlaneWall&, const std::string&) {}

}  // namespace

void check(const GrainSystem& system) {
  for (std::size_t k = 0; k < system.kinds.size(); ++k) {
    const GrainKind& kind = system.kinds[k];
    const std::string whose = fmt::format("grains of kind {}", k);
    if (!(kind.radius > 0 && kind.density > 0))
      throw InputError(fmt::format("{}: radius and density must be positive", whose));
    check(kind.surface, whose);
  }
  for (std::size_t i = 0; i < system.grains.size(); ++i) {
    const Grain& grain = system.grains[i];
    if (grain.kind < 0 || grain.kind >= static_cast<int>(system.kinds.size()))
      throw InputError(fmt::format("grain {} is of kind {}, but there are {}", i, grain.kind, system.kinds.size()));
    if (!is_finite(grain.position) || !is_finite(grain.velocity) || !is_finite(grain.spin))
      throw InputError(fmt::format("grain {} has a number that is not finite", i));
  }
  for (std::size_t w = 0; w < system.walls.size(); ++w) {
    const std::string whose = fmt::format("wall {} of the grains", w);
    check(system.walls[w].surface, whose);
    std::visit([&](const auto& shape) { check(shape, whose); }, system.walls[w].shape);
  }
  if (system.walls.size() > kMostWalls)
    throw InputError(fmt::format("the grains have {} walls; join some into one mesh, {} are possible",
                                 system.walls.size(), kMostWalls));
  if (system.period > 0 && !system.walls.empty())
    throw InputError("a space that repeats has no walls; leave out the period or the walls");
}

void check_all_balls(const GrainSystem& system) {
  for (std::size_t k = 0; k < system.kinds.size(); ++k)
    if (system.kinds[k].is_clump())
      throw InputError(fmt::format("grains of kind {} are clumps, and hard grains are balls; use the soft solver", k));
}

}  // namespace resound
