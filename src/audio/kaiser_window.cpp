#include "audio/kaiser_window.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

// Modified Bessel function of order zero by its power series: sum of ((x/2)^k / k!)^2.
double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-17 * sum; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

}  // namespace

double kaiser_window(double x, double beta) {
  const double inside = 1 - x * x;
  return inside < 0 ? 0.0 : bessel_i0(beta * std::sqrt(inside)) / bessel_i0(beta);
}

double sinc(double x) {
  const double angle = std::numbers::pi * x;
  return std::abs(angle) < 1e-9 ? 1.0 : std::sin(angle) / angle;
}

double kaiser_beta(double attenuation_db) { return 0.1102 * (attenuation_db - 8.7); }  // above 50 dB

double kaiser_length(double attenuation_db, double transition) {
  return 1 + (attenuation_db - 7.95) / (14.36 * transition);
}

}  // namespace resound
