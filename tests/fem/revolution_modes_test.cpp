#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

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
    for (std::size_t k = 0; k < 4; ++k) CHECK(found[k] == doctest::Approx(frequency(row, k + 1)).epsilon(1e-4));
  }
}

TEST_CASE("a free cylinder's torsion rings at whole multiples of c/(2 L), clamped at one end at odd ones of c/(4 L)") {
  MeridianBuilder builder;
  builder.add(0, 0.01, 0, 0.2, 1, 16);
  const double c = std::sqrt(200e9 / (2 * 1.3 * 7850));  // [m/s]
  std::vector<int> end;
  for (std::size_t i = 0; i < builder.mesh().nodes.size(); ++i)
    if (builder.mesh().nodes[i].z < 1e-9) end.push_back(static_cast<int>(i));
  for (const bool is_clamped : {false, true}) {
    const auto modes =
        revolution_modes(builder.mesh(), kSteel, is_clamped ? end : std::vector<int>{}, {.max_frequency = 30'000});
    std::vector<double> torsion;
    for (const FourierMode& mode : modes)
      if (is_torsion(mode)) torsion.push_back(hertz(mode));
    REQUIRE(torsion.size() >= 3);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto order = static_cast<double>(k);
      CHECK(torsion[k] ==
            doctest::Approx(is_clamped ? (2 * order + 1) * c / 0.8 : (order + 1) * c / 0.4).epsilon(1e-4));
    }
  }
}

TEST_CASE("a ball turned about its axis has the modes of a ball, in every order that theory gives them") {
  // Square cells bent to half a disc; the axis is a side of the mesh.
  const MeridianMesh mesh = ball_meridian(6, 1);
  const ElasticMaterial unit{2 * 1.35, 0.35, 1};  // shear waves travel at 1 m/s
  const auto modes = revolution_modes(mesh, unit, {}, {.max_frequency = 3.0 / (2 * std::numbers::pi)});
  // A degree n = 2 has the orders 0, 1 and 2 about any axis.
  REQUIRE(modes.size() == 6);
  for (std::size_t k = 0; k < 6; ++k)
    CHECK(modes[k].omega == doctest::Approx(k < 3 ? 2.501132620 : 2.651871383).epsilon(1e-3));
  std::vector<int> orders;
  for (const FourierMode& mode : modes) orders.push_back(mode.order);
  std::ranges::sort(orders.begin(), orders.begin() + 3);
  std::ranges::sort(orders.begin() + 3, orders.end());
  CHECK(orders == std::vector{0, 1, 2, 0, 1, 2});
}

TEST_CASE("a ring rings alike in tetrahedra and in Fourier elements, frequency and amplitude") {
  constexpr double radius = 0.04, wall = 0.008, width = 0.01;
  MeridianBuilder builder;
  builder.add(radius - wall / 2, radius + wall / 2, 0, width, 3, 3);
  const auto fourier = revolution_modes(builder.mesh(), kSteel, {}, {.max_frequency = 12'000});
  const TetMesh ring = ring_mesh({60, 3, 3}, radius, wall, width);
  const auto tets = tet_modes(ring, kSteel, {}, {.max_frequency = 12'000});
  const auto at_tet = static_cast<std::size_t>(nodes_where(ring, [&](const Vec3& p) {
                                                 return length(p - Vec3{radius + wall / 2, 0, 0}) < 1e-9;
                                               }).at(0));
  const auto at_quad = static_cast<std::size_t>(
      std::ranges::find_if(builder.mesh().nodes,
                           [&](const MeridianPoint& p) { return p.r > radius + wall / 2 - 1e-9 && p.z == 0; }) -
      builder.mesh().nodes.begin());

  std::size_t k = 0;
  for (const FourierMode& mode : fourier) {
    CAPTURE(mode.order);
    const std::size_t twins = mode.order == 0 ? 1 : 2;
    REQUIRE(k + twins <= tets.size());
    double square = 0;  // of the radial motion of both twins there: U^2 (cos^2 + sin^2)
    for (std::size_t twin = 0; twin < twins; ++twin, ++k) {
      CHECK(hertz(tets[k]) == doctest::Approx(hertz(mode)).epsilon(2e-3));
      square += std::pow(tets[k].shape[3 * at_tet], 2);
    }
    const double u = mode.shape[3 * at_quad];
    CHECK(square ==
          doctest::Approx(u * u).epsilon(0.02).scale(1 / (7850 * 2 * std::numbers::pi * radius * wall * width)));
  }
  CHECK(k == tets.size());
  CHECK(k >= 8);
}

TEST_CASE("a body of revolution clamped at its foot has no rigid modes and stands still there") {
  const MeridianMesh cup = cup_meridian(0.004, 1);
  std::vector<int> foot;
  for (std::size_t i = 0; i < cup.nodes.size(); ++i)
    if (cup.nodes[i].z < 1e-9) foot.push_back(static_cast<int>(i));
  const auto free = revolution_modes(cup, kSteel, {}, {.max_frequency = 3000});
  const auto clamped = revolution_modes(cup, kSteel, foot, {.max_frequency = 3000});
  REQUIRE(!clamped.empty());
  CHECK(clamped.size() < free.size());
  for (const FourierMode& mode : clamped) {
    CHECK(hertz(mode) > 400);
    for (const int node : foot) CHECK(mode.shape[static_cast<std::size_t>(3 * node)] == 0);
  }
}

TEST_CASE("the lowest twenty modes of a cup are the same however high one looks") {
  const MeridianMesh cup = cup_meridian(0.004, 1);
  const auto all = revolution_modes(cup, kSteel, {}, {.max_frequency = 20'000});
  const auto few =
      revolution_modes(cup, kSteel, {}, {.max_frequency = std::numeric_limits<double>::infinity(), .max_count = 20});
  CHECK(std::ranges::is_sorted(all, {}, &FourierMode::omega));
  REQUIRE(few.size() == 20);
  for (std::size_t k = 0; k < 20; ++k) {
    CHECK(few[k].order == all[k].order);
    CHECK(few[k].omega == doctest::Approx(all[k].omega).epsilon(1e-9));
  }
}

}  // namespace resound
