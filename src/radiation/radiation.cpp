#include "radiation/radiation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "numerics/blas.h"
#include "radiation/radiating_surface.h"
#include "radiation/rungs.h"
#include "radiation/static_air.h"
#include "radiation/surface_waves.h"

namespace resound {
namespace {

// A body is compact while the wave is twenty times longer than it: its pressure is then good to 0.5 dB.
constexpr double kCompact = 0.3;  // ka

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

}  // namespace

MultipoleMap radiate(const TriangleMesh& mesh, std::span<const RadiatingMode> modes, RadiationRung rung,
                     const RadiationSettings& settings) {
  const RadiatingSurface surface(mesh);
  check(surface, modes, mesh, rung);
  const OneBlasThread single;
  MultipoleMap map{surface.centre, surface.radius, {}};
  switch (rung) {
    case RadiationRung::compact:
      map.modes = compact_fields(surface, modes, settings);
      break;
    case RadiationRung::kirchhoff:
      map.modes = kirchhoff_fields(surface, modes, settings);
      break;
    case RadiationRung::helmholtz:
      map.modes = helmholtz_fields(surface, modes, settings);
      break;
  }
  return map;
}

RungChoice choose_rung(const TriangleMesh& mesh, double max_frequency, double speed_of_sound) {
  const double ka = 2 * std::numbers::pi * max_frequency / speed_of_sound * RadiatingSurface(mesh).radius;
  const auto size = fmt::format("ka reaches {:.2g} at {:.3g} kHz", ka, max_frequency / 1000);
  if (ka < kCompact) return {RadiationRung::compact, "compact: " + size};
  return {RadiationRung::kirchhoff, "kirchhoff: " + size};
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
