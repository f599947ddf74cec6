#include "radiation/helmholtz.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "numerics/blas.h"
#include "radiation/boundary_equations.h"
#include "radiation/rungs.h"
#include "radiation/surface_waves.h"

namespace resound {
namespace {

using Complex = std::complex<double>;

// Modes closer than this share one factorisation at their mean frequency: the twins of a round body, whose frequencies
// differ by what the mesh is not round. Over a body of ka = 10 it turns a phase by a thousandth.
constexpr double kTwins = 1e-4;

}  // namespace

std::vector<std::vector<std::size_t>> groups_of_twins(std::span<const RadiatingMode> modes) {
  std::vector<std::size_t> order(modes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return modes[i].omega; });
  std::vector<std::vector<std::size_t>> groups;
  for (const std::size_t i : order) {
    if (groups.empty() || modes[i].omega > modes[groups.back().front()].omega * (1 + kTwins)) groups.emplace_back();
    groups.back().push_back(i);
  }
  return groups;
}

// The coupling of least condition, -j/k [Kress 1985], held finite toward low frequencies.
Complex burton_miller_coupling(const RadiatingSurface& surface, double wavenumber) {
  return {0, -1 / (wavenumber + 1 / surface.radius)};
}

std::vector<Complex> surface_pressure(const RadiatingSurface& surface, const NearPairs& near, double wavenumber,
                                      std::span<const double> speeds, double omega_density, Complex coupling) {
  auto equations = boundary_equations(surface, near, WaveKernel{wavenumber}, speeds, {coupling, false, {}});
  const int n = surface.nodes, count = static_cast<int>(speeds.size() / surface.facets.size());
  std::vector<int> pivots(static_cast<std::size_t>(n));
  int info = 0;
  zgetrf_(&n, &n, equations.pressure.data(), &n, pivots.data(), &info);
  if (info == 0)
    zgetrs_("T", &n, &count, equations.pressure.data(), &n, pivots.data(), equations.loads.data(), &n, &info, 1);
  if (info != 0)
    throw InputError("the surface does not enclose a body: its boundary elements are singular; mend the mesh");
  for (Complex& value : equations.loads) value *= Complex(0, omega_density);
  return std::move(equations.loads);
}

std::vector<ModeField> helmholtz_fields(const RadiatingSurface& surface, std::span<const RadiatingMode> modes,
                                        const RadiationSettings& settings) {
  std::vector<ModeField> fields(modes.size());
  const auto groups = groups_of_twins(modes);
  const NearPairs near(surface);
  const std::size_t nodes = static_cast<std::size_t>(surface.nodes);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<double> speeds;
    double omega = 0;
    for (const std::size_t i : groups[g]) {
      const std::vector<double> speed = outward_speed(surface, modes[i].motion);
      speeds.insert(speeds.end(), speed.begin(), speed.end());
      omega += modes[i].omega / static_cast<double>(groups[g].size());
    }
    const double k = omega / settings.speed_of_sound, omega_density = omega * settings.air_density;
    const auto pressure = surface_pressure(surface, near, k, speeds, omega_density, burton_miller_coupling(surface, k));
    for (std::size_t j = 0; j < groups[g].size(); ++j) {
      const SurfaceWaves waves{k, omega_density, modes[groups[g][j]].motion,
                               std::span(pressure).subspan(j * nodes, nodes)};
      fields[groups[g][j]] = multipoles(surface, waves, settings.tolerance_db);
    }
    if (settings.progress) settings.progress(static_cast<double>(g + 1) / static_cast<double>(groups.size()));
  }
  return fields;
}

}  // namespace resound
