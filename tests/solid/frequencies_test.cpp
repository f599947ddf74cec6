#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>
#include <string>

#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "solid/stable_step.h"
#include "solid_probe.h"
#include "source_folder.h"

// Frequencies of solids at rest against closed forms and against tables made with another program.
namespace resound {
namespace {

constexpr BarShape kBar{0.2, 0.02, 0.01};                // [m]  aluminium, clamped at one end
constexpr double kBeam[3] = {205.63, 1288.66, 3608.30};  // [Hz]  Euler-Bernoulli

struct Row {
  std::string mesh, element;
  std::vector<double> numbers;  // nodes, elements, frequencies, …
};

// Fields hold no quoted comma except the first.
std::vector<Row> rows_of(const std::string& file) {
  std::ifstream stream(std::string(RESOUND_TEST_DATA) + "/" + file);
  REQUIRE(stream.good());
  std::vector<Row> rows;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    Row row;
    if (line[0] == '"') {
      const std::size_t end = line.find('"', 1);
      row.mesh = line.substr(1, end - 1);
      line = line.substr(end + 2);
    } else {
      row.mesh = line.substr(0, line.find(','));
      line = line.substr(line.find(',') + 1);
    }
    std::istringstream fields(line);
    std::getline(fields, row.element, ',');
    for (std::string field; std::getline(fields, field, ',');)
      row.numbers.push_back(field.empty() ? 0 : std::stod(field));
    rows.push_back(row);
  }
  return rows;
}

BrickCounts counts_of(const std::string& mesh) {
  BrickCounts n;
  char x = 0;
  std::istringstream(mesh) >> n.x >> x >> n.y >> x >> n.z;
  return n;
}

// Straight edges: middles half-way.
TetMesh quadratic(const LinearTetMesh& linear) {
  constexpr int kEdges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  TetMesh mesh{linear.nodes, {}};
  std::map<std::pair<int, int>, int> middle;
  for (const Tet4& tet : linear.tets) {
    Tet10 ten{tet[0], tet[1], tet[2], tet[3]};
    for (int e = 0; e < 6; ++e) {
      const int a = tet[kEdges[e][0]], b = tet[kEdges[e][1]];
      const auto [at, is_new] = middle.emplace(std::minmax(a, b), static_cast<int>(mesh.nodes.size()));
      if (is_new) mesh.nodes.push_back(0.5 * (mesh.nodes[a] + mesh.nodes[b]));
      ten[4 + e] = at->second;
    }
    mesh.tets.push_back(ten);
  }
  return mesh;
}

SolidMesh mesh_for(const BrickMesh& bricks, const Row& row) {
  const BrickCut cut = row.mesh.find("6-split") != std::string::npos ? BrickCut::six : BrickCut::five;
  if (row.element == "H8I") return bricks;
  if (row.element == "T10") return quadratic(linear_tets(bricks, cut));
  return linear_tets(bricks, cut);
}

// How much of a mode's motion carries whole cross sections along z: near one for flexure in that direction, near
// nothing for torsion, stretch and flexure the other way.
double flexure_share(const ElasticSolid& solid, const NodeVectors& motion) {
  const NodeVectors rest = solid.rest();
  std::map<long, std::array<double, 2>> slices;  // mass and momentum along z
  double all = 0;
  for (std::size_t node = 0; node < solid.nodes(); ++node) {
    const double m = solid.mass()[node];
    const Vec3 u = vector_at(motion, node);
    auto& slice = slices[std::lround(vector_at(rest, node).x * 1e6)];
    slice[0] += m, slice[1] += m * u.z;
    all += m * dot(u, u);
  }
  double carried = 0;
  for (const auto& [x, slice] : slices) carried += slice[1] * slice[1] / slice[0];
  return carried / all;
}

std::vector<double> flexures(const ElasticSolid& solid, const std::vector<int>& held, int modes) {
  const FewModes all = lowest_modes(solid, held, modes);
  std::vector<double> found;
  for (std::size_t m = 0; m < all.frequency.size(); ++m)
    if (all.frequency[m] > 20 && flexure_share(solid, all.motion[m]) > 0.5) found.push_back(all.frequency[m]);
  return found;
}

void check_bar(const Row& row) {
  CAPTURE(row.mesh);
  CAPTURE(row.element);
  const ElasticSolid bar(mesh_for(brick_mesh(kBar, counts_of(row.mesh)), row), {});
  REQUIRE(static_cast<double>(bar.nodes()) == row.numbers[0]);
  REQUIRE(static_cast<double>(bar.elements()) == row.numbers[1]);
  const std::vector<int> held = nodes_where(bar, [](const Vec3& p) { return p.x < -0.0999; });
  const std::vector<double> f = flexures(bar, held, 9);
  REQUIRE(f.size() >= 3);
  for (std::size_t m = 0; m < 3; ++m) {
    const double error = 100 * (f[m] / kBeam[m] - 1), expected = row.numbers[5 + m];
    CHECK(std::abs(error - expected) < 1);  // percentage points
    CHECK(f[m] == doctest::Approx(row.numbers[2 + m]).epsilon(2e-3));
  }
  CHECK(2 / highest_frequency(bar, held) == doctest::Approx(row.numbers[8]).epsilon(0.01));
}

bool is_ours(const Row& row) { return row.element == "T4" || row.element == "T10" || row.element == "H8I"; }

}  // namespace

