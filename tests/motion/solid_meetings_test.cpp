#include <doctest/doctest.h>

#include <cmath>

#include "motion/solid/rigid_motion.h"
#include "motion/solid_stage.h"

using namespace resound;
using namespace resound::test;

namespace {

// A cube of 2 cm that does not fall.
Solid cube(const Vec3& place, const Vec3& velocity) {
  Solid solid = bar(0.02, 0.02);
  solid.cells = {2, 2, 2};
  solid.falls = false;
  solid.pose.position = place;
  solid.velocity = velocity;
  return solid;
}

Vec3 velocity_at_the_end(Stage& stage, double seconds) {
  while (stage.time() < seconds) stage.next();
  const double begin = stage.time();
  const Vec3 from = Stage::middle(stage.next().skins[0]);
  for (int i = 0; i < 9; ++i) stage.next();
  const Vec3 to = Stage::middle(stage.next().skins[0]);
  return (to - from) / (stage.time() - begin - stage.length / stage.scene.sample_rate);
}

}  // namespace

TEST_CASE("a solid that strikes what rings leaves its impulse on it, where it struck") {
  Bar struck;
  struck.pose.position = {0, 0, 0.5};
  const Vec3 speed{0, 0, -1};
  Stage stage(scene_with({{"cube", cube({0.03, 0, 0.5 + struck.thickness / 2 + 0.011}, speed)}, {"bar", struck}}));
  Vec3 impulse;
  while (stage.time() < 0.005)
    for (const Contact& contact : stage.next().contacts) {
      REQUIRE(contact.object == 1);
      const StrikePulse pulse = std::get<StrikePulse>(contact.pulse);
      CHECK(pulse.duration < 1 / stage.scene.sample_rate);
      CHECK(std::abs(contact.position.x - 0.03) < 0.0101);
      CHECK(contact.position.z == doctest::Approx(0.5 + struck.thickness / 2).epsilon(1e-6));
      impulse += pulse.impulse * contact.direction;
    }
  const double mass = 2700 * 0.02 * 0.02 * 0.02;
  const Vec3 change = velocity_at_the_end(stage, 0.006) - speed;
  CHECK(change.z > 1);  // it has come back
  CHECK(-impulse.z == doctest::Approx(mass * change.z).epsilon(0.01));
}

TEST_CASE("mass damping makes a note die and brakes no flight, but as published") {
  for (const bool as_published : {false, true}) {
    Solid solid = cube({0, 0, 5}, {2, 0, 1});
    solid.mass_damping = 30;
    solid.spin = 20;
    if (as_published) solid.radiation = SolidRadiation::as_published;
    Stage stage(scene_with({{"cube", solid}}));
    const Vec3 end = velocity_at_the_end(stage, 0.05);
    CHECK(end.x == doctest::Approx(as_published ? 2 * std::exp(-30 * 0.05) : 2).epsilon(as_published ? 0.2 : 1e-3));
  }
}

TEST_CASE("the motion of a body as a whole has its momentum and its angular momentum") {
  std::vector<Vec3> position, velocity;
  std::vector<double> mass;
  const Vec3 spin{0.3, -2, 1}, speed{4, 5, -6};
  for (int i = 0; i < 9; ++i) {
    position.push_back({std::sin(1.0 * i), std::cos(2.3 * i), 0.1 * i});
    mass.push_back(1 + i % 3);
    velocity.push_back(speed + cross(spin, position.back()));
  }
  const RigidMotion whole = rigid_motion(position, velocity, mass);
  CHECK(length(whole.spin - spin) < 1e-12);
  for (std::size_t i = 0; i < mass.size(); ++i) CHECK(length(whole.velocity_at(position[i]) - velocity[i]) < 1e-12);

  // about an axis, and about a point of it: what turns otherwise does not count
  const Vec3 pivot{0.2, 0.1, -0.4}, axis = normalized({1, 2, 2});
  for (std::size_t i = 0; i < mass.size(); ++i) velocity[i] = cross(7 * axis, position[i] - pivot);
  const std::vector<Vec3> line{pivot, pivot + axis, pivot - 2 * axis};
  CHECK(length(turning_motion(position, velocity, mass, line).spin - 7 * axis) < 1e-12);
  CHECK(length(turning_motion(position, velocity, mass, std::vector{pivot}).spin - 7 * axis) < 1e-12);
  for (std::size_t i = 0; i < mass.size(); ++i) velocity[i] = (position[i].x > 0 ? 1 : -1) * axis;
  CHECK(length(turning_motion(position, velocity, mass, line).spin) < 1e-12);
}

TEST_CASE("a bead that falls on a held solid bounces off it and strikes it") {
  Solid plate;
  plate.shape = PlateShape{0.1, 0.1, 0.004};
  plate.cells = {4, 4, 1};
  plate.clamped = {BoxSide::x_min, BoxSide::x_max};
  plate.falls = false;
  plate.pose.position = {0, 0, 0.5};
  Grains bead;
  bead.count = 1;
  bead.settle = 0;
  bead.fill_radius = 0.001;
  bead.position = {0, 0, 0.502 + 0.02};
  Stage stage(scene_with({{"plate", plate}, {"bead", bead}}));
  double first = 0, fastest = 0;
  while (stage.time() < 0.09) {
    const MotionEvents& events = stage.next();
    if (events.contacts.empty() && first == 0) continue;
    if (first == 0) {
      first = events.contacts[0].time;
      CHECK(events.contacts[0].object == 0);
      CHECK(events.contacts[0].direction.z == doctest::Approx(-1));
    }
    for (const double v : events.skins[0].velocity) fastest = std::max(fastest, std::abs(v));
  }
  CHECK(first == doctest::Approx(std::sqrt(2 * 0.02 / 9.81)).epsilon(0.01));
  CHECK(fastest > 1e-5);  // it rings
}
