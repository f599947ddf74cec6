#include "body/body_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "base/content_hash.h"
#include "base/error.h"
#include "body/box_sides.h"
#include "body/solid_from_file.h"
#include "fem/modes.h"
#include "geometry/element_size.h"
#include "geometry/mass_properties.h"
#include "geometry/shape_meridians.h"
#include "geometry/shape_tets.h"
#include "geometry/skin.h"
#include "geometry/triangle_bvh.h"

namespace resound {
namespace {

constexpr int kMeshFormat = 2;  // raised when the same description would give other modes than before

template <class Shape>
concept Revolved = requires(const Shape& shape) {
  meridian_mesh(shape, MeridianSize{});
};

// Element size, where the scene leaves it open [m].
double edge_of(const Body& body, double wall, double size) {
  const Material& material = body.material;
  if (body.edge > 0) return body.edge;
  return default_edge(wall, size, {material.young_modulus, material.poisson_ratio, material.density},
                      body.max_frequency);
}

ElasticMaterial elastic(const Material& material) {
  return {material.young_modulus, material.poisson_ratio, material.density};
}

ModeSearch search_of(const Body& body, const std::string& name, const PreparationReport& report) {
  ModeSearch search;
  search.max_frequency = body.max_frequency;
  if (report.progress)
    search.progress = [what = "modes of " + name, progress = report.progress](double share) { progress(what, share); };
  return search;
}

void set_mass(ModalModel& model, const MassProperties& mass) {
  model.mass = mass.mass;
  model.centre = mass.centre;
  std::ranges::copy(mass.inertia, model.inertia);
}

ModalModel model_of(const TetMesh& mesh, const Body& body, const std::string& name, const PreparationReport& report) {
  ModalModel model;
  const std::vector<int> clamped = nodes_on_any(body.clamped, mesh.nodes);
  TetSkin skin = tet_skin(mesh);
  set_mass(model, mass_properties(mesh, body.material.density));
  for (const TetMode& mode : tet_modes(mesh, elastic(body.material), clamped, search_of(body, name, report))) {
    BodyMode& kept = model.modes.emplace_back(BodyMode{mode.omega, -1, {}});
    for (const int node : skin.node) {
      const double* at = mode.shape.data() + 3 * static_cast<std::size_t>(node);
      kept.shape.push_back({at[0], at[1], at[2]});
    }
  }
  model.skin = std::move(skin.mesh);
  model.faces = std::move(skin.faces);
  model.is_free = clamped.empty();
  return model;
}

// One of the twins of a Fourier mode on the skin: the second has theta + pi / (2 n).
BodyMode spread_around(const FourierMode& mode, const RevolvedSkin& skin, bool second) {
  BodyMode kept{mode.omega, mode.order, {}};
  const double turn = second ? std::numbers::pi / (2.0 * mode.order) : 0;
  for (std::size_t i = 0; i < skin.node.size(); ++i) {
    const double* at = mode.shape.data() + 3 * static_cast<std::size_t>(skin.node[i]);
    const double theta = skin.angle[i], c = std::cos(theta), s = std::sin(theta);
    const double along = mode.order == 0 ? 1 : std::cos(mode.order * (theta + turn));
    const double across = mode.order == 0 ? 1 : std::sin(mode.order * (theta + turn));
    const double radial = at[0] * along, around = at[1] * across, axial = at[2] * along;
    kept.shape.push_back({radial * c - around * s, radial * s + around * c, axial});
  }
  return kept;
}

// Enough vertices for the highest order around, and none closer than it needs to be.
RevolvedSkinSettings skin_settings(const std::vector<FourierMode>& modes, double edge) {
  int highest = 2;
  for (const FourierMode& mode : modes) highest = std::max(highest, mode.order);
  RevolvedSkinSettings settings;
  settings.around = std::clamp(8 * ((4 * highest + 7) / 8), 32, 128);
  settings.spacing = 1.6 * edge;  // quadratic elements: their middles are worth little to the air
  return settings;
}

ModalModel model_of(const MeridianMesh& mesh, const Body& body, double edge, const std::string& name,
                    const PreparationReport& report) {
  for (const BoxSide side : body.clamped)
    if (side != BoxSide::z_min && side != BoxSide::z_max)
      throw InputError(fmt::format("body \"{}\": a body of revolution can be clamped at z_min and z_max only", name));
  ModalModel model;
  std::vector<Vec3> heights;
  for (const auto& node : mesh.nodes) heights.push_back({0, 0, node.z});
  const std::vector<int> clamped = nodes_on_any(body.clamped, heights);
  set_mass(model, mass_properties(mesh, body.material.density));
  const std::vector<FourierMode> modes =
      revolution_modes(mesh, elastic(body.material), clamped, search_of(body, name, report));
  RevolvedSkin skin = revolved_skin(mesh, skin_settings(modes, edge));
  for (const FourierMode& mode : modes) {
    model.modes.push_back(spread_around(mode, skin, false));
    if (mode.order > 0) model.modes.push_back(spread_around(mode, skin, true));
  }
  model.skin = std::move(skin.mesh);
  model.is_free = clamped.empty();
  return model;
}

ModalModel model_of_mesh_file(const Body& body, const std::string& name, const PreparationReport& report) {
  const auto edge = [&](double wall, double size) { return edge_of(body, wall, size); };
  return model_of(solid_from_file(*body.mesh, edge, body.material.density, report), body, name, report);
}

// Straight bodies bend over their whole length: on a regular grid a finer mesh is cheap, and half a per cent nearer.
double straight_edge(const Body& body, double edge) {
  if (body.edge > 0) return body.edge;
  return std::min(edge, std::max(2 * thinnest_wall(body.shape), largest_extent(body.shape) / 32));
}

ModalModel model_of_shape(const Body& body, const std::string& name, const PreparationReport& report) {
  const double edge = edge_of(body, thinnest_wall(body.shape), largest_extent(body.shape));
  return std::visit(
      [&](const auto& shape) {
        if constexpr (Revolved<std::remove_cvref_t<decltype(shape)>>) {
          return model_of(meridian_mesh(shape, {.edge = edge, .layers = 2}), body, edge, name, report);
        } else {
          return model_of(tet_mesh(shape, straight_edge(body, edge)), body, name, report);
        }
      },
      body.shape);
}

}  // namespace

ModalModel analyse(const Body& body, const std::string& name, const PreparationReport& report) {
  ModalModel model = body.mesh ? model_of_mesh_file(body, name, report) : model_of_shape(body, name, report);
  if (model.modes.empty() && report.message)
    report.message(fmt::format("body \"{}\" has no mode below {:g} Hz and will not ring", name, body.max_frequency));
  return model;
}

std::string analysis_key(const Body& body) {
  std::string text =
      fmt::format("modes {} E {} nu {} rho {} max {} edge {} clamped", kMeshFormat, body.material.young_modulus,
                  body.material.poisson_ratio, body.material.density, body.max_frequency, body.edge);
  for (const BoxSide side : body.clamped) text += fmt::format(" {}", static_cast<int>(side));
  if (body.mesh) {
    text += fmt::format(" mesh {} {}", body.mesh->units, content_hash(read_file(body.mesh->file)));
  } else {
    text += fmt::format(" {}", name_of(body.shape));
    std::visit([&](const auto& shape) { text += content_hash(std::as_bytes(std::span(&shape, 1))); }, body.shape);
  }
  return content_hash(text);
}

}  // namespace resound
