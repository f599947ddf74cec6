#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>

#include "grain/grain_scenes.h"
#include "source_folder.h"

namespace resound {
namespace {

struct Row {
  std::string quantity;
  double phi = 0, restitution = 0, time = 0, theory = 0;
};

std::vector<Row> reference() {
  std::ifstream file(RESOUND_TEST_DATA "/hard_sphere_gas.csv");
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.starts_with("quantity")) continue;
    std::istringstream cells(line);
    std::vector<std::string> cell;
    for (std::string text; std::getline(cells, text, ',');) cell.push_back(text);
    const auto number = [&](std::size_t i) { return i < cell.size() && !cell[i].empty() ? std::stod(cell[i]) : 0.0; };
    rows.push_back({cell[0], number(1), number(2), number(3), number(5)});
  }
  return rows;
}

double theory(const std::string& quantity, double phi) {
  for (const Row& row : reference())
    if (row.quantity == quantity && row.phi == phi) return row.theory;
  FAIL("no such row");
  return 0;
}

Vec3 momentum(EventDrivenGrains& grains) {  // [kg m/s]  of balls of mass 1
  Vec3 sum;
  for (const Vec3& v : grains.velocities()) sum += v;
  return sum;
}

}  // namespace

TEST_CASE("an elastic gas collides as often, as fast and in all directions as kinetic theory says") {
  for (const double phi : {0.05, 0.2}) {
    CAPTURE(phi);
    const int count = 1000;
    const double settling = phi < 0.1 ? 15 : 3, span = phi < 0.1 ? 100 : 16;
    EventDrivenGrains gas(hard_sphere_gas(count, phi, 1));
    gas.advance(settling, kNobody);
    double speeds = 0, squares = 0, n = 0;
    Vec3 normals, normal_squares;
    gas.advance(settling + span, [&](const Collision& c) {
      ++n;
      speeds += c.speed;
      squares += c.speed * c.speed;
      // Which ball is first depends on how they are numbered: count each normal both ways by its square alone.
      normal_squares += {c.normal.x * c.normal.x, c.normal.y * c.normal.y, c.normal.z * c.normal.z};
    });
    CHECK(n > 35000);
    CHECK(2 * n / count / span == doctest::Approx(theory("collision_rate_per_particle", phi)).epsilon(0.012));
    CHECK(speeds / n == doctest::Approx(theory("mean_normal_speed", phi)).epsilon(0.008));
    CHECK(squares / n == doctest::Approx(theory("mean_square_normal_speed", phi)).epsilon(0.015));
    CHECK(normal_squares.x / n == doctest::Approx(1.0 / 3).epsilon(0.015));
    CHECK(normal_squares.y / n == doctest::Approx(1.0 / 3).epsilon(0.015));
    CHECK(normal_squares.z / n == doctest::Approx(theory("mean_nz_squared", phi)).epsilon(0.015));
  }
}

TEST_CASE("an inelastic gas cools as Haff has said") {
  EventDrivenGrains gas(hard_sphere_gas(1000, 0.05, 0.9));
  const double start = gas.energy();
  int checked = 0;
  for (const Row& row : reference()) {
    if (row.quantity != "temperature" || row.time > 200) continue;  // later it clusters
    gas.advance(row.time, kNobody);
    CHECK(gas.energy() / start == doctest::Approx(row.theory).epsilon(0.03));
    ++checked;
  }
  CHECK(checked == 2);
}

TEST_CASE("an elastic gas keeps energy and momentum and never overlaps") {
  const GrainSystem system = hard_sphere_gas(300, 0.3, 1);
  EventDrivenGrains gas(system);
  const double start = gas.energy();
  double least = 1;
  for (int n = 1; n <= 20; ++n) {
    gas.advance(n, kNobody);
    least = std::min(least, least_gap(system, gas));
  }
  CHECK(gas.collisions() > 25000);
  CHECK(std::abs(gas.energy() / start - 1) < 1e-10);
  CHECK(length(momentum(gas)) < 1e-10);
  CHECK(least > -1e-9);
}

TEST_CASE("elastic balls of mixed sizes keep their energy under gravity in a closed box") {
  GrainSystem system;
  system.kinds = {glass_bead(0.001, 0), glass_bead(0.002, 0), glass_bead(0.0004, 0)};
  for (GrainKind& kind : system.kinds) kind.surface.restitution.value = 1;
  const GrainSurface smooth{.restitution = {1}, .friction = 0};
  const auto side = [&](const Vec3& at, const Vec3& axis, double angle) {
    system.walls.push_back({PlaneWall{}, {.pose = {at, rotation_about(axis, angle)}}, smooth});
  };
  const double half = std::numbers::pi / 2;
  side({}, {1, 0, 0}, 0);
  side({0, 0, 0}, {0, 1, 0}, half);
  side({0.03, 0, 0}, {0, 1, 0}, -half);
  side({0, 0, 0}, {1, 0, 0}, -half);
  side({0, 0.03, 0}, {1, 0, 0}, half);
  for (int i = 0; i < 216; ++i)
    system.grains.push_back(
        {.kind = i % 3,
         .position = {0.003 + 0.0045 * (i % 6), 0.003 + 0.0045 * (i / 6 % 6), 0.003 + 0.0045 * (i / 36)},
         .velocity = {0.3 * std::sin(7.0 * i), 0.3 * std::cos(5.0 * i), 0.3 * std::sin(3.0 * i)}});
  EventDrivenGrains grains(system, {.slow_speed = 0});
  const double start = grains.energy();
  double least = 1;
  for (int n = 1; n <= 20; ++n) {
    grains.advance(0.01 * n, kNobody);
    least = std::min(least, least_gap(system, grains));
    for (const Vec3& p : grains.positions()) CHECK((p.x > 0 && p.x < 0.03 && p.y > 0 && p.y < 0.03 && p.z > 0));
  }
  CHECK(grains.collisions() > 5000);
  CHECK(std::abs(grains.energy() / start - 1) < 1e-10);
  CHECK(least > -1e-9);
}

}  // namespace resound
