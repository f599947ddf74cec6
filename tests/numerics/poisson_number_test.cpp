#include "numerics/poisson_number.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace resound;

TEST_CASE("a Poisson number has the mean and the variance of its law, small and large") {
  for (const double mean : {0.3, 4.0, 29.0, 31.0, 700.0}) {
    CAPTURE(mean);
    RandomStream chance(5, 0, static_cast<std::uint64_t>(mean * 10));
    const int n = 40000;
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<double>(poisson_number(mean, chance));
      sum += k, squares += (k - mean) * (k - mean);
    }
    CHECK(std::abs(sum / n - mean) < 4 * std::sqrt(mean / n));
    CHECK(std::abs(squares / n / mean - 1) < 4 * std::sqrt((2 + 1 / mean) / n));
  }
}
