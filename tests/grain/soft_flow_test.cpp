#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "grain/grain_scenes.h"
#include "grain/soft_grains.h"
#include "numerics/random_stream.h"

namespace resound {
namespace {

constexpr double kBead = 0.001;                              // [m]  radius
const SoftSettings kDense{.fastest = 0.5, .overlap = 0.02};  // steps of 6 us

Wall disc(double radius, double height, const GrainSurface& surface, double hole = 0) {
  return {RevolvedWall{{{hole, height}, {radius, height}}}, {}, surface};
}

Wall tube(double radius, double height, const GrainSurface& surface) {
  return {RevolvedWall{{{radius, 0}, {radius, height}}}, {}, surface};
}

// Share of the grains' weight that the floor of a narrow tube bears. Two sizes and a shake, since one size stacks up in
// columns that stand on the floor alone; and the floor sinks a little, so that all grains hang on the sides by as much
// friction as there is: a column that has just been dropped is wedged and may press down with more than its weight.
double load_under_column(int count) {
  GrainSystem system;
  system.kinds = {glass_bead(kBead, 0.5), glass_bead(0.75 * kBead, 0.5)};
  for (GrainKind& kind : system.kinds) kind.surface.restitution.value = 0.6;
  const double radius = 5 * kBead;
  add_beads(system, count, kBead, radius, 0);
  RandomStream random(5, 0, 0);
  double weight = 0;
  for (Grain& grain : system.grains) {
    grain.kind = random.uniform() < 0.5 ? 0 : 1;
    grain.velocity = {random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 0};
    weight += system.kinds[grain.kind].mass() * kGravity;
  }
  system.walls = {disc(radius, 0, system.kinds[0].surface), tube(radius, 0.5, system.kinds[0].surface)};
  SoftGrains grains(system, kDense);
  grains.advance(0.4, kNobody);
  WallMotion sinking;
  sinking.velocity = {0, 0, -0.02};
  grains.move_wall(0, sinking);
  grains.advance(0.45, kNobody);
  double mean = 0;
  constexpr int kSamples = 50;
  for (int k = 1; k <= kSamples; ++k) {
    grains.advance(0.45 + 0.001 * k, kNobody);
    mean -= grains.force_on_wall(0).z / kSamples;
  }
  return mean / weight;
}

// Grains a second through a hole in the floor of a tube, once they flow.
double discharge(double hole) {
  GrainSystem system;
  system.kinds = {glass_bead(kBead, 0.5)};
  const double radius = 14 * kBead;
  const int count = 1800;
  add_beads(system, count, kBead, radius, 0);
  system.walls = {disc(radius, 0, system.kinds[0].surface, hole), tube(radius, 0.2, system.kinds[0].surface),
                  disc(hole, 0, system.kinds[0].surface)};
  SoftGrains grains(system, kDense);
  grains.advance(0.15, kNobody);
  grains.move_wall(2, {.absent = true});
  const auto out = [&] {
    return std::count_if(grains.positions().begin(), grains.positions().end(), [](const Vec3& p) { return p.z < 0; });
  };
  while (out() < 100) grains.advance(grains.time() + 0.005, kNobody);
  const double from = grains.time();
  const auto before = out();
  while (out() < 800) grains.advance(grains.time() + 0.005, kNobody);
  return static_cast<double>(out() - before) / (grains.time() - from);
}

// Beads are stirred in a tube on a disc with a low rim; the tube goes away, and what does not run off is the heap.
std::vector<Vec3> heap(std::uint64_t seed, double radius) {
  GrainSystem system;
  system.kinds = {glass_bead(kBead, 0.6)};
  system.kinds[0].surface.restitution.value = 0.7;
  add_beads(system, 2600, kBead, radius, 0);
  RandomStream random(seed, 0, 0);
  for (Grain& grain : system.grains) grain.velocity = {random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), 0};
  system.walls = {{RevolvedWall{{{0, 0}, {radius, 0}, {radius, 1.5 * kBead}}}, {}, system.kinds[0].surface},
                  tube(radius, 0.2, system.kinds[0].surface)};
  SoftGrains grains(system, {.fastest = 0.5, .overlap = 0.03, .steps_per_contact = 16});
  grains.advance(0.2, kNobody);
  grains.move_wall(1, {.absent = true});
  grains.advance(0.9, kNobody);
  return {grains.positions().begin(), grains.positions().end()};
}

// Of its flank: the highest bead in each field of rings three radii wide, its mean over each ring, and the line through
// them. The third of the radius about the axis is left out: the top of a heap this small is round, some five beads
// wide.
double slope_of_heap(std::uint64_t seed) {  // [degrees]
  constexpr std::size_t kRings = 6, kFields = 8;
  std::array<std::array<double, kFields>, kRings> highest{};  // [m]
  for (const Vec3& p : heap(seed, 3 * kRings * kBead)) {
    const auto ring = static_cast<std::size_t>(std::hypot(p.x, p.y) / (3 * kBead));
    const auto field = static_cast<std::size_t>((std::atan2(p.y, p.x) / std::numbers::pi + 1) * kFields / 2);
    if (p.z > 0 && ring < kRings) highest[ring][field % kFields] = std::max(highest[ring][field % kFields], p.z);
  }
  double slope = 0;  // least squares over four rings: the sum of (k - 3.5)^2 is 5
  for (std::size_t k = 2; k < kRings; ++k) {
    const double mean = std::accumulate(highest[k].begin(), highest[k].end(), 0.0) / kFields;
    slope -= (static_cast<double>(k) - 3.5) * mean / (5 * 3 * kBead);
  }
  return std::atan(slope) * 180 / std::numbers::pi;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("the floor under a column bears no more when the column is twice as high (Janssen)") {
    const double single = load_under_column(400), twice = load_under_column(800);
    CHECK(single < 0.7);               // the sides bear the rest
    CHECK(2 * twice / single < 1.25);  // a liquid would have 2
    CHECK(2 * twice / single > 0.8);
  }

  TEST_CASE("the discharge of a hopper follows the law of Beverloo over three openings") {
    // W ~ (D - 1.4 d)^(5/2)
    const std::array<double, 3> openings{5, 6.5, 8};  // in diameters
    std::array<double, 3> scaled{};
    for (std::size_t k = 0; k < 3; ++k) scaled[k] = discharge(openings[k] * kBead) / std::pow(openings[k] - 1.4, 2.5);
    const double mean = (scaled[0] + scaled[1] + scaled[2]) / 3;
    for (const double s : scaled) CHECK(s == doctest::Approx(mean).epsilon(0.1));
    // and C = W / (bulk density sqrt(g)) is about 0.58, for a bulk that is 0.6 solid
    const double d = 2 * kBead, solid = std::numbers::pi / 6 * d * d * d;
    CHECK(mean * solid / (0.6 * std::sqrt(kGravity) * std::pow(d, 2.5)) == doctest::Approx(0.58).epsilon(0.2));
  }

  TEST_CASE("heaps on a disc have slopes between 20 and 35 degrees") {
    for (const std::uint64_t seed : {1, 2, 3}) {
      CAPTURE(seed);
      const double degrees = slope_of_heap(seed);
      MESSAGE("a slope of ", degrees, " degrees");
      CHECK(degrees > 20);
      CHECK(degrees < 35);
    }
  }

  TEST_CASE("a thousand soft beads leave a funnel and come to rest in the cup below") {
    const double outlet = 0.006, rim = 0.025, height = 0.1;
    GrainSystem system;
    system.kinds = {glass_bead(kBead)};
    const GrainSurface glass = system.kinds[0].surface;
    add_beads(system, 1000, kBead, rim, height + 0.03);
    system.walls = {
        {RevolvedWall{{{outlet, height - 0.01}, {outlet, height}, {rim, height + 0.03}, {rim, height + 0.2}}},
         {},
         glass},
        disc(outlet, height - 0.005, glass),
        {RevolvedWall{{{0, 0}, {0.03, 0}, {0.03, 0.09}}}, {}, glass}};
    SoftGrains grains(system, {.fastest = 1.6, .overlap = 0.02});
    grains.advance(0.4, kNobody);
    const auto in_cup = [&] {
      return std::count_if(grains.positions().begin(), grains.positions().end(),
                           [](const Vec3& p) { return p.z > 0 && p.z < 0.09 && std::hypot(p.x, p.y) < 0.03; });
    };
    CHECK(in_cup() == 0);
    grains.move_wall(1, {.absent = true});
    int told = 0;
    while (grains.time() < 1.6)
      grains.advance(grains.time() + 0.1, [&](const Collision& c) { told += c.speed > 1e-3; });
    CHECK(in_cup() == 1000);
    CHECK(told > 50000);
    double fastest = 0;
    for (const Vec3& v : grains.velocities()) fastest = std::max(fastest, length(v));
    CHECK(fastest < 0.1);
    CHECK(grains.energy() < grains.energy_supplied());
  }
}

}  // namespace resound
