#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "fem/bodies.h"
#include "fem/cholesky_factor.h"
#include "fem/eigen_search.h"
#include "fem/frequencies.h"
#include "fem/inertia.h"
#include "fem/tet_assembly.h"
#include "numerics/symmetric_eigen.h"

namespace resound {
namespace {

const ElasticMaterial kSteel{200e9, 0.3, 7850};

FreeNodes all_but(const TetMesh& mesh, const std::vector<int>& clamped) {
  std::vector<int> used(mesh.nodes.size());
  std::iota(used.begin(), used.end(), 0);
  return free_nodes(static_cast<int>(mesh.nodes.size()), used, clamped);
}

std::vector<double> dense(const SparseRows& matrix, int components) {
  const auto c = static_cast<std::size_t>(components), n = c * static_cast<std::size_t>(matrix.rows());
  std::vector<double> result(n * n);
  for (std::size_t i = 0; i < n / c; ++i)
    for (std::size_t at = matrix.row_start[i]; at < matrix.row_start[i + 1]; ++at)
      for (std::size_t k = 0; k < c; ++k)
        result[(static_cast<std::size_t>(matrix.column[at]) * c + k) * n + i * c + k] = matrix.value[at];
  return result;
}

EigenPairs all_pairs(const Pencil& pencil) {
  return symmetric_eigenpairs(dense(pencil.stiffness, 1), dense(pencil.mass, pencil.components), pencil.unknowns());
}

}  // namespace

TEST_CASE("a free body has six eigenvalues that are zero, and its rigid modes at the centroid tell its mass") {
  const TetMesh mesh = box_mesh({2, 2, 2}, {0.1, 0.07, 0.04});
  const EigenPairs pairs = all_pairs(assemble(mesh, kSteel, all_but(mesh, {})));
  for (std::size_t k = 0; k < 6; ++k) CHECK(std::abs(pairs.values[k]) < 1e-6 * pairs.values[6]);
  CHECK(pairs.values[6] > 1e6);

  const auto centre = static_cast<std::size_t>(nodes_where(mesh, [](const Vec3& p) {
                                                 return length(p - Vec3{0.05, 0.035, 0.02}) < 1e-9;
                                               }).at(0));
  double sum = 0;
  for (std::size_t k = 0; k < 6; ++k)
    for (std::size_t c = 0; c < 3; ++c) sum += std::pow(pairs.vectors[k * pairs.values.size() + 3 * centre + c], 2);
  CHECK(sum == doctest::Approx(3 / (7850 * 0.1 * 0.07 * 0.04)).epsilon(1e-9));
}

TEST_CASE("curved elements hold the mass of the body they fill") {
  const TetMesh ring = ring_mesh({40, 1, 1}, 0.04, 0.01, 0.02);
  const Pencil pencil = assemble(ring, kSteel, all_but(ring, {}));
  const double total = std::accumulate(pencil.mass.value.begin(), pencil.mass.value.end(), 0.0);
  CHECK(total == doctest::Approx(7850 * 2 * std::numbers::pi * 0.04 * 0.01 * 0.02).epsilon(1e-5));
}

TEST_CASE("modes are orthonormal in the mass to 1e-10 and free of rigid motion, twins included") {
  const TetMesh ring = ring_mesh({50, 1, 1}, 0.04, 0.001, 0.005);
  const auto modes = tet_modes(ring, kSteel, {}, {.max_frequency = 20'000});
  REQUIRE(modes.size() > 20);
  const Pencil pencil = assemble(ring, kSteel, all_but(ring, {}));
  VectorBlock shapes(pencil.unknowns(), static_cast<int>(modes.size()) + 3), mass_shapes, stiff_shapes;
  for (std::size_t i = 0; i < modes[0].shape.size(); ++i) {
    for (std::size_t k = 0; k < modes.size(); ++k) shapes.row(i)[k] = modes[k].shape[i];
    shapes.row(i)[modes.size() + i % 3] = 1;
  }
  apply_mass(pencil, shapes, mass_shapes);
  apply_stiffness(pencil, shapes, stiff_shapes);
  double worst = 0, worst_stiffness = 0;
  for (std::size_t a = 0; a < modes.size(); ++a)
    for (std::size_t b = 0; b < modes.size() + 3; ++b) {
      double mass = 0, stiffness = 0;
      for (std::size_t i = 0; i < modes[0].shape.size(); ++i) {
        mass += shapes.row(i)[a] * mass_shapes.row(i)[b];
        stiffness += shapes.row(i)[a] * stiff_shapes.row(i)[b];
      }
      worst = std::max(worst, std::abs(mass - (a == b ? 1 : 0)));
      const double expected = a == b ? modes[a].omega * modes[a].omega : 0;
      worst_stiffness = std::max(worst_stiffness, std::abs(stiffness - expected) / std::pow(modes[a].omega, 2));
    }
  CHECK(worst < 1e-10);
  CHECK(worst_stiffness < 1e-6);
}

TEST_CASE("Lanczos and a dense solver find the same eigenvalues to 1e-8, each as often") {
  const TetMesh cube = box_mesh({2, 2, 2}, {0.1, 0.1, 0.1});  // many modes in twos and threes
  const Pencil pencil = assemble(cube, kSteel, all_but(cube, {}));
  const EigenPairs exact = all_pairs(pencil);
  const auto modes = tet_modes(cube, kSteel, {}, {.max_frequency = 60'000});
  REQUIRE(modes.size() > 60);
  for (std::size_t k = 0; k < modes.size(); ++k)
    CHECK(modes[k].omega == doctest::Approx(std::sqrt(exact.values[k + 6])).epsilon(1e-8));
  CHECK(std::sqrt(exact.values[modes.size() + 6]) > 2 * std::numbers::pi * 60'000);
}

TEST_CASE("all modes of a small body are found, up to the last unknown") {
  const TetMesh cube = box_mesh({2, 2, 1}, {0.1, 0.1, 0.1});
  const auto modes = tet_modes(cube, kSteel, {}, {.max_frequency = std::numeric_limits<double>::infinity()});
  CHECK(modes.size() == 3 * cube.nodes.size() - 6);
}

TEST_CASE("the inertia of K - shift M counts the eigenvalues below the shift") {
  const TetMesh bar = box_mesh({3, 2, 1}, {0.2, 0.1, 0.05});
  const Pencil pencil = assemble(bar, kSteel, all_but(bar, {}));
  const EigenPairs exact = all_pairs(pencil);
  const FrontLayout layout = front_layout(pencil);
  for (const std::size_t k : {6, 7, 8, 10, 13, 20, 35, 50, 100, 200}) {
    const double shift = 0.5 * (exact.values[k] + exact.values[k + 1]);
    CHECK(eigenvalues_below(pencil, shift, layout) == static_cast<int>(k) + 1);
    CHECK(eigenvalues_below_by_mumps(pencil, shift, layout) == static_cast<int>(k) + 1);
  }
}

TEST_CASE("the modes of a clamped bar add up to its static compliance") {
  const TetMesh bar = box_mesh({10, 1, 1}, {0.2, 0.02, 0.005});
  const std::vector<int> clamped = nodes_where(bar, [](const Vec3& p) { return p.x < 1e-9; });
  const FreeNodes free = all_but(bar, clamped);
  const Pencil pencil = assemble(bar, kSteel, free);
  const auto tip = static_cast<std::size_t>(nodes_where(bar, [](const Vec3& p) { return p.x > 0.2 - 1e-9; }).at(0));
  VectorBlock load(pencil.unknowns(), 1);
  const auto unknown = 3 * static_cast<std::size_t>(free.number[tip]) + 2;
  load.values[unknown] = 1;
  CholeskyFactor(pencil, 0, front_layout(pencil)).solve(load);
  const double compliance = load.values[unknown];  // [m/N]
  // A beam of this material gives L^3/(3 E I); the elements are 4 % stiffer.
  CHECK(compliance == doctest::Approx(std::pow(0.2, 3) / (3 * 200e9 * 0.02 * std::pow(0.005, 3) / 12)).epsilon(0.06));

  double sum = 0;
  for (const TetMode& mode : tet_modes(bar, kSteel, clamped, {.max_frequency = 20'000}))
    sum += std::pow(mode.shape[3 * tip + 2] / mode.omega, 2);
  CHECK(sum < compliance);
  CHECK(sum == doctest::Approx(compliance).epsilon(0.002));
}

TEST_CASE("straight 4-node tetrahedra give the published, far too high pitch of a bar") {
  const TetMesh bar = box_mesh({20, 2, 1}, {0.2, 0.02, 0.005});
  std::vector<std::array<int, 4>> tets;
  std::vector<int> corners;
  for (const Tet10& tet : bar.tets) {
    tets.push_back({tet[0], tet[1], tet[2], tet[3]});
    corners.insert(corners.end(), tet.begin(), tet.begin() + 4);
  }
  const FreeNodes free = free_nodes(static_cast<int>(bar.nodes.size()), corners, {});
  const EigenPairs pairs = all_pairs(assemble_linear(bar.nodes, tets, kSteel, free));
  double nearest = 0;
  for (std::size_t k = 6; k < 12; ++k) {
    const double f = std::sqrt(pairs.values[k]) / (2 * std::numbers::pi);
    if (std::abs(f - 1782.59) < std::abs(nearest - 1782.59)) nearest = f;
  }
  CHECK(nearest == doctest::Approx(1782.590).epsilon(1e-6));
}

}  // namespace resound
