#include "motion/grain/wall_motions.h"

#include "geometry/triangle_mesh.h"
#include "motion/wall/wall_shapes.h"

namespace resound {
namespace {

WallShape wall_shape(const Scene& scene, const PreparedBodies& bodies, const WallSort& wall) {
  if (wall.object < 0) return PlaneWall{};
  const ObjectKind& kind = scene.objects[static_cast<std::size_t>(wall.object)].kind;
  if (const auto* fixture = std::get_if<Fixture>(&kind)) return wall_of(*fixture);
  if (const auto* body = std::get_if<Body>(&kind)) return wall_of(*body, *bodies.find(wall.object));
  if (std::holds_alternative<Solid>(kind)) return MeshWall{bodies.find_solid(wall.object)->skin.mesh};
  const Bar& bar = std::get<Bar>(kind);
  return MeshWall{bar.section == BarSection::round ? round_bar_mesh(bar.length, bar.thickness / 2, 1, 48)
                                                   : box_mesh({bar.length, bar.width, bar.thickness})};
}

// While grains sink together nothing moves yet, and no gate is open.
WallMotion standing(const WallMotion& motion) { return {motion.pose, {}, {}}; }

}  // namespace

WallMotion wall_motion(const Scene& scene, const WallSort& wall, double time, double until) {
  if (wall.object < 0) return {{{0, 0, scene.ground.height}, {}}, {}, {}};
  const ObjectKind& kind = scene.objects[static_cast<std::size_t>(wall.object)].kind;
  if (const auto* body = std::get_if<Body>(&kind)) return straight_on(*body, time, until);
  if (const auto* fixture = std::get_if<Fixture>(&kind)) {
    WallMotion motion = straight_on(*fixture, time, until);
    motion.absent = time >= fixture->opens;
    return motion;
  }
  if (const auto* solid = std::get_if<Solid>(&kind)) return {solid->pose, {}, {}};  // held, and as if it were at rest
  return {std::get<Bar>(kind).pose, {}, {}};
}

std::vector<WallMotion> wall_motions(const Scene& scene, const GrainSorts& sorts, double time, double until) {
  std::vector<WallMotion> motions;
  for (const WallSort& wall : sorts.walls) motions.push_back(wall_motion(scene, wall, time, until));
  return motions;
}

std::vector<Wall> walls_of(const Scene& scene, const PreparedBodies& bodies, const GrainSorts& sorts) {
  std::vector<Wall> walls;
  for (const WallSort& wall : sorts.walls)
    walls.push_back({wall_shape(scene, bodies, wall), standing(wall_motion(scene, wall, 0, 0)), wall.surface});
  return walls;
}

}  // namespace resound
