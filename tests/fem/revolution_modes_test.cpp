#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "fem/bodies.h"
#include "fem/frequencies.h"
#include "fem/modes.h"

namespace resound {
namespace {

const ElasticMaterial kSteel{200e9, 0.3, 7850};

// Elastic frequencies of one order, from the lowest.
std::vector<double> of_order(const std::vector<FourierMode>& modes, int order) {
  std::vector<double> result;
  for (const FourierMode& mode : modes)
    if (mode.order == order) result.push_back(hertz(mode));
  return result;
}

bool is_torsion(const FourierMode& mode) {
  double around = 0, rest = 0;
  for (std::size_t i = 0; i < mode.shape.size(); ++i)
    (i % 3 == 1 ? around : rest) = std::max(i % 3 == 1 ? around : rest, std::abs(mode.shape[i]));
  return mode.order == 0 && rest == 0 && around > 0;
}

}  // namespace

TEST_CASE("the steel cup rings as the finest known mesh: 0.2 % from n = 2 on, 1 % where the base's corner matters") {
  const std::vector<FourierMode> modes =
      revolution_modes(cup_meridian(0.004, 1), kSteel, {}, {.max_frequency = 20'000});
  for (const Row& row : reference_rows("cup_frequencies.csv")) {
    if (row.at("mesh").substr(0, 9) != "reference") continue;
    const int n = std::stoi(row.at("n"));
    CAPTURE(n);
    const double f1 = number(row, "f1_Hz");
    REQUIRE(!of_order(modes, n).empty());
    CHECK(of_order(modes, n).front() == doctest::Approx(f1).epsilon(n >= 2 ? 0.002 : 0.01));
  }
}

TEST_CASE("the same cup, the same mesh: four modes of each order as computed elsewhere") {
  std::vector<FourierMode> modes = revolution_modes(cup_meridian(0.004, 1), kSteel, {}, {.max_frequency = 20'000});
  std::erase_if(modes, is_torsion);  // the file leaves them out
  for (const Row& row : reference_rows("cup_frequencies.csv")) {
    if (row.at("mesh").substr(0, 6) != "coarse") continue;
    const int n = std::stoi(row.at("n"));
    CAPTURE(n);
    const std::vector<double> found = of_order(modes, n);
    REQUIRE(found.size() >= 4);
    for (std::size_t k = 0; k < 4; ++k)
      CHECK(found[k] == doctest::Approx(number(row, "f" + std::to_string(k + 1) + "_Hz")).epsilon(1e-4));
  }
}

}  // namespace resound
