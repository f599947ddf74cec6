#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "radiation/helmholtz.h"
#include "radiation/radiating_surface.h"
#include "radiation/radiation.h"

namespace resound {
namespace {

// A body is compact while the wave is twenty times longer than it: its pressure is then good to 0.5 dB.
constexpr double kCompact = 0.3;  // ka

// Kirchhoff's surface pressure is within 0.3 dB of boundary elements up to here, on the thin bar of bar_radiation.csv;
// from there on it is off by 1 to 6 dB in some direction, whatever ka.
constexpr double kDoubtful = 0.6;  // ka

constexpr double kTrianglesAWave = 5;  // that boundary elements need: a sphere is then within 0.1 dB

double mean_edge(const RadiatingSurface& surface) {  // [m]
  double area = 0;
  for (const Facet& facet : surface.facets) area += facet.area;
  return std::sqrt(area / static_cast<double>(surface.facets.size()) * 4 / std::numbers::sqrt3);
}

std::string kilohertz(double omega) { return fmt::format("{:.3g} kHz", omega / (2000 * std::numbers::pi)); }

// Which modes boundary elements take: whole groups of twins from the lowest doubtful one, until something ends it.
struct Taken {
  std::vector<std::size_t> modes;
  std::string end;  // what ended it; empty if nothing did
};

Taken taken_by_elements(const RadiatingSurface& surface, const TriangleMesh& mesh, std::span<const RadiatingMode> modes,
                        double speed_of_sound, double budget) {
  const double lowest = kDoubtful / surface.radius;
  const double highest = 2 * std::numbers::pi / (kTrianglesAWave * mean_edge(surface));  // [1/m]
  Taken taken;
  if (surface.facets.size() > static_cast<std::size_t>(kMostHelmholtzTriangles))
    return taken.end = fmt::format("{} triangles are too many for helmholtz", surface.facets.size()), taken;
  std::vector<RadiatingMode> some;
  for (const std::vector<std::size_t>& group : groups_of_twins(modes)) {
    const double k = modes[group.front()].omega / speed_of_sound;
    if (k < lowest) continue;
    if (k > highest) return taken.end = "above that the mesh is too coarse for helmholtz", taken;
    for (const std::size_t i : group) some.push_back(modes[i]);
    if (radiation_cost(mesh, some, RadiationRung::helmholtz, speed_of_sound).seconds > budget)
      return taken.end = fmt::format("more of helmholtz would take over {:g} s", budget), taken;
    taken.modes.insert(taken.modes.end(), group.begin(), group.end());
  }
  return taken;
}

}  // namespace

RungChoice choose_rungs(const TriangleMesh& mesh, std::span<const RadiatingMode> modes, double speed_of_sound,
                        double budget) {
  RungChoice choice;
  choice.rungs.assign(modes.size(), RadiationRung::compact);
  if (modes.empty()) return choice.reason = "nothing rings", choice;
  const RadiatingSurface surface(mesh);
  const double top = std::ranges::max(modes, {}, &RadiatingMode::omega).omega;
  const double ka = top / speed_of_sound * surface.radius;
  const std::string size = fmt::format("ka reaches {:.2g} at {}", ka, kilohertz(top));
  if (ka < kCompact) return choice.reason = "compact: " + size, choice;

  std::ranges::fill(choice.rungs, RadiationRung::kirchhoff);
  const Taken taken = taken_by_elements(surface, mesh, modes, speed_of_sound, budget);
  double last = 0;
  for (const std::size_t i : taken.modes) {
    choice.rungs[i] = RadiationRung::helmholtz;
    last = std::max(last, modes[i].omega);
  }
  const std::string end = taken.end.empty() ? "" : "; " + taken.end;
  if (taken.modes.empty()) {
    choice.reason = fmt::format("kirchhoff: {}{}", size, end);
  } else if (taken.end.empty()) {
    choice.reason = fmt::format("helmholtz from ka {:g} on: {}", kDoubtful, size);
  } else {
    choice.reason =
        fmt::format("helmholtz from ka {:g} to {}, kirchhoff above: {}{}", kDoubtful, kilohertz(last), size, end);
  }
  return choice;
}

}  // namespace resound
