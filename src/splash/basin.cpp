#include "splash/basin.h"

#include <algorithm>
#include <cmath>

namespace resound {

// Slices between neighbouring sections are filled one after the other; within one the area changes in a straight line.
double level_of(const Basin& basin, double volume, double covered) {
  if (volume <= 0) return 0;
  if (basin.areas.size() < 2 || basin.height <= 0) {
    const double area = basin.areas.empty() ? covered : basin.areas.front();
    return area > 0 ? volume / area : 0;
  }
  const double step = basin.height / static_cast<double>(basin.areas.size() - 1);
  double level = 0;
  for (std::size_t i = 0; i + 1 < basin.areas.size(); ++i, level += step) {
    const double a = basin.areas[i], b = basin.areas[i + 1], slice = 0.5 * (a + b) * step;
    if (volume < slice) {  // a s + (b - a) s^2 / (2 step) = volume, by halving: robust where a = b or a = 0
      double low = 0, high = step;
      for (int i2 = 0; i2 < 50; ++i2) {
        const double s = 0.5 * (low + high);
        (a * s + 0.5 * (b - a) * s * s / step < volume ? low : high) = s;
      }
      return level + low;
    }
    volume -= slice;
  }
  return level + (basin.areas.back() > 0 ? volume / basin.areas.back() : 0);
}

double section_at(const Basin& basin, double height) {
  const std::size_t last = basin.areas.size() - 1;
  if (last == 0 || basin.height <= 0) return basin.areas.front();
  const double place = std::clamp(height / basin.height, 0.0, 1.0) * static_cast<double>(last);
  const auto below = std::min(static_cast<std::size_t>(place), last - 1);
  return std::lerp(basin.areas[below], basin.areas[below + 1], place - static_cast<double>(below));
}

// By the middles of a hundred slices.
double volume_below(const Basin& basin, double level) {
  constexpr int kSlices = 100;
  double sum = 0;
  for (int i = 0; i < kSlices; ++i) sum += section_at(basin, (i + 0.5) * level / kSlices);
  return sum * level / kSlices;
}

double air_length(const Basin& basin, double level) {
  return std::max(basin.height - level, 0.0) + 0.61 * basin.mouth_radius;
}

}  // namespace resound
