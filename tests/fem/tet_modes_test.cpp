#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "fem/bodies.h"
#include "fem/frequencies.h"
#include "fem/modes.h"

namespace resound {
namespace {

const ElasticMaterial kSteel{200e9, 0.3, 7850};

// Whether a mode moves mostly along one axis, 0 to 2.
bool moves_along(const TetMode& mode, std::size_t axis) {
  std::array<double, 3> squares{};
  for (std::size_t i = 0; i < mode.shape.size(); ++i) squares[i % 3] += mode.shape[i] * mode.shape[i];
  return squares[axis] > 0.8 * (squares[0] + squares[1] + squares[2]);
}

// A bar bends in its thin direction (z) without twisting: its edges y = 0 and y = b move alike.
std::vector<double> bending_frequencies(const TetMesh& bar, const std::vector<TetMode>& modes) {
  std::vector<double> result;
  for (const TetMode& mode : modes) {
    double even = 0, odd = 0;
    for (std::size_t i = 0; i < bar.nodes.size(); ++i) {
      even += mode.shape[3 * i + 2] * mode.shape[3 * i + 2];
      odd += mode.shape[3 * i + 2] * (bar.nodes[i].y - 0.01) / 0.01 * std::abs(mode.shape[3 * i + 2]);
    }
    if (moves_along(mode, 2) && std::abs(odd) < 0.2 * even) result.push_back(hertz(mode));
  }
  return result;
}

}  // namespace

TEST_CASE("a steel bar, free or clamped, bends as computed elsewhere with the same tetrahedra") {
  for (const Row& row : reference_rows("bar_frequencies.csv")) {
    if (row.at("method") != "tet10" || number(row, "dof") > 2000) continue;
    CAPTURE(row.at("bc"));
    CAPTURE(row.at("nx"));
    const TetMesh bar =
        box_mesh({std::stoi(row.at("nx")), std::stoi(row.at("ny")), std::stoi(row.at("nz"))}, {0.2, 0.02, 0.005});
    const bool is_clamped = row.at("bc") == "cf";
    const std::vector<int> clamped = nodes_where(bar, [&](const Vec3& p) { return is_clamped && p.x < 1e-9; });
    const auto found = tet_modes(bar, kSteel, clamped, {.max_frequency = 4000});
    for (const char* column : {"f1_Hz", "f2_Hz", "f3_Hz"}) {
      const double expected = number(row, column);
      CHECK(std::ranges::any_of(found,
                                [&](const TetMode& m) { return std::abs(hertz(m) - expected) < 2e-5 * expected; }));
    }
  }
}

}  // namespace resound
