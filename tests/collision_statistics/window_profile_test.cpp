#include "collision_statistics/window_profile.h"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace resound;

TEST_CASE("a window's profile keeps its mean, is never negative and meets its neighbours") {
  for (const double a : {0.0, 5.0, 100.0})
    for (const double b : {0.0, 40.0, 1000.0})
      for (const double c : {0.0, 70.0}) {
        const WindowProfile profile(a, b, c), next(b, c, 3);
        double sum = 0;
        for (int i = 0; i < 1000; ++i) {
          CHECK(profile.density((i + 0.5) / 1000) > -1e-12);
          sum += profile.density((i + 0.5) / 1000) / 1000;
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
        CHECK(profile.density(1) * (b + 8) == doctest::Approx(next.density(0) * (c + 8)));
      }
}
