#include "body/solid_meshing.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "body/solid_from_file.h"
#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "geometry/shape_meridians.h"
#include "geometry/shape_tets.h"
#include "geometry/skin.h"
#include "geometry/surface_index.h"
#include "mesh_file/tet_mesher.h"

namespace resound {
namespace {

// Without a word from the scene: 24 elements along the body, and no more than five walls long.
double edge_of(const Solid& solid, double wall, double size) {
  return solid.edge > 0 ? solid.edge : std::min(size / 24, 5 * wall);
}

bool is_straight(const SolidShape& shape) {
  return std::holds_alternative<BarShape>(shape) || std::holds_alternative<PlateShape>(shape) ||
         std::holds_alternative<VibraphoneShape>(shape);
}

BrickMesh bricks_of(const Solid& solid) {
  const auto [x, y, z] = solid.cells;
  if (x > 0) {
    const BrickCounts counts{x, std::max(y, 1), std::max(z, 1)};
    if (const auto* bar = std::get_if<BarShape>(&solid.shape)) return brick_mesh(*bar, counts);
    if (const auto* plate = std::get_if<PlateShape>(&solid.shape)) return brick_mesh(*plate, counts);
    if (const auto* bar = std::get_if<VibraphoneShape>(&solid.shape)) return brick_mesh(*bar, counts);
  }
  return brick_mesh(solid.shape, edge_of(solid, thinnest_wall(solid.shape), largest_extent(solid.shape)));
}

// Quadratic tetrahedra of a shape: on a grid where it is straight, by gmsh from its skin where it is turned.
TetMesh tets_of_shape(const Solid& solid, const std::string& name, const PreparationReport& report) {
  const double edge = edge_of(solid, thinnest_wall(solid.shape), largest_extent(solid.shape));
  return std::visit(
      [&](const auto& shape) {
        if constexpr (requires { tet_mesh(shape, edge); }) {
          return tet_mesh(shape, edge);
        } else {
          const TriangleMesh surface = revolved_skin(meridian_mesh(shape, {.edge = edge / 2, .layers = 1})).mesh;
          if (report.progress) report.progress("elements of " + name, 0);
          // of linear tetrahedra all edges are straight: how the curved ones fared is of no interest
          const bool has_curved_edges = solid.element != SolidElement::tet4;
          TetMesh tets =
              tetrahedra(surface, name, {.edge = edge, .say = has_curved_edges ? report.message : MessageSink{}});
          if (report.progress) report.progress("elements of " + name, 1);
          return tets;
        }
      },
      solid.shape);
}

TetMesh tets_of(const Solid& solid, const std::string& name, const PreparationReport& report) {
  if (!solid.mesh) return tets_of_shape(solid, name, report);
  const auto edge = [&](double wall, double size) { return edge_of(solid, wall, size); };
  return solid_from_file(*solid.mesh, edge, solid.material.density, report);
}

SolidMesh elements_of(const Solid& solid, const std::string& name, const PreparationReport& report) {
  const bool can_be_bricks = !solid.mesh && has_bricks(solid.shape);
  switch (solid.element) {
    case SolidElement::brick:
      if (!can_be_bricks)
        throw InputError(
            fmt::format("solid \"{}\": only what is swept from a section can be cut into bricks, and {} "
                        "is not; leave element out or say \"tet10\"",
                        name, solid.mesh ? "a mesh file" : fmt::format("a {}", name_of(solid.shape))));
      return bricks_of(solid);
    case SolidElement::tet10:
      return tets_of(solid, name, report);
    case SolidElement::tet4:
      if (!solid.mesh && is_straight(solid.shape)) return linear_tets(bricks_of(solid));
      return linear_tets(tets_of(solid, name, report));
    case SolidElement::automatic:
      break;
  }
  if (can_be_bricks) return bricks_of(solid);
  return tets_of(solid, name, report);
}

double mean_edge(const TriangleMesh& skin) {  // [m]
  double sum = 0;
  for (const Triangle& t : skin.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      sum += length(skin.vertices[static_cast<std::size_t>(t[k])] -
                    skin.vertices[static_cast<std::size_t>(t[(k + 1) % 3])]);
  return sum / (3 * static_cast<double>(skin.triangles.size()));
}

struct ElementWords {
  std::string operator()(const LinearTetMesh&) const { return "linear tetrahedra"; }
  std::string operator()(const TetMesh&) const { return "quadratic tetrahedra"; }
  std::string operator()(const BrickMesh&) const { return "bricks"; }
};

}  // namespace

double linear_tet_pitch_error(double edge, double wall) {
  const double slenderness = edge / wall;
  return std::sqrt(1 + 2 * slenderness * slenderness) - 1;
}

SolidMesh mesh_of(const Solid& solid, const std::string& name, const PreparationReport& report) {
  SolidMesh mesh = in_halved_order(elements_of(solid, name, report));
  if (!report.message) return mesh;
  report.message(fmt::format("{}: {} {}, {} nodes", name, element_count(mesh), std::visit(ElementWords{}, mesh),
                             nodes_of(mesh).size()));
  if (std::holds_alternative<LinearTetMesh>(mesh)) {
    const TriangleMesh skin = skin_of(mesh).mesh;
    const double wall = solid.mesh ? SurfaceIndex(skin).thinnest_wall() : thinnest_wall(solid.shape);
    report.message(
        fmt::format("{}: linear tetrahedra cannot bend: with elements of {:.3g} mm in a wall of {:.3g} mm its "
                    "pitch is about {:.0f} % too high; leave out element = \"tet4\" to be right",
                    name, 1e3 * mean_edge(skin), 1e3 * wall, 100 * linear_tet_pitch_error(mean_edge(skin), wall)));
  }
  return mesh;
}

}  // namespace resound
