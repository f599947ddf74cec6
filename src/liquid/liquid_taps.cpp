#include "liquid/liquid_taps.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {

double LiquidTap::flow() const { return kPi * radius * radius * speed; }
double LiquidBall::mass() const { return 4 * kPi / 3 * radius * radius * radius * density; }

LiquidTaps::LiquidTaps(const LiquidSystem& system) {
  const double dx = system.settings.spacing;
  for (const LiquidTap& tap : system.taps) {
    Mouth mouth{tap, {}, 0};
    const Vec3 aside =
        normalized(cross(tap.direction, std::abs(tap.direction.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    const Vec3 across = cross(tap.direction, aside);
    const int most = static_cast<int>(tap.radius / dx) + 1;
    for (int i = -most; i < most; ++i)
      for (int j = -most; j < most; ++j) {
        const double x = (i + 0.5) * dx, y = (j + 0.5) * dx;
        if (std::hypot(x, y) <= tap.radius) mouth.places.push_back(tap.position + x * aside + y * across);
      }
    if (mouth.places.empty()) mouth.places.push_back(tap.position);
    mouth.interval = static_cast<double>(mouth.places.size()) * dx * dx * dx / tap.flow();
    mouths_.push_back(std::move(mouth));
  }
}

void LiquidTaps::pour(double before, double now, const Vec3& gravity, std::vector<LiquidParticle>& out) {
  for (const Mouth& mouth : mouths_) {
    const double since = before - mouth.tap.begin;
    for (double layer = std::max(0.0, std::floor(since / mouth.interval) + 1);; ++layer) {
      const double due = mouth.tap.begin + layer * mouth.interval;
      if (due > now || due >= mouth.tap.end) break;
      if (due <= before) continue;
      const double ago = now - due;
      for (const Vec3& place : mouth.places)
        out.push_back({place + (mouth.tap.speed * ago) * mouth.tap.direction + (0.5 * ago * ago) * gravity,
                       mouth.tap.speed * mouth.tap.direction + ago * gravity, 0});
    }
  }
}

}  // namespace resound
