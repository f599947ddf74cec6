#include "radiation/radiation.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "numerics/blas.h"
#include "radiation/radiating_surface.h"
#include "radiation/rungs.h"
#include "radiation/static_air.h"
#include "radiation/surface_waves.h"

namespace resound {
namespace {

void check(const RadiatingSurface& surface, std::span<const RadiatingMode> modes, const TriangleMesh& mesh,
           RadiationRung rung) {
  const int most = rung == RadiationRung::helmholtz ? kMostHelmholtzTriangles : kMostKirchhoffTriangles;
  if (surface.facets.size() > static_cast<std::size_t>(most))
    throw LimitError(fmt::format("the surface has {} triangles and {} takes at most {}: mesh the body more coarsely{}",
                                 surface.facets.size(),
                                 rung == RadiationRung::helmholtz ? "the Helmholtz rung" : "radiation", most,
                                 rung == RadiationRung::helmholtz ? " or choose the Kirchhoff rung" : ""));
  for (const RadiatingMode& mode : modes)
    if (!(mode.omega > 0) || mode.motion.size() != mesh.vertices.size())
      throw Error(ExitCode::our_fault, "a mode that radiates needs a frequency and a motion for every vertex");
}

std::vector<ModeField> fields_by(RadiationRung rung, const RadiatingSurface& surface,
                                 std::span<const RadiatingMode> modes, const RadiationSettings& settings) {
  switch (rung) {
    case RadiationRung::compact:
      return compact_fields(surface, modes, settings);
    case RadiationRung::kirchhoff:
      return kirchhoff_fields(surface, modes, settings);
    case RadiationRung::helmholtz:
      return helmholtz_fields(surface, modes, settings);
  }
  return {};
}

}  // namespace

MultipoleMap radiate(const TriangleMesh& mesh, std::span<const RadiatingMode> modes, RadiationRung rung,
                     const RadiationSettings& settings) {
  return radiate(mesh, modes, std::vector(modes.size(), rung), settings);
}

MultipoleMap radiate(const TriangleMesh& mesh, std::span<const RadiatingMode> modes,
                     std::span<const RadiationRung> rungs, const RadiationSettings& settings) {
  const RadiatingSurface surface(mesh);
  const OneBlasThread single;
  MultipoleMap map{surface.centre, surface.radius, std::vector<ModeField>(modes.size())};
  for (const RadiationRung rung : {RadiationRung::compact, RadiationRung::kirchhoff, RadiationRung::helmholtz}) {
    std::vector<std::size_t> which;
    std::vector<RadiatingMode> some;
    for (std::size_t i = 0; i < modes.size(); ++i)
      if (rungs[i] == rung) which.push_back(i), some.push_back(modes[i]);
    if (which.empty()) continue;
    check(surface, some, mesh, rung);
    std::vector<ModeField> fields = fields_by(rung, surface, some, settings);
    for (std::size_t i = 0; i < which.size(); ++i) map.modes[which[i]] = std::move(fields[i]);
  }
  return map;
}

AddedMass added_mass(const TriangleMesh& mesh, double air_density) {
  const RadiatingSurface surface(mesh);
  const OneBlasThread single;
  const std::size_t facets = surface.facets.size();
  std::vector<double> normals(3 * facets);
  for (std::size_t f = 0; f < facets; ++f) {
    const Vec3& n = surface.facets[f].normal;
    normals[f] = n.x, normals[facets + f] = n.y, normals[2 * facets + f] = n.z;
  }
  const StaticAir air(surface, normals);
  AddedMass mass;
  mass.displaced = air_density * surface.volume;
  for (std::size_t column = 0; column < 3; ++column) {
    const std::vector<double> dragged = air.added_length(column);
    for (std::size_t f = 0; f < facets; ++f) {
      double mean = 0;
      for (const int node : surface.facets[f].nodes) mean += dragged[static_cast<std::size_t>(node)] / 3;
      for (std::size_t row = 0; row < 3; ++row)
        mass.matrix[3 * row + column] += air_density * surface.facets[f].area * normals[row * facets + f] * mean;
    }
  }
  // the operator is self-adjoint; its boundary elements are so up to their error
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j)
      mass.matrix[3 * i + j] = mass.matrix[3 * j + i] = (mass.matrix[3 * i + j] + mass.matrix[3 * j + i]) / 2;
  return mass;
}

}  // namespace resound
