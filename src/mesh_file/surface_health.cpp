#include "mesh_file/surface_health.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "geometry/mass_properties.h"
#include "mesh_file/surface_repair.h"

namespace resound {
namespace {

constexpr std::size_t kNamed = 3;  // edges told by their coordinates

std::string millimetres(const Vec3& p) {
  return fmt::format("({:.3f}, {:.3f}, {:.3f}) mm", 1e3 * p.x, 1e3 * p.y, 1e3 * p.z);
}

std::string named(const std::vector<SurfaceEdge>& edges) {
  std::string text;
  for (const SurfaceEdge& edge : edges)
    text += fmt::format("{}{} to {}", text.empty() ? "" : "; ", millimetres(edge.from), millimetres(edge.to));
  return text;
}

void count_edges(const TriangleMesh& surface, SurfaceHealth& health) {
  const std::vector<EdgeUse> uses = sorted_edges(surface);
  for (std::size_t i = 0; i < uses.size();) {
    std::size_t end = i + 1;
    while (end < uses.size() && uses[end].edge == uses[i].edge) ++end;
    const SurfaceEdge edge{surface.vertices[uses[i].edge.first], surface.vertices[uses[i].edge.second]};
    if (end - i == 1) {
      ++health.open_edges;
      if (health.first_open.size() < kNamed) health.first_open.push_back(edge);
    } else if (end - i > 2) {
      ++health.crowded_edges;
      if (health.first_crowded.size() < kNamed) health.first_crowded.push_back(edge);
    }
    i = end;
  }
}

std::string size_text(double metres) {
  return metres < 1 ? fmt::format("{:.1f}", 1e3 * metres) : fmt::format("{:.0f}", 1e3 * metres);
}

[[noreturn]] void refuse(const std::string& name, const std::string& fact) {
  throw InputError(fmt::format("{}: {}", name, fact));
}

void require_size(const TriangleMesh& surface, const std::string& name) {
  if (surface.triangles.empty()) refuse(name, "the mesh holds no triangles; export the surface of the object");
  if (surface.triangles.size() > kMostSolidTriangles)
    throw LimitError(fmt::format("{}: the surface has {} triangles; at most {} are meshed: simplify it", name,
                                 surface.triangles.size(), kMostSolidTriangles));
  for (const Vec3& v : surface.vertices)
    if (!is_finite(v)) refuse(name, "a vertex is no place (NaN or infinite); export the mesh again");
  const SurfaceHealth health = examine(surface, false);
  const Vec3 size = health.high - health.low;
  const double longest = std::max({size.x, size.y, size.z});
  if (longest > 100 || longest < 1e-5)
    refuse(name, fmt::format("the object is {} m long, which no struck object is; check --units", longest));
}

}  // namespace

SurfaceHealth examine(const TriangleMesh& surface, bool find_crossings) {
  SurfaceHealth health;
  health.vertices = static_cast<int>(surface.vertices.size());
  health.triangles = static_cast<int>(surface.triangles.size());
  if (surface.triangles.empty()) return health;
  health.low = health.high = surface.vertices[surface.triangles[0][0]];
  for (const Triangle& t : surface.triangles)
    for (const int v : t) {
      const Vec3& p = surface.vertices[v];
      health.low = {std::min(health.low.x, p.x), std::min(health.low.y, p.y), std::min(health.low.z, p.z)};
      health.high = {std::max(health.high.x, p.x), std::max(health.high.y, p.y), std::max(health.high.z, p.z)};
    }
  health.area = surface_area(surface);
  health.volume = mass_properties(surface, 1).volume;
  health.degenerate = static_cast<int>(degenerate_triangles(surface).size());
  const std::vector<int> shell = shells_of(surface);
  health.shells = 1 + *std::max_element(shell.begin(), shell.end());
  count_edges(surface, health);
  if (find_crossings) {
    if (const auto place = first_crossing(surface)) {
      health.crosses_itself = true;
      health.crossing = *place;
    }
  }
  return health;
}

std::string describe(const SurfaceHealth& health, double density) {
  const Vec3 size = health.high - health.low;
  std::string text = fmt::format("{} x {} x {} mm", size_text(size.x), size_text(size.y), size_text(size.z));
  if (health.is_watertight()) {
    const double volume = std::abs(health.volume);
    text += fmt::format(", {:.4g} cm^3, {:.4g} kg, watertight", 1e6 * volume, density * volume);
  } else {
    text += fmt::format(", not watertight ({} open edges)", health.open_edges);
  }
  return text + fmt::format(", {} triangles", health.triangles);
}

TriangleMesh require_solid(TriangleMesh surface, const std::string& name, const MessageSink& say) {
  const auto tell = [&](const std::string& message) {
    if (say) say(name + ": " + message);
  };
  require_size(surface, name);
  if (const int dropped = drop_degenerate(surface))
    tell(fmt::format("{} triangles without area were left out", dropped));
  if (surface.triangles.empty()) refuse(name, "all triangles are without area; the mesh encloses nothing");

  const SurfaceHealth health = examine(surface, false);
  if (health.open_edges > 0)
    refuse(name, fmt::format("the surface is open: {} edges belong to one triangle only, first {}; close the holes (in "
                             "Blender: Select > All by Trait > Non Manifold, then Fill)",
                             health.open_edges, named(health.first_open)));
  if (health.crowded_edges > 0)
    refuse(name,
           fmt::format("{} edges belong to more than two triangles (non-manifold), first {}; remove inner walls and "
                       "double faces",
                       health.crowded_edges, named(health.first_crowded)));
  if (const auto place = first_crossing(surface))
    refuse(name, fmt::format("the surface crosses itself near {}; join the parts into one (a boolean union)",
                             millimetres(*place)));

  const TurnedShells turned = turn_outward(surface);
  if (!turned.can_be_turned) refuse(name, "the surface has one side only, as a Moebius strip; it encloses nothing");
  if (turned.triangles > 0)
    tell(turned.triangles == static_cast<int>(surface.triangles.size())
             ? "the surface was inside out and was turned"
             : fmt::format("{} triangles looked inward and were turned", turned.triangles));
  if (turned.bodies > 1)
    refuse(name, fmt::format("the mesh holds {} separate bodies; give one at a time, or join them", turned.bodies));
  const Vec3 size = health.high - health.low;
  const double volume = mass_properties(surface, 1).volume;
  if (!(volume > 1e-9 * std::pow(length(size), 3)))
    refuse(name, fmt::format("the surface encloses {:.3g} m^3, next to nothing; give walls a thickness", volume));
  return surface;
}

}  // namespace resound
