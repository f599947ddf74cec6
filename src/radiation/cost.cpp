#include <algorithm>
#include <cmath>

#include "radiation/helmholtz.h"
#include "radiation/radiating_surface.h"
#include "radiation/radiation.h"
#include "radiation/surface_waves.h"

namespace resound {
namespace {

// Measured on one core of an AMD EPYC with AVX2; another machine is within a factor of three.
constexpr double kStaticPair = 80e-9;  // [s]  a pair of facets, without retardation
constexpr double kWavePair = 300e-9;   // [s]  with it
constexpr double kNearFacet = 200e-6;  // [s]  the closed forms around one facet
constexpr double kFlops = 15e9;        // [1/s]  of a dense factorisation
constexpr double kHarmonic = 3e-9;     // [s]  one spherical wave at one point
constexpr double kIterations = 15;     // of the iteration for the surface pressure

}  // namespace

RadiationCost radiation_cost(const TriangleMesh& mesh, std::span<const RadiatingMode> modes, RadiationRung rung,
                             double speed_of_sound) {
  const RadiatingSurface surface(mesh);
  const double facets = static_cast<double>(surface.facets.size()), n = surface.nodes;
  const double count = static_cast<double>(modes.size());
  double waves = 0;  // evaluated for the maps
  for (const RadiatingMode& mode : modes) {
    const double rows = highest_order(mode.omega / speed_of_sound, surface.radius) + 1;
    waves += 3 * facets * rows * rows;
  }
  const double near = kNearFacet * facets, fixed = kStaticPair * facets * facets + 2.0 / 3 * n * n * n / kFlops;
  switch (rung) {
    case RadiationRung::compact:
      return {near + fixed, 2 * 8 * n * n};
    case RadiationRung::kirchhoff:
      return {near + fixed + count * kIterations * 8 * n * n / kFlops + kHarmonic * waves,
              2 * 8 * n * n + 8 * n * count};
    case RadiationRung::helmholtz:
      break;
  }
  const double groups = static_cast<double>(groups_of_twins(modes).size());
  const double each = kWavePair * facets * facets + 8.0 / 3 * n * n * n / kFlops;
  return {near + groups * each + kHarmonic * waves, 16 * n * n + 10e3 * facets};
}

}  // namespace resound
