#include "render/importance.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "collision_file/collision_writer.h"
#include "listed_beads.h"
#include "numerics/random_direction.h"
#include "scene/materials.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

constexpr Vec3 kEar{0, -0.6, 0.1};  // [m]

// Beads of one millimetre that collide all over a cube of 6 cm during a second, and the list of it.
Scene beads_in_a_cube(const Scratch& scratch, bool is_facing_ear) {
  const Scene scene = listed_beads(scratch, 1, kEar);
  CollisionWriter writer(std::get<CollisionList>(scene.objects[1].kind).file, false, {"beads"});
  for (std::uint64_t i = 0; i < 6000; ++i) {
    RandomStream chance(7, 1, i);
    ListedCollision row;
    row.time = (static_cast<double>(i) + chance.uniform()) * 0.98 / 6000;
    row.place = {chance.uniform(-0.03, 0.03), chance.uniform(-0.03, 0.03), chance.uniform(0.07, 0.13)};
    row.normal = is_facing_ear ? normalized(kEar - row.place) : any_direction(chance);
    row.speed = chance.uniform(0.1, 1.5);
    row.first = 0, row.second = 1;
    writer.add(row);
  }
  writer.commit();
  return scene;
}

}  // namespace

TEST_CASE("normals that point anywhere are 7 dB fainter than normals that point at the ear") {
  const Scratch scratch;
  const Scene scene = beads_in_a_cube(scratch, true);
  const Importance found = measure_importance(
      scene, {}, {.scrambles = {{.name = "anywhere", .slower_than = std::numeric_limits<double>::max()}}, .run = {}});
  REQUIRE(found.collisions == 6000);
  const ScrambleEffect& effect = found.effects[0];
  CHECK(effect.changed == 6000);
  CHECK(effect.expected_level == doctest::Approx(10 * std::log10(0.2)).epsilon(1e-6));
  CHECK(std::abs(effect.level - 10 * std::log10(0.2)) < 0.3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(effect.expected_coherence[i] == doctest::Approx(1.0 / 3).epsilon(1e-6));
    CHECK(std::abs(effect.coherence[i] - 1.0 / 3) < 0.05);
  }
}

TEST_CASE("places anywhere in cubes keep the level and lose the waveform as the sinc of the cube says") {
  const Scratch scratch;
  const Scene scene = beads_in_a_cube(scratch, false);
  const Importance found = measure_importance(scene, {}, {.scrambles = usual_scrambles({}), .run = {}});
  for (std::size_t cube = 0; cube < 2; ++cube) {
    const ScrambleEffect& effect = found.effects[cube];
    CAPTURE(effect.scramble.name);
    CHECK(effect.expected_level == 0);
    CHECK(std::abs(effect.level) < 0.3);
    // places that were anywhere in their cubes already: the mean is that of two sincs along the line of sight
    for (std::size_t i = 0; i < 3; ++i) {
      const double turn = 3.14159265 * kCoherenceFrequencies[i] * effect.scramble.cell / 343.2;
      const double sinc = std::sin(turn) / turn;
      CHECK(std::abs(effect.expected_coherence[i] - sinc * sinc) < 0.04);
      CHECK(std::abs(effect.coherence[i] - effect.expected_coherence[i]) < 0.06);
    }
  }
}

TEST_CASE("only collisions under the limit of speed lose their normals") {
  const Scratch scratch;
  const Scene scene = beads_in_a_cube(scratch, true);
  const Importance found =
      measure_importance(scene, {}, {.scrambles = {{.name = "slow", .slower_than = 0.5}}, .run = {}});
  const ScrambleEffect& effect = found.effects[0];
  CHECK(effect.changed == doctest::Approx(6000 * 0.4 / 1.4).epsilon(0.05));
  // the mean of v^2 from 0.1 to 0.5 m/s beside that from 0.1 to 1.5
  const double energy = (0.125 - 0.001) / (3.375 - 0.001);
  CHECK(effect.changed_energy == doctest::Approx(energy).epsilon(0.1));
  CHECK(effect.expected_level == doctest::Approx(10 * std::log10(1 - 0.8 * energy)).epsilon(0.1));
  CHECK(std::abs(effect.level - effect.expected_level) < 0.1);
}

TEST_CASE("a scene in which no grains collide is refused") {
  Scene scene;
  scene.duration = 0.01;
  Grains bead;
  bead.material = *find_material("glass");
  bead.count = 1;
  bead.settle = 0;
  scene.objects = {{"bead", bead}};
  CHECK_THROWS_AS(measure_importance(scene, {}, {.scrambles = usual_scrambles({}), .run = {}}), InputError);
}
