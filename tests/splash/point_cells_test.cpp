#include "splash/point_cells.h"

#include <doctest/doctest.h>

#include "numerics/random_stream.h"

using namespace resound;

TEST_CASE("points are connected as if each were held against each other one") {
  constexpr double kReach = 0.07;  // [m]
  for (const std::uint64_t seed : {1, 2, 3}) {
    RandomStream random(seed, 0, 0);
    std::vector<Vec3> points;
    for (int i = 0; i < 600; ++i)
      points.push_back({random.uniform() - 0.5, random.uniform() - 0.5, 0.3 * (random.uniform() - 0.5)});
    Groups plain(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (length(points[i] - points[j]) < kReach) plain.join(i, j);
    PointCells cells;
    Groups found = connected(points, kReach, cells);
    std::size_t groups = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      CHECK(found.of(i) == plain.of(i));
      groups += plain.of(i) == i;
    }
    CHECK(groups > 10);
    CHECK(groups < 300);
  }
}
