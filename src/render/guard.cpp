#include "render/guard.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace resound {
namespace {

// Ten times what was supplied, and one picojoule: round-off of a body at rest is far below the one, every instability
// passes the other within a few steps.
constexpr double kRunawayFactor = 10.0;
constexpr double kRestEnergy = 1e-12;  // [J]

bool has_blown_up(const Health& health) {
  return !std::isfinite(health.energy) || health.energy > kRunawayFactor * health.energy_supplied + kRestEnergy;
}

}  // namespace

void check_health(const HealthReports& reports, const Scene& scene, const TimeBlock& block) {
  for (const Health& health : reports) {
    if (!has_blown_up(health)) continue;
    throw UnstableError(
        fmt::format("{} became unstable at t = {:.6f} s: its energy is {:.3g} J, though only {:.3g} J went in. The "
                    "step is {:.4g} s, the "
                    "stable step {:.4g} s; {}",
                    scene.objects[static_cast<std::size_t>(health.object)].name, block.end(), health.energy,
                    health.energy_supplied, health.step, health.stable_step, health.remedy));
  }
}

void check_finite(const Heard& heard, SampleRate rate) {
  for (const auto channel : heard.channels)
    for (const double pressure : channel)
      if (!std::isfinite(pressure))
        throw UnstableError(fmt::format("the sound is no longer a number at t = {:.6f} s; nothing of it was written",
                                        rate.seconds(static_cast<double>(heard.first))));
}

}  // namespace resound
