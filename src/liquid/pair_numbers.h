#pragma once
#include <algorithm>
#include <cmath>

#include "liquid/liquid_rows.h"
#include "liquid/liquid_system.h"

namespace resound {

// Numbers that all pairs share. Lengths are in units of the places.
struct PairNumbers {
  float half_per_unit = 0;  // 1 / (2 h)                 [1/units]   q/2 = r half_per_unit
  float reach = 0;          // of the lists              [units]
  float wall_reach = 0;     // of those of walls         [units]
  float viscous = 0;        // alpha c0 h / (rho0 unit)  [m^4/(kg s)]   on v.r / (r^2 + softening), lengths in units
  float softening = 0;      // 0.01 h^2                  [units^2]
  float unit = 0;           // [m]
  float spread = 0;         // 2 delta h c0              [m^2/s]
  double acceleration = 0;  // m 5a/h^2 unit             [kg/m^4]  times sum (P + P') t^3 r
  double rate = 0;          // -V0 5a/h^2                [1/m^2]
  double fullness = 0;      // V0 a                      [1]       times sum t^4 (5 - 4t)
  double onesidedness = 0;  // V0 10a                    [1]       times |sum t^3 q/2|
};
PairNumbers pair_numbers(const LiquidSettings& settings, const PlaceGrid& grid);

// The largest of what enters a step's pairs.
struct PairExtremes {
  float pressure = 0;  // [m^5/(kg s^2)]  p / rho^2, of liquid and walls
  float speed = 0;     // [m/s]           likewise
  float excess = 0;    // [1]             either way

  void see(const PairExtremes& other) {
    pressure = std::max(pressure, other.pressure);
    speed = std::max(speed, other.speed);
    excess = std::max(excess, other.excess);
  }
  void see(const LiquidRow& row) {
    const MotionRow& m = row.motion;
    see(PairExtremes{row.place.pressure, std::max({std::abs(m.x), std::abs(m.y), std::abs(m.z)}), std::abs(m.excess)});
  }
};

// What passes between two is rounded to whole numbers of 32 bits before it is added up. Sums of whole numbers do not
// depend on their order: the result is the same however rows are shared out among threads, and what one gains the other
// loses to the last bit. The factors are powers of two, as large as kMostNeighbours of the strongest pairs allow; so a
// step of rounding is 1e-7 of the strongest pair.
struct PairScale {
  static constexpr int kMostNeighbours = 256;  // four times as many as lie within reach in calm liquid
  static constexpr float kAround = 1 << 23;    // for sums of t^4 (5 - 4t), each at most 1

  float push = 1;  // for (P + P' + Pi) t^3 r
  float rate = 1;  // for t^3 times what flows
};
PairScale pair_scale(const PairNumbers& numbers, const PairExtremes& largest);

}  // namespace resound
