#include "liquid/pair_numbers.h"

#include <algorithm>
#include <cmath>

#include "liquid/wendland.h"

namespace resound {
namespace {

constexpr double kMostWayPressed = 27.0 / 128;  // [h]  the largest t^3 r, at r = h/2

// The largest power of two that keeps sums of so many within 32 bits.
float scale_for(double largest) {
  const double room = std::ldexp(1, 31) / PairScale::kMostNeighbours;
  if (!(largest > 1e-30)) return 1;
  if (!(largest < 1e30)) return 0;
  return static_cast<float>(std::ldexp(1, std::ilogb(room / largest)));
}

}  // namespace

PairNumbers pair_numbers(const LiquidSettings& s, const PlaceGrid& grid) {
  const Wendland kernel{s.smoothing * s.spacing};
  const double h = kernel.h, volume = s.spacing * s.spacing * s.spacing;
  PairNumbers n;
  n.half_per_unit = static_cast<float>(grid.unit / (2 * h));
  n.reach = static_cast<float>((kernel.reach() + s.reach_margin * s.spacing) / grid.unit);
  n.wall_reach = static_cast<float>((kernel.reach() + s.wall_margin * s.spacing) / grid.unit);
  n.viscous = static_cast<float>(s.viscosity * s.sound_speed * h / (s.density * grid.unit));
  n.softening = static_cast<float>(0.01 * h * h / (grid.unit * grid.unit));
  n.unit = static_cast<float>(grid.unit);
  n.spread = static_cast<float>(2 * s.diffusion * h * s.sound_speed);
  n.acceleration = s.density * volume * kernel.slope() * grid.unit;
  n.rate = -volume * kernel.slope();
  n.fullness = volume * kernel.peak();
  n.onesidedness = volume * kernel.slope() * h * 2 * h;
  return n;
}

PairScale pair_scale(const PairNumbers& n, const PairExtremes& largest) {
  const double way = kMostWayPressed * 0.5 / static_cast<double>(n.half_per_unit);  // [units]
  const double pressure = largest.pressure, excess = largest.excess;
  const double parting = 2 * std::sqrt(3.0) * static_cast<double>(largest.speed);  // [m/s]  each way, three axes
  const double volume = 1 + excess * (1 + excess * (1 + excess));
  return {scale_for(2 * pressure * way + static_cast<double>(n.viscous) * parting),
          scale_for(volume * ((1 + excess) * static_cast<double>(n.unit) * way * parting +
                              static_cast<double>(n.spread) * excess))};
}

}  // namespace resound
