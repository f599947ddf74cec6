#include "emission/solid/published_pressure.h"

#include <doctest/doctest.h>

#include <vector>

#include "numerics/random_stream.h"

using namespace resound;

TEST_CASE("the published pressure is rho c v through the published DC block, in blocks of any length") {
  RandomStream random(11, 0, 0);
  constexpr double kImpedance = 413;  // [Pa s/m]
  for (const std::size_t length : {1, 3, 8, 13, 32}) {
    CAPTURE(length);
    DcBlock memory{.speed = 0.4, .pressure = 20};
    double last = memory.speed, expected = memory.pressure;
    for (int k = 0; k < 5; ++k) {
      std::vector<double> speed{memory.speed};
      for (std::size_t i = 0; i < length; ++i) speed.push_back(random.uniform() - 0.5);
      std::vector<float> pressure(length);
      fill_published_pressure(speed, kImpedance, memory, pressure);
      for (std::size_t i = 0; i < length; ++i) {
        expected = 0.9 * expected + kImpedance * (speed[i + 1] - last);
        last = speed[i + 1];
        CHECK(pressure[i] == doctest::Approx(expected).epsilon(1e-6).scale(kImpedance));
      }
      CHECK(memory.speed == last);
      CHECK(memory.pressure == doctest::Approx(expected).epsilon(1e-12).scale(kImpedance));
    }
  }
}
