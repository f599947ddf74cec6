#include "numerics/poisson_number.h"

#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kFew = 30;

// ln k! by Stirling's series; for k >= 10 exact to 1e-12.
double log_factorial(double k) {
  double product = 1;
  for (; k < 10; ++k) product *= k + 1;
  const double square = 1 / (k * k);
  return k * std::log(k) - k + std::log(kTurn * k) / 2 + (1.0 / 12 - square * (1.0 / 360 - square / 1260)) / k -
         std::log(product);
}

// Adds up the chances of 0, 1, 2, … until they pass a number between 0 and 1.
std::int64_t few(double mean, RandomStream& random) {
  const double sought = random.uniform();
  double chance = std::exp(-mean), sum = chance;
  std::int64_t k = 0;
  while (sought > sum && chance > 0) {
    ++k;
    chance *= mean / static_cast<double>(k);
    sum += chance;
  }
  return k;
}

// Rejection from a hat that is easily drawn from [Hormann 1993, algorithm PTRS].
std::int64_t many(double mean, RandomStream& random) {
  const double b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = random.uniform() - 0.5, v = random.uniform(), us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= v_r) return static_cast<std::int64_t>(k);
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v * inverse_alpha / (a / (us * us) + b)) <= k * std::log(mean) - mean - log_factorial(k))
      return static_cast<std::int64_t>(k);
  }
}

}  // namespace

std::int64_t poisson_number(double mean, RandomStream& random) {
  if (!(mean > 0)) return 0;
  return mean < kFew ? few(mean, random) : many(mean, random);
}

}  // namespace resound
