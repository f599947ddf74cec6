#include "liquid/sphere_samples.h"

#include <cmath>

#include "numerics/pi.h"

namespace resound {

std::vector<WallSample> sample_sphere(double radius, double spacing, int layers) {
  const double golden = kPi * (3 - std::sqrt(5.0));  // [rad]  from one to the next
  std::vector<WallSample> samples;
  for (int layer = 0; layer < layers; ++layer) {
    const double outer = radius - layer * spacing, inner = std::max(0.0, outer - spacing);
    if (outer <= 0) break;
    const double shell = 4 * kPi / 3 * (outer * outer * outer - inner * inner * inner);  // [m^3]
    const double middle = inner > 0 ? (outer + inner) / 2 : outer / 2;
    const int count = std::max(1, static_cast<int>(std::lround(shell / (spacing * spacing * spacing))));
    for (int i = 0; i < count; ++i) {
      const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
      const Vec3 outward{r * std::cos(golden * i), r * std::sin(golden * i), z};
      samples.push_back({(count == 1 ? 0 : middle) * outward, outward, radius - middle,
                         shell / (count * spacing * spacing * spacing), false});
    }
  }
  return samples;
}

}  // namespace resound
