#include <cmath>
#include <numbers>

#include "radiation/rungs.h"
#include "radiation/static_air.h"

namespace resound {

// The first two terms of a body much smaller than the wave: what it pushes out and what it shoves along.
//   a_00 = -jk j omega rho int v_n dS / sqrt(4 pi)
//   a_1i = -jk j omega rho (k / 3) sqrt(3 / 4 pi) int [ v_n y + (Q v) n ]_i dS
// The second integral adds the force on the air that the body drags along. Q is self-adjoint, so that three rigid
// translations serve all modes: int (Q v) n = int v (Q n).
std::vector<ModeField> compact_fields(const RadiatingSurface& surface, std::span<const RadiatingMode> modes,
                                      const RadiationSettings& settings) {
  const std::size_t facets = surface.facets.size();
  std::vector<double> normals(3 * facets);
  for (std::size_t f = 0; f < facets; ++f) {
    const Vec3& n = surface.facets[f].normal;
    normals[f] = n.x, normals[facets + f] = n.y, normals[2 * facets + f] = n.z;
  }
  const StaticAir air(surface, normals, settings.progress);
  std::vector<double> dragged[3];
  for (std::size_t axis = 0; axis < 3; ++axis) dragged[axis] = air.added_length(axis);

  std::vector<ModeField> fields;
  for (const RadiatingMode& mode : modes) {
    const std::vector<double> speed = outward_speed(surface, mode.motion);
    double flow = 0;
    Vec3 moment;
    for (std::size_t f = 0; f < facets; ++f) {
      const Facet& facet = surface.facets[f];
      Vec3 along = facet.centroid - surface.centre;
      for (const int node : facet.nodes) {
        const auto i = static_cast<std::size_t>(node);
        along += Vec3{dragged[0][i], dragged[1][i], dragged[2][i]} / 3;
      }
      flow += facet.area * speed[f];
      moment += facet.area * speed[f] * along;
    }
    const double k = mode.omega / settings.speed_of_sound;
    const double monopole = k * mode.omega * settings.air_density * 0.5 * std::sqrt(std::numbers::inv_pi);
    const double dipole = monopole * k / std::sqrt(3.0);
    // at l^2 + l + m, with m = -1, 0, 1 along y, z, x
    fields.push_back({k, 1, {monopole * flow, dipole * moment.y, dipole * moment.z, dipole * moment.x}});
  }
  return fields;
}

}  // namespace resound
