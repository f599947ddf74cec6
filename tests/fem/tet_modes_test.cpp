#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/parallel.h"
#include "fem/bodies.h"
#include "fem/frequencies.h"
#include "fem/modes.h"

namespace resound {
namespace {

const ElasticMaterial kSteel{200e9, 0.3, 7850};

bool has_frequency(const std::vector<TetMode>& modes, double f, double tolerance) {
  return std::ranges::any_of(modes, [&](const TetMode& mode) { return std::abs(hertz(mode) - f) < tolerance * f; });
}

TetMesh steel_bar(const Grid& grid) { return box_mesh(grid, {0.2, 0.02, 0.005}); }

Grid grid_of(const Row& row) { return {std::stoi(row.at("nx")), std::stoi(row.at("ny")), std::stoi(row.at("nz"))}; }

std::vector<int> rim(const TetMesh& plate, double side) {
  return nodes_where(plate, [&](const Vec3& p) { return std::min({p.x, p.y, side - p.x, side - p.y}) < 1e-9; });
}

// Vibraphone bar of 36 cm, arched from below.
TetMesh vibraphone_bar(const Grid& grid) {
  return grid_mesh(grid, [](Vec3 p) {
    constexpr double stock = 0.0127, middle = 0.0049118, arch = 0.19328, power = 3.1395;  // [m] and [1]
    const double x = 0.36 * (p.x - 0.5);
    const double h = middle + (stock - middle) * std::pow(std::min(1.0, std::abs(2 * x / arch)), power);
    return Vec3{x, 0.05 * p.y, -h * (1 - p.z)};
  });
}

// How much of a mode is motion along z that is the same on both sides of the middle plane y: bending, not torsion.
bool bends(const TetMesh& mesh, const TetMode& mode, double middle) {
  double along_z = 0, all = 0, torsion = 0;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const double z = mode.shape[3 * i + 2];
    along_z += z * z;
    all += z * z + std::pow(mode.shape[3 * i], 2) + std::pow(mode.shape[3 * i + 1], 2);
    torsion += z * (mesh.nodes[i].y - middle) / middle * (mesh.nodes[i].x > 0 ? 1 : -1);
  }
  return along_z > 0.7 * all && std::abs(torsion) < 0.05 * std::sqrt(along_z * static_cast<double>(mesh.nodes.size()));
}

}  // namespace

TEST_CASE("a steel bar, free or clamped, bends as computed elsewhere with the same tetrahedra") {
  for (const Row& row : reference_rows("bar_frequencies.csv")) {
    if (row.at("method") != "tet10" || number(row, "dof") > 2000) continue;
    CAPTURE(row.at("bc"));
    CAPTURE(row.at("nx"));
    const TetMesh bar = steel_bar(grid_of(row));
    const bool is_clamped = row.at("bc") == "cf";
    const std::vector<int> clamped = nodes_where(bar, [&](const Vec3& p) { return is_clamped && p.x < 1e-9; });
    const auto found = tet_modes(bar, kSteel, clamped, {.max_frequency = 4000});
    for (const char* column : {"f1_Hz", "f2_Hz", "f3_Hz"}) CHECK(has_frequency(found, number(row, column), 6e-6));
  }
}

TEST_CASE("a free steel bar rings within half a percent of Timoshenko's theory") {
  const auto modes = tet_modes(steel_bar({40, 4, 2}), kSteel, {}, {.max_frequency = 3600});
  for (const Row& row : reference_rows("bar_frequencies.csv"))
    if (row.at("bc") == "ff" && row.at("method") == "TI")
      for (const char* column : {"f1_Hz", "f2_Hz", "f3_Hz"}) CHECK(has_frequency(modes, number(row, column), 0.005));
}

