#include "fem/cholesky_factor.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "fem/bodies.h"
#include "fem/elimination_order.h"
#include "fem/front_tree.h"
#include "fem/tet_assembly.h"
#include "numerics/random_stream.h"

namespace resound {
namespace {

const ElasticMaterial kSteel{200e9, 0.3, 7850};
constexpr double kShift = -1e8;  // [rad^2/s^2]  below all eigenvalues of a free body, which are not negative

Pencil free_pencil(const TetMesh& mesh) {
  std::vector<int> used(mesh.nodes.size());
  std::iota(used.begin(), used.end(), 0);
  return assemble(mesh, kSteel, free_nodes(static_cast<int>(mesh.nodes.size()), used, {}));
}

VectorBlock random_vectors(int unknowns, int count) {
  VectorBlock block(unknowns, count);
  RandomStream random(7, 0, 0);
  for (double& value : block.values) value = random.uniform(-1, 1);
  return block;
}

// The largest error of x as a share of the largest entry, where (K - shift M) x is given.
double error_of_solve(const Pencil& pencil, int count) {
  const VectorBlock exact = random_vectors(pencil.unknowns(), count);
  VectorBlock block, mass_part;
  apply_stiffness(pencil, exact, block);
  apply_mass(pencil, exact, mass_part);
  for (std::size_t i = 0; i < block.values.size(); ++i) block.values[i] -= kShift * mass_part.values[i];
  CholeskyFactor(pencil, kShift, front_layout(pencil)).solve(block);
  double worst = 0;
  for (std::size_t i = 0; i < block.values.size(); ++i)
    worst = std::max(worst, std::abs(block.values[i] - exact.values[i]));
  return worst;
}

}  // namespace

TEST_CASE("a factor gives back the vectors that K - shift M was applied to, for any number of them") {
  const Pencil bar = free_pencil(box_mesh({7, 3, 2}, {0.2, 0.05, 0.03}));
  for (const int count : {1, 3, 8, 11, 16}) CHECK(error_of_solve(bar, count) < 1e-9);
  const Pencil ring = free_pencil(ring_mesh({40, 1, 1}, 0.04, 0.001, 0.005));
  CHECK(error_of_solve(ring, 8) < 1e-8);  // thin: worse conditioned
}

TEST_CASE("a vector's solution does not depend on its company") {
  const Pencil pencil = free_pencil(box_mesh({5, 3, 2}, {0.2, 0.05, 0.03}));
  const FrontLayout layout = front_layout(pencil);
  CholeskyFactor factor(pencil, kShift, layout);
  VectorBlock together = random_vectors(pencil.unknowns(), 11), alone(pencil.unknowns(), 1);
  for (std::size_t i = 0; i < alone.values.size(); ++i) alone.values[i] = together.row(i)[9];
  factor.solve(together);
  factor.solve(alone);
  for (std::size_t i = 0; i < alone.values.size(); ++i) REQUIRE(alone.values[i] == together.row(i)[9]);
}

TEST_CASE("fronts come after their children, hold every node once and pass all they touch on to their parent") {
  const Pencil pencil = free_pencil(box_mesh({8, 6, 4}, {0.2, 0.15, 0.1}));
  const FrontTree tree = front_tree(pencil, elimination_order(pencil));
  std::vector<int> turns = tree.turn, expected(tree.turn.size());
  std::iota(expected.begin(), expected.end(), 0);
  std::ranges::sort(turns);
  CHECK(turns == expected);
  int next = 0;
  for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
    const Front& front = tree.fronts[f];
    REQUIRE(front.first == std::exchange(next, front.first + front.count));
    REQUIRE((front.parent < 0) == front.rows.empty());
    if (front.parent < 0) continue;
    REQUIRE(front.parent > static_cast<int>(f));
    const Front& parent = tree.fronts[static_cast<std::size_t>(front.parent)];
    for (const int row : front.rows) {
      REQUIRE(row >= parent.first);
      if (row >= parent.first + parent.count) REQUIRE(std::ranges::binary_search(parent.rows, row));
    }
  }
  CHECK(next == static_cast<int>(tree.turn.size()));
}

TEST_CASE("a shift above an eigenvalue is refused: the matrix is not positive definite") {
  const Pencil pencil = free_pencil(box_mesh({5, 3, 2}, {0.2, 0.05, 0.03}));
  CHECK_THROWS_AS(CholeskyFactor(pencil, 1e8, front_layout(pencil)), InputError);
}

}  // namespace resound
