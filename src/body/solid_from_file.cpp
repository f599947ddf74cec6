#include "body/solid_from_file.h"

#include <fmt/format.h>

#include "geometry/surface_index.h"
#include "mesh_file/mesh_file.h"
#include "mesh_file/surface_health.h"
#include "mesh_file/tet_mesher.h"

namespace resound {

TetMesh solid_from_file(const MeshFileShape& shape, const EdgeRule& edge, double density,
                        const PreparationReport& report) {
  const auto say = [&](const std::string& message) {
    if (report.message) report.message(fmt::format("{}: {}", shape.name, message));
  };
  LoadedMesh loaded = read_mesh(shape.file, unit_named(shape.units));
  say(describe(examine(loaded.surface, false), density));
  if (loaded.solid) return std::move(*loaded.solid);

  const TriangleMesh surface = require_solid(std::move(loaded.surface), shape.name, report.message);
  const Box box = box_around(surface);
  const double wall = SurfaceIndex(surface).thinnest_wall();
  const double size = edge(wall, box.diagonal());
  say(fmt::format("walls from {:.3g} mm on, elements of {:.3g} mm", 1e3 * wall, 1e3 * size));
  if (report.progress) report.progress("elements of " + shape.name, 0);
  TetMesh solid = tetrahedra(surface, shape.name, {.edge = size, .say = report.message});
  if (report.progress) report.progress("elements of " + shape.name, 1);
  return solid;
}

}  // namespace resound
