#include "motion/wall/wall_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "geometry/shape_meridians.h"
#include "geometry/skin.h"

namespace resound {
namespace {

constexpr double kFine = 40;        // pieces of an outline along the body's largest extent, at the least
constexpr double kStraight = 1e-6;  // [1]  height of a bend that is none, by its length
constexpr int kAround = 96;         // corners of a circle, to look at
constexpr double kShoulder = 0.7;   // [1]  of a bottle's height, from where it narrows

// Adds a point, in place of the last one if that lies on the way to it.
void add(const MeridianPoint& point, std::vector<ProfilePoint>& profile) {
  const ProfilePoint next{point.r, point.z};
  if (profile.size() >= 2) {
    const ProfilePoint &a = profile[profile.size() - 2], &b = profile.back();
    const double ur = b.radius - a.radius, uz = b.height - a.height;
    const double vr = next.radius - a.radius, vz = next.height - a.height;
    if (std::abs(ur * vz - uz * vr) < kStraight * (vr * vr + vz * vz)) profile.pop_back();
  }
  profile.push_back(next);
}

// Floor and four sides, each two triangles; their fronts are inside.
TriangleMesh tray(double length, double width, double height) {
  TriangleMesh mesh;
  for (const double z : {0.0, height})
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      mesh.vertices.push_back({x * length / 2, y * width / 2, z});
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  for (int k = 0; k < 4; ++k) {
    const int next = (k + 1) % 4;
    mesh.triangles.push_back({k, k + 4, next + 4});
    mesh.triangles.push_back({k, next + 4, next});
  }
  return mesh;
}

}  // namespace

WallShape wall_of(const Fixture& f) {
  const auto turned = [](std::vector<ProfilePoint> profile) { return RevolvedWall{std::move(profile)}; };
  switch (f.shape) {
    case FixtureShape::disc:
      return turned({{0, 0}, {f.radius, 0}});
    case FixtureShape::tube:
      return turned({{f.radius, 0}, {f.radius, f.height}});
    case FixtureShape::cup:
      return turned({{0, 0}, {f.radius, 0}, {f.radius, f.height}});
    case FixtureShape::bottle:
      return turned({{0, 0},
                     {f.radius, 0},
                     {f.radius, kShoulder * f.height},
                     {f.outlet_radius, f.height},
                     {f.outlet_radius, f.height + f.spout}});
    case FixtureShape::box:
      return MeshWall{tray(f.length, f.width, f.height)};
    case FixtureShape::funnel:
      break;
  }
  RevolvedWall wall{{{f.outlet_radius, 0}, {f.radius, f.height}}};
  if (f.spout > 0) wall.profile.insert(wall.profile.begin(), {f.outlet_radius, -f.spout});
  return wall;
}

WallShape wall_of(const Body& body, const PreparedBody& prepared) {
  if (!body.mesh) {
    const double piece = largest_extent(body.shape) / kFine;
    const auto lines = std::visit(
        [&](const auto& shape) {
          if constexpr (requires { meridian_mesh(shape, MeridianSize{}); })
            return meridian_outlines(meridian_mesh(shape, {.edge = piece / 2, .layers = 1}), piece);
          else
            return std::vector<std::vector<MeridianPoint>>();
        },
        body.shape);
    if (lines.size() == 1) {
      RevolvedWall wall;
      for (const MeridianPoint& point : lines.front()) add(point, wall.profile);
      return wall;
    }
  }
  return MeshWall{*prepared.skin};
}

TriangleMesh mesh_of(const WallShape& shape) {
  if (const auto* given = std::get_if<MeshWall>(&shape)) return given->mesh;
  const auto& wall = std::get<RevolvedWall>(shape);
  TriangleMesh mesh;
  for (const ProfilePoint& point : wall.profile)
    for (int k = 0; k < kAround; ++k) {
      const double angle = 2 * std::numbers::pi * k / kAround;
      mesh.vertices.push_back({point.radius * std::cos(angle), point.radius * std::sin(angle), point.height});
    }
  for (int i = 0; i + 1 < static_cast<int>(wall.profile.size()); ++i)
    for (int k = 0; k < kAround; ++k) {
      const int a = i * kAround + k, b = i * kAround + (k + 1) % kAround;
      mesh.triangles.push_back({a, b, b + kAround});
      mesh.triangles.push_back({a, b + kAround, a + kAround});
    }
  return mesh;
}

}  // namespace resound