TEST_CASE("a clamped plate rings as computed elsewhere with the same tetrahedra") {
  for (const Row& row : reference_rows("plate_frequencies.csv")) {
    if (row.at("element") != "tet10" || number(row, "dof") > 4000) continue;
    CAPTURE(row.at("thickness_m"));
    CAPTURE(row.at("n"));
    const int n = std::stoi(row.at("n"));
    const TetMesh plate = box_mesh({n, n, std::stoi(row.at("nz"))}, {0.1, 0.1, number(row, "thickness_m")});
    const auto modes = tet_modes(plate, kSteel, rim(plate, 0.1), {.max_frequency = 20'000, .max_count = 6});
    REQUIRE(modes.size() == 6);
    for (std::size_t k = 0; k < 6; ++k) CHECK(hertz(modes[k]) == doctest::Approx(frequency(row, k + 1)).epsilon(2e-6));
  }
}

TEST_CASE("a thin steel ring in curved elements rings in pairs, within a percent of theory at 5 mm, 0.35 % at 2.5 mm") {
  const Row theory = reference_rows("ring_frequencies.csv").front();
  for (const auto& [grid, tolerance] : {std::pair{Grid{50, 1, 1}, 0.023}, std::pair{Grid{100, 2, 1}, 0.0035}}) {
    const auto modes = tet_modes(ring_mesh(grid, 0.04, 0.001, 0.005), kSteel, {}, {.max_frequency = 2200});
    REQUIRE(modes.size() == 8);  // n = 2, its out-of-plane cousin, n = 3, n = 4, two of each
    for (std::size_t k = 0; k < 8; k += 2) CHECK(modes[k + 1].omega == doctest::Approx(modes[k].omega).epsilon(1e-8));
    CHECK(hertz(modes[0]) == doctest::Approx(number(theory, "f2_Hz")).epsilon(0.45 * tolerance));
    CHECK(hertz(modes[4]) == doctest::Approx(number(theory, "f3_Hz")).epsilon(0.7 * tolerance));
    CHECK(hertz(modes[6]) == doctest::Approx(number(theory, "f4_Hz")).epsilon(tolerance));
  }
}

TEST_CASE("a free ball has five torsional and five spheroidal modes below all others, within half a percent") {
  const ElasticMaterial unit{2 * 1.35, 0.35, 1};  // shear waves travel at 1 m/s
  const auto modes = tet_modes(ball_mesh(8, 1), unit, {}, {.max_frequency = 3.0 / (2 * std::numbers::pi)});
  REQUIRE(modes.size() == 10);
  double torsional = 0, spheroidal = 0;
  for (const Row& row : reference_rows("sphere_frequencies.csv"))
    if (row.at("n") == "2" && row.at("overtone") == "1" && number(row, "nu") == 0.35)
      (row.at("kind") == "T" ? torsional : spheroidal) = number(row, "k");
  for (std::size_t k = 0; k < 10; ++k)
    CHECK(modes[k].omega == doctest::Approx(k < 5 ? torsional : spheroidal).epsilon(0.005));
}

TEST_CASE("a vibraphone bar plays 187 Hz with partials 1 : 4.03 : 10.07") {
  const TetMesh bar = vibraphone_bar({36, 4, 2});
  std::vector<double> bending;
  for (const TetMode& mode : tet_modes(bar, {70e9, 0.33, 2700}, {}, {.max_frequency = 2000}))
    if (bends(bar, mode, 0.025)) bending.push_back(hertz(mode));
  REQUIRE(bending.size() == 3);
  CHECK(std::abs(bending[0] - 187) < 1);
  CHECK(std::abs(bending[1] / bending[0] - 4.03) < 0.03);
  CHECK(std::abs(bending[2] / bending[0] - 10.07) < 0.03);
}

TEST_CASE("halving the elements divides the error of a stretching bar by sixteen") {
  // Without cross-contraction the bar's stretching modes are cosines, f = sqrt(E/rho)/(2 L), in three dimensions too.
  const ElasticMaterial material{1, 0, 1};
  const auto error = [&](int elements) {
    double nearest = 1;
    for (const TetMode& mode :
         tet_modes(box_mesh({elements, 1, 1}, {1, 0.4, 0.4}), material, {}, {.max_frequency = 0.6}))
      if (std::abs(hertz(mode) / 0.5 - 1) < std::abs(nearest)) nearest = hertz(mode) / 0.5 - 1;
    return nearest;
  };
  CHECK(error(4) / error(8) == doctest::Approx(16).epsilon(0.1));
  CHECK(error(8) < 1e-4);
}

TEST_CASE("as many modes as asked for, the lowest") {
  const TetMesh bar = steel_bar({20, 2, 1});
  const auto all = tet_modes(bar, kSteel, {}, {.max_frequency = 20'000});
  const auto few = tet_modes(bar, kSteel, {}, {.max_frequency = 20'000, .max_count = 7});
  REQUIRE(all.size() > 15);
  REQUIRE(few.size() == 7);
  for (std::size_t k = 0; k < 7; ++k) CHECK(few[k].omega == doctest::Approx(all[k].omega).epsilon(1e-9));
  CHECK(tet_modes(bar, kSteel, {}, {.max_frequency = 100}).empty());
}

TEST_CASE("a bar clamped at one node still turns about it, at two about their line: those motions are no modes") {
  const TetMesh bar = steel_bar({10, 1, 1});
  const double free = tet_modes(bar, kSteel, {}, {.max_frequency = 5000}).front().omega;
  for (const auto& clamped : {std::vector{0}, nodes_where(bar, [](const Vec3& p) { return p.x + p.z < 1e-9; })}) {
    const auto modes = tet_modes(bar, kSteel, clamped, {.max_frequency = 5000});
    REQUIRE(!modes.empty());
    CHECK(modes.front().omega > 0.1 * free);
    for (const TetMode& mode : modes)
      for (const int node : clamped)
        for (int c = 0; c < 3; ++c) CHECK(mode.shape[static_cast<std::size_t>(3 * node + c)] == 0);
  }
}

TEST_CASE("any number of threads finds the same modes, bit for bit") {
  const TetMesh ring = ring_mesh({50, 1, 1}, 0.04, 0.001, 0.005);
  std::vector<std::vector<TetMode>> runs;
  for (const int threads : {1, 2, 1}) {
    const ThreadLimit limit(threads);
    runs.push_back(tet_modes(ring, kSteel, {}, {.max_frequency = 5000}));
  }
  for (const auto& run : runs) {
    REQUIRE(run.size() == runs[0].size());
    for (std::size_t k = 0; k < run.size(); ++k) {
      CHECK(run[k].omega == runs[0][k].omega);
      CHECK(run[k].shape == runs[0][k].shape);
    }
  }
}

TEST_CASE("the largest entry of a shape is positive") {
  for (const TetMode& mode : tet_modes(steel_bar({20, 2, 1}), kSteel, {}, {.max_frequency = 10'000})) {
    const auto [low, high] = std::ranges::minmax(mode.shape);
    CHECK(high > 0.999 * -low);
  }
}

TEST_CASE("progress rises to one, and throwing from it ends the search") {
  struct Enough {};
  const TetMesh bar = steel_bar({20, 2, 1});
  std::vector<double> told;
  ModeSearch search{.max_frequency = 20'000, .progress = [&](double share) { told.push_back(share); }};
  const auto modes = tet_modes(bar, kSteel, {}, search);
  REQUIRE(told.size() > 3);
  CHECK(std::ranges::is_sorted(told));
  CHECK(told.back() == 1);
  for (std::size_t last = 0; last < told.size(); ++last) {
    std::size_t calls = 0;
    search.progress = [&](double) {
      if (calls++ == last) throw Enough();
    };
    CHECK_THROWS_AS(tet_modes(bar, kSteel, {}, search), Enough);
  }
  search.progress = nullptr;
  CHECK(tet_modes(bar, kSteel, {}, search).size() == modes.size());
}

TEST_CASE("what is no solid is refused in words") {
  const TetMesh bar = steel_bar({4, 1, 1});
  const ModeSearch search{.max_frequency = 5000};
  CHECK_THROWS_WITH_AS(tet_modes(bar, {200e9, 0.3, -1}, {}, search), doctest::Contains("density"), InputError);
  CHECK_THROWS_WITH_AS(tet_modes(bar, {200e9, 0.5, 7850}, {}, search), doctest::Contains("Poisson"), InputError);
  CHECK_THROWS_WITH_AS(tet_modes(bar, {std::nan(""), 0.3, 7850}, {}, search), doctest::Contains("Young"), InputError);
  CHECK_THROWS_WITH_AS(tet_modes(bar, kSteel, std::vector{100000}, search), doctest::Contains("node 100000"),
                       InputError);

  TetMesh inverted = bar;
  std::swap(inverted.tets[3][0], inverted.tets[3][1]);
  CHECK_THROWS_WITH_AS(tet_modes(inverted, kSteel, {}, search), doctest::Contains("tetrahedron 3"), InputError);
  TetMesh broken = bar;
  broken.nodes[5].x = std::nan("");
  CHECK_THROWS_AS(tet_modes(broken, kSteel, {}, search), InputError);

  TetMesh two = steel_bar({10, 1, 1});
  const int shift = static_cast<int>(two.nodes.size());
  const TetMesh one = two;
  for (const Vec3& node : one.nodes) two.nodes.push_back(node + Vec3{0, 0.1, 0});
  for (Tet10 tet : one.tets) {
    for (int& node : tet) node += shift;
    two.tets.push_back(tet);
  }
  CHECK_THROWS_WITH_AS(tet_modes(two, kSteel, {}, search), doctest::Contains("joined"), InputError);
  CHECK(tet_modes({}, kSteel, {}, search).empty());
}

}  // namespace resound
