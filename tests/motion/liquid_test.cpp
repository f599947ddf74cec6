#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/motion.h"

using namespace resound;

namespace {

// Water that falls from a hand's breadth into a tray of sheets.
Scene splash_in_tray() {
  Scene scene;
  scene.duration = 0.3;
  Liquid water;
  water.particles = 500;
  water.position = {0, 0, 0.08};
  water.size = {0.04, 0.04, 0.04};
  water.meets_ground = false;
  Fixture tray;
  tray.shape = FixtureShape::box;
  tray.length = tray.width = 0.08;
  tray.height = 0.06;
  scene.objects = {{"water", water}, {"tray", tray}};
  return scene;
}

TimeBlock next_block(const Scene& scene, int number) {
  const int count = 48;
  return {number * count, count, scene.simulation_rate(), {}};
}

}  // namespace

TEST_CASE("water that falls into a tray is heard when it gets there and not before") {
  const Scene scene = splash_in_tray();
  Motion motion(scene);
  double first = 1e9;
  for (int b = 0; b < 250; ++b)
    for (const LiquidImpact& impact : motion.advance(next_block(scene, b)).impacts)
      first = std::min(first, impact.time);
  const double lands = std::sqrt(2 * 0.08 / 9.81);
  CHECK(first == doctest::Approx(lands).epsilon(0.1));
}

TEST_CASE("a liquid tells its step, its energy and what was put in") {
  const Scene scene = splash_in_tray();
  Motion motion(scene);
  const HealthReports& health = motion.advance(next_block(scene, 0)).health;
  REQUIRE(health.size() == 1);
  CHECK(health[0].step == doctest::Approx(health[0].stable_step));
  CHECK(health[0].energy <= health[0].energy_supplied * 1.001);
}

TEST_CASE("a liquid that was saved goes on as if nothing had been") {
  const Scene scene = splash_in_tray();
  Motion whole(scene), first(scene), second(scene);
  for (int b = 0; b < 60; ++b) static_cast<void>(first.advance(next_block(scene, b)));
  StateArchive saved;
  first.archive(saved);
  StateArchive loaded(saved.bytes());
  second.archive(loaded);
  std::size_t impacts = 0;
  for (int b = 0; b < 160; ++b) {
    const std::vector<LiquidImpact> expected = whole.advance(next_block(scene, b)).impacts;
    if (b < 60) continue;
    const std::vector<LiquidImpact>& found = second.advance(next_block(scene, b)).impacts;
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i].time == expected[i].time);
    impacts += found.size();
  }
  CHECK(impacts > 0);
}

TEST_CASE("a block of water in free fall makes no splash before it lands and no bubble before liquid stands") {
  const Scene scene = splash_in_tray();
  Motion motion(scene);
  const double lands = std::sqrt(2 * 0.08 / 9.81);
  for (int b = 0; b < static_cast<int>(1000 * lands) - 3; ++b) {
    const MotionEvents& events = motion.advance(next_block(scene, b));
    CHECK(events.impacts.empty());
    CHECK(events.bubbles.empty());
  }
}

TEST_CASE("a puddle in a tray that stands on the ground stays where it is: the ground is not felt through the tray") {
  Scene scene = splash_in_tray();
  Liquid& water = std::get<Liquid>(scene.objects[0].kind);
  water.particles = 4000;
  water.start = LiquidStart::vessel;
  water.vessel = "tray";
  water.height = 0.012;
  water.settle = 0.05;
  water.fastest = 4;
  water.meets_ground = true;
  Fixture& tray = std::get<Fixture>(scene.objects[1].kind);
  tray.length = tray.width = 0.2, tray.height = 0.02;
  tray.path = Path(Vec3{0, 0, 0.001});
  Motion motion(scene);
  std::size_t impacts = 0;
  for (int b = 0; b < 60; ++b) impacts += motion.advance(next_block(scene, b)).impacts.size();
  CHECK(impacts == 0);
}

TEST_CASE("liquids that cannot be are refused with the reason") {
  Scene scene = splash_in_tray();
  Liquid& water = std::get<Liquid>(scene.objects[0].kind);
  water.start = LiquidStart::vessel;
  water.vessel = "jug";
  CHECK_THROWS_WITH_AS(Motion{scene}, "water stands in \"jug\"; no body or fixture has that name", InputError);
  water.start = LiquidStart::box;
  water.step = 0.1;
  CHECK_THROWS_WITH_AS(Motion{scene}, doctest::Contains("water: step_s is 0.1 s and the largest stable step is "),
                       UnstableError);
}

TEST_SUITE("slow") {
  TEST_CASE("nothing is heard of a tank of water at rest over two seconds") {
    Scene scene = splash_in_tray();
    scene.duration = 2;
    Liquid& water = std::get<Liquid>(scene.objects[0].kind);
    water.particles = 700;
    water.start = LiquidStart::vessel;
    water.vessel = "tray";
    water.height = 0.04;
    water.settle = 0.1;
    Motion motion(scene);
    std::size_t heard = 0;
    double level = 0;
    for (int b = 0; b < 2000; ++b) {
      const MotionEvents& events = motion.advance(next_block(scene, b));
      heard += events.impacts.size() + events.bubbles.size() + events.contacts.size();
      for (const LiquidLevel& told : events.levels) level = told.level;
    }
    CHECK(heard == 0);
    CHECK(level == doctest::Approx(0.04).epsilon(0.05));  // it watched
  }
}