TEST_CASE("clamped bars of every element are off by what the table says, locking included") {
  int checked = 0;
  for (const Row& row : rows_of("clamped_bar.csv"))
    if (is_ours(row) && row.numbers[0] < 700) check_bar(row), ++checked;
  CHECK(checked >= 10);
}

TEST_CASE("bricks with incompatible modes bring a clamped bar within three per cent of the beam with ten elements") {
  const ElasticSolid bar(brick_mesh(kBar, BrickCounts{10, 1, 1}), {});
  const auto f = flexures(bar, nodes_where(bar, [](const Vec3& p) { return p.x < -0.0999; }), 9);
  CHECK(f[0] == doctest::Approx(kBeam[0]).epsilon(0.01));
  CHECK(f[2] == doctest::Approx(kBeam[2]).epsilon(0.03));
}

TEST_CASE("a free bar's first longitudinal mode is the speed of sound over twice its length") {
  const BarShape thin{0.2, 0.004, 0.004};
  const BrickMesh bricks = brick_mesh(thin, BrickCounts{20, 1, 1});
  const SolidMesh meshes[] = {bricks, linear_tets(bricks), quadratic(linear_tets(bricks))};
  const SolidMaterial material;
  const double expected = std::sqrt(material.young_modulus / material.density) / (2 * thin.length);  // [Hz]
  for (const SolidMesh& mesh : meshes) {
    CAPTURE(mesh.index());
    const ElasticSolid bar(mesh, material);
    const FewModes modes = lowest_modes(bar, {}, 36);
    double nearest = 0;
    for (std::size_t m = 0; m < modes.frequency.size(); ++m) {
      double along = 0, all = 0;
      for (std::size_t node = 0; node < bar.nodes(); ++node) {
        const Vec3 u = vector_at(modes.motion[m], node);
        along += bar.mass()[node] * u.x * u.x, all += bar.mass()[node] * dot(u, u);
      }
      if (along > 0.9 * all && modes.frequency[m] > 1000 && nearest == 0) nearest = modes.frequency[m];
    }
    CHECK(nearest == doctest::Approx(expected).epsilon(0.01));
  }
}

TEST_CASE("a clamped square plate of bricks rings at the table's frequencies") {
  const ElasticSolid plate(brick_mesh(PlateShape{0.3, 0.3, 0.006}, BrickCounts{18, 18, 1}), {});
  const auto held = nodes_where(plate, [](const Vec3& p) { return std::abs(p.x) > 0.1499 || std::abs(p.y) > 0.1499; });
  const std::vector<double> f = lowest_modes(plate, held, 6).frequency;
  const double expected[] = {594.7, 1214.4, 1214.4, 1780.7, 2184.5};  // [Hz]
  for (std::size_t m = 0; m < 5; ++m) CHECK(f[m] == doctest::Approx(expected[m]).epsilon(0.002));
}

TEST_CASE("the vibraphone bar of bricks is tuned one to four to ten") {
  const ElasticSolid bar(brick_mesh(VibraphoneShape{}, BrickCounts{36, 4, 1}), {});
  CHECK(bar.nodes() == 370);
  const std::vector<double> f = flexures(bar, {}, 18);
  REQUIRE(f.size() >= 3);
  CHECK(f[0] == doctest::Approx(187).epsilon(1.0 / 187));
  CHECK(f[1] / f[0] == doctest::Approx(4.03).epsilon(0.03 / 4.03));
  CHECK(f[2] / f[0] == doctest::Approx(10.07).epsilon(0.03 / 10.07));
}

TEST_SUITE("slow") {
  TEST_CASE("fine clamped bars are off by what the table says") {
    for (const Row& row : rows_of("clamped_bar.csv"))
      if (is_ours(row) && row.numbers[0] >= 700) check_bar(row);
  }

  TEST_CASE("clamped plates and vibraphone bars of every element are off by what the tables say") {
    for (const Row& row : rows_of("clamped_plate.csv")) {
      if (!is_ours(row) || row.numbers[0] > 4000) continue;
      CAPTURE(row.mesh);
      CAPTURE(row.element);
      const double h = row.mesh.find("0.006") != std::string::npos ? 0.006 : 0.003;  // [m]
      const ElasticSolid plate(mesh_for(brick_mesh(PlateShape{0.3, 0.3, h}, counts_of(row.mesh)), row), {});
      const auto held =
          nodes_where(plate, [](const Vec3& p) { return std::abs(p.x) > 0.1499 || std::abs(p.y) > 0.1499; });
      const std::vector<double> f = lowest_modes(plate, held, 6).frequency;
      for (std::size_t m = 0; m < 6; ++m) CHECK(f[m] == doctest::Approx(row.numbers[2 + m]).epsilon(0.01));
    }
    for (const Row& row : rows_of("vibraphone_modes.csv")) {
      if (!is_ours(row)) continue;
      CAPTURE(row.mesh);
      CAPTURE(row.element);
      const ElasticSolid bar(mesh_for(brick_mesh(VibraphoneShape{}, counts_of(row.mesh)), row), {});
      const std::vector<double> f = flexures(bar, {}, 20);
      REQUIRE(f.size() >= 3);
      for (std::size_t m = 0; m < 3; ++m) CHECK(f[m] == doctest::Approx(row.numbers[2 + m]).epsilon(0.01));
    }
  }
}

}  // namespace resound
