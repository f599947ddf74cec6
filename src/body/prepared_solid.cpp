#include "body/prepared_solid.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/content_hash.h"
#include "base/error.h"
#include "body/box_sides.h"
#include "body/solid_meshing.h"
#include "geometry/skin.h"
#include "solid/stable_step.h"

namespace resound {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The air of so many facets costs less than the elements behind them; more are joined four to one.
constexpr std::size_t kManyFacets = 2500;

// Facets whose corners carry them.
void add_linear_facets(const SolidSkin& skin, RadiatingSkin& radiating) {
  for (const Triangle& triangle : skin.mesh.triangles) {
    radiating.corners.push_back(triangle);
    radiating.carriers.push_back(triangle);
  }
}

// A quadratic face is four triangles of the skin, the last of them through the middles of its edges.
void add_quadratic_facets(const TetMesh& mesh, RadiatingSkin& radiating) {
  const TetSkin skin = tet_skin(mesh);
  for (std::size_t face = 0; face < skin.faces.size(); ++face) {
    radiating.corners.push_back(skin.faces[face]);
    radiating.carriers.push_back(skin.mesh.triangles[4 * face + 3]);
  }
}

// Neighbours one after the other, as the nodes are: what one facet has read of its corners, the next finds at hand.
void put_in_order(RadiatingSkin& radiating) {
  std::vector<std::size_t> order(radiating.corners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = [&](std::size_t facet) {
    const auto& [a, b, c] = radiating.corners[facet];
    return a + b + c;
  };
  std::ranges::stable_sort(order, {}, place);
  const auto in_order = [&](const std::vector<std::array<int, 3>>& from) {
    std::vector<std::array<int, 3>> to;
    for (const std::size_t facet : order) to.push_back(from[facet]);
    return to;
  };
  radiating.corners = in_order(radiating.corners);
  radiating.carriers = in_order(radiating.carriers);
}

RadiatingSkin radiating_skin(const SolidMesh& mesh, const SolidSkin& skin) {
  RadiatingSkin radiating;
  const auto* tets = std::get_if<TetMesh>(&mesh);
  if (tets && skin.mesh.triangles.size() > kManyFacets)
    add_quadratic_facets(*tets, radiating);
  else
    add_linear_facets(skin, radiating);
  put_in_order(radiating);
  std::vector<int> number(skin.node.size(), -1);
  for (const std::array<int, 3>& corners : radiating.corners) {
    Triangle triangle;
    for (std::size_t k = 0; k < 3; ++k) {
      int& known = number[at(corners[k])];
      if (known < 0) {
        known = static_cast<int>(radiating.mesh.vertices.size());
        radiating.mesh.vertices.push_back(skin.mesh.vertices[at(corners[k])]);
      }
      triangle[k] = known;
    }
    radiating.mesh.triangles.push_back(triangle);
  }
  return radiating;
}

void require_some(const std::vector<BoxSide>& sides, const std::vector<int>& nodes, const std::string& name,
                  const std::string& key) {
  if (!sides.empty() && nodes.empty())
    throw InputError(
        fmt::format("solid \"{}\": no part of it lies on the sides that {} names; name other sides", name, key));
}

}  // namespace

SolidMaterial elastic_material(const Solid& solid) {
  const SolidDamping damping = damping_of(solid);
  return {.young_modulus = solid.material.young_modulus,
          .poisson_ratio = solid.material.poisson_ratio,
          .density = solid.material.density,
          .strain_damping = damping.strain,
          .mass_damping = damping.mass,
          .law = solid.law == SolidLaw::neo_hookean ? StrainLaw::neo_hookean : StrainLaw::st_venant_kirchhoff};
}

std::shared_ptr<const PreparedSolid> prepare(const Solid& solid, const std::string& name,
                                             const PreparationReport& report) {
  SolidMesh mesh = mesh_of(solid, name, report);
  const std::span<const Vec3> nodes = nodes_of(mesh);
  std::vector<int> held = nodes_on_any(solid.clamped, nodes);
  require_some(solid.clamped, held, name, "clamped");
  const std::vector<int> hinge = nodes_on_all(solid.hinged, nodes);
  require_some(solid.hinged, hinge, name, "hinged");
  std::vector<int> driven = nodes_on_any(solid.drive.sides, nodes);
  require_some(solid.drive.sides, driven, name, "driven");
  held.insert(held.end(), hinge.begin(), hinge.end());
  std::ranges::sort(held);
  held.erase(std::unique(held.begin(), held.end()), held.end());
  std::erase_if(driven, [&](int node) { return std::ranges::binary_search(held, node); });

  SolidSkin skin = skin_of(mesh);
  auto radiating = std::make_shared<RadiatingSkin>(radiating_skin(mesh, skin));
  auto surface = std::make_shared<SurfaceIndex>(skin.mesh);
  ElasticSolid elastic(mesh, elastic_material(solid));
  const MassProperties mass = mass_properties(skin.mesh, solid.material.density);
  const auto prepared = std::make_shared<PreparedSolid>(
      PreparedSolid{std::move(mesh), std::move(skin), std::move(radiating), std::move(surface), std::move(elastic),
                    mass, std::move(held), std::move(driven), 0, 0, ""});
  std::vector<int> fixed = prepared->held;
  fixed.insert(fixed.end(), prepared->driven.begin(), prepared->driven.end());
  std::ranges::sort(fixed);
  prepared->highest = highest_frequency(prepared->elastic, fixed);
  prepared->stable_step = stable_step(prepared->highest, prepared->elastic.material());
  if (report.message)
    report.message(fmt::format("{}: {:.3g} kg, steps of at most {:.3g} us are stable", name, prepared->mass.mass,
                               1e6 * prepared->stable_step));
  const std::span<const Vec3> places = nodes_of(prepared->mesh);
  const auto* bytes = reinterpret_cast<const char*>(places.data());
  prepared->key =
      content_hash(std::string(bytes, places.size_bytes()) + fmt::format(" {:.17g}", prepared->stable_step));
  return prepared;
}

}  // namespace resound
