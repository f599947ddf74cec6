#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "radiation/rungs.h"
#include "radiation/static_air.h"
#include "radiation/surface_waves.h"

namespace resound {
namespace {

constexpr std::size_t kModesAtATime = 16;  // modes solved together: enough to read a matrix for, few enough to remember

}  // namespace

std::vector<ModeField> kirchhoff_fields(const RadiatingSurface& surface, std::span<const RadiatingMode> modes,
                                        const RadiationSettings& settings) {
  const auto report = [&](double share) {
    if (settings.progress) settings.progress(share);
  };
  std::vector<double> speeds;
  for (const RadiatingMode& mode : modes) {
    const std::vector<double> speed = outward_speed(surface, mode.motion);
    speeds.insert(speeds.end(), speed.begin(), speed.end());
  }
  const StaticAir air(surface, speeds, [&](double share) { report(0.5 * share); });

  const double c = settings.speed_of_sound, rho_c = settings.air_density * c;
  const std::size_t nodes = static_cast<std::size_t>(surface.nodes),
                    batches = (modes.size() + kModesAtATime - 1) / kModesAtATime;
  std::vector<ModeField> fields(modes.size());
  parallel_for(batches, [&](std::size_t batch) {
    const std::size_t first = batch * kModesAtATime, count = std::min(kModesAtATime, modes.size() - first);
    std::vector<std::size_t> columns(count);
    std::iota(columns.begin(), columns.end(), first);
    std::vector<double> wavenumbers;
    for (const std::size_t column : columns) wavenumbers.push_back(modes[column].omega / c);
    std::vector<std::complex<double>> pressure = air.doubly_asymptotic(columns, wavenumbers);
    for (auto& value : pressure) value *= rho_c;
    for (std::size_t i = 0; i < count; ++i) {
      const RadiatingMode& mode = modes[first + i];
      const SurfaceWaves waves{wavenumbers[i], mode.omega * settings.air_density, mode.motion,
                               std::span(pressure).subspan(i * nodes, nodes)};
      fields[first + i] = multipoles(surface, waves, settings.tolerance_db);
    }
  });
  report(1);
  return fields;
}

}  // namespace resound
