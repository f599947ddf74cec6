#include "propagation/air_absorption.h"

#include <cmath>

namespace resound {

double absorption_coefficient(double frequency, const Air& air) {
  constexpr double p_r = 101325;   // [Pa]  reference pressure
  constexpr double T_0 = 293.15;   // [K]   reference temperature
  constexpr double T_01 = 273.16;  // [K]   triple point of water
  const double T = air.temperature + 273.15;
  const double t = T / T_0;
  const double p = air.pressure / p_r;
  const double f = frequency;

  // how much water there is decides how fast the gases relax
  const double saturation = std::pow(10.0, -6.8346 * std::pow(T_01 / T, 1.261) + 4.6151);  // [p_r]
  const double h = air.humidity * saturation / p;                                          // [%] molar share
  const double f_oxygen = p * (24 + 4.04e4 * h * (0.02 + h) / (0.391 + h));                // [Hz]
  const double f_nitrogen = p / std::sqrt(t) * (9 + 280 * h * std::exp(-4.170 * (1 / std::cbrt(t) - 1)));  // [Hz]

  const double classical = 1.84e-11 / p * std::sqrt(t);
  const double oxygen = 0.01275 * std::exp(-2239.1 / T) / (f_oxygen + f * f / f_oxygen);
  const double nitrogen = 0.1068 * std::exp(-3352.0 / T) / (f_nitrogen + f * f / f_nitrogen);
  return 8.686 * f * f * (classical + std::pow(t, -2.5) * (oxygen + nitrogen));
}

}  // namespace resound
