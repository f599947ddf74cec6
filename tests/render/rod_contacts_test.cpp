#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/error.h"
#include "motion/motion.h"
#include "numerics/pi.h"
#include "render/notes.h"
#include "render/render.h"
#include "render/rods_to_hear.h"
#include "scene/materials.h"

using namespace resound;

TEST_CASE("a rod that falls is heard when it lands, and two threads give the same bits as one") {
  Rod first = steel_rod(3e-3);
  first.from = {-0.06, 0, 0.0325}, first.to = {0.06, 0, 0.0345};
  first.edges = 24;
  first.falls = first.touches = true;
  first.mass_damping = 0.5;
  Rod second = first;
  second.from = {0, -0.05, 0.05}, second.to = {0, 0.05, 0.05};
  const Scene scene = scene_in_free_air({{"first", first}, {"second", second}}, {0, -0.4, 0.2}, 0.12);
  RenderSettings one, two;
  one.threads = 1, two.threads = 2;
  const auto heard = render(scene, one).channels[0];
  CHECK(heard == render(scene, two).channels[0]);
  const auto loudest = [&](double from, double to) {
    const auto begin = heard.begin() + static_cast<std::ptrdiff_t>(from * kNoteRate);
    const auto end = heard.begin() + static_cast<std::ptrdiff_t>(to * kNoteRate);
    return std::abs(*std::max_element(begin, end, [](float a, float b) { return std::abs(a) < std::abs(b); }));
  };
  // its lower end is 31 mm above the floor: sqrt(2 h / g) = 79.5 ms, and 1.3 ms to the ear
  CHECK(loudest(0.002, 0.079) < 0.01 * loudest(0.079, 0.12));
  CHECK(loudest(0.0795, 0.086) > 100 * loudest(0.002, 0.079));
}

TEST_CASE("a rod that strikes a body leaves its momentum with it as a contact, and the touch is told") {
  Rod rod = steel_rod(3e-3);
  rod.from = {-0.05, 0, 0.2}, rod.to = {0.05, 0, 0.2};
  rod.edges = 16;
  rod.touches = true;
  rod.restitution = 1;
  rod.velocity = {0, 0, -1};
  Body ball;
  ball.shape = SphereShape{0.03};
  ball.material = rod.material;
  ball.material.restitution = 1;
  ball.path = Path(Vec3{0, 0, 0.165});
  ball.max_frequency = 3000;
  const Scene scene = scene_in_free_air({{"ball", ball}, {"rod", rod}}, {0, -0.5, 1}, 0.02);
  const PreparedBodies bodies(scene, {});
  Motion motion(scene, bodies);
  const int length = block_length(scene.simulation_rate());
  double given = 0;
  int told = 0;
  for (SampleIndex first = 0; first < 960; first += length) {
    const MotionEvents& events = motion.advance({first, length, scene.simulation_rate(), {}});
    for (const Contact& contact : events.contacts) {
      CHECK(contact.object == 0);
      given -= std::get<StrikePulse>(contact.pulse).impulse * contact.direction.z;
    }
    for (const RodContact& contact : events.rod_contacts) {
      ++told;
      CHECK(contact.object == 1);
      CHECK(contact.other == 0);
      CHECK(contact.normal.z < -0.9);
      if (told == 1) CHECK(contact.speed == doctest::Approx(1).epsilon(0.01));
    }
  }
  CHECK(told >= 1);
  // it bends on the ball and comes back slower: between one and two times its momentum
  const double momentum = 7850 * kPi * 1.5e-3 * 1.5e-3 * 0.1;
  CHECK(given > momentum);
  CHECK(given < 2 * momentum);
}

TEST_CASE("a rod that falls on a clamped bar makes it ring at the pitch of the bar") {
  Rod rod = steel_rod(3e-3);
  rod.from = {-0.03, 0, 0.212}, rod.to = {0.03, 0, 0.212};
  rod.edges = 10;
  rod.touches = true;
  rod.velocity = {0, 0, -1};
  Solid bar;
  bar.shape = BarShape{0.2, 0.03, 0.012};
  bar.material = *find_material("aluminium");
  bar.clamped = {BoxSide::x_min, BoxSide::x_max};
  bar.cells = {16, 2, 2};
  bar.pose.position = {0, 0, 0.2};
  const auto heard = render(scene_in_free_air({{"rod", rod}, {"bar", bar}}, {0, -0.4, 0.3}, 0.06), {}).channels[0];
  // 22.37 / (2 pi) sqrt(E h^2 / (12 rho)) / L^2; shear makes it lower, clamps that hold its width make it higher
  const Material& metal = bar.material;
  const double speed = std::sqrt(metal.young_modulus / metal.density);
  const double pitch = 22.373 / kTurn * speed * 0.012 / std::sqrt(12.0) / (0.2 * 0.2);
  const double found = note_near(heard, pitch, 0.1, 0.01, 0.06).frequency;
  CHECK(found == doctest::Approx(pitch).epsilon(0.03));
  CHECK(strength(heard, found, 0.01, 0.06) > 100 * strength(heard, 0.6 * pitch, 0.01, 0.06));
}

TEST_CASE("a rod that falls into a tray comes to rest on its floor") {
  Rod rod = steel_rod(3e-3);
  rod.from = {-0.03, 0, 0.215}, rod.to = {0.03, 0.01, 0.22};
  rod.edges = 10;
  rod.falls = rod.touches = true;
  rod.restitution = 0.3;
  Fixture tray;
  tray.shape = FixtureShape::box;
  tray.length = 0.1, tray.width = 0.06, tray.height = 0.03;
  tray.path = Path(Vec3{0, 0, 0.2});
  tray.material = rod.material;
  const Scene scene = scene_in_free_air({{"rod", rod}, {"tray", tray}}, {0, -0.5, 1}, 0.8);
  const PreparedBodies bodies(scene, {});
  Motion motion(scene, bodies);
  const int length = block_length(scene.simulation_rate());
  int told = 0;
  Vec3 middle;
  for (SampleIndex first = 0; first < 38400; first += length) {
    const MotionEvents& events = motion.advance({first, length, scene.simulation_rate(), {}});
    for (const RodContact& contact : events.rod_contacts) {
      ++told;
      CHECK(contact.other == 1);
      CHECK(contact.place.z == doctest::Approx(0.2).epsilon(0.001));
    }
    middle = events.poses[0].front().pose.position;
    CHECK(middle.z > 0.2);
  }
  CHECK(told >= 2);
  CHECK(middle.z == doctest::Approx(0.2015).epsilon(0.0005));  // a radius above the floor
}

TEST_CASE("a rod that is crushed beyond all measure is stopped with its step and the stable one") {
  Rod rod = steel_rod(8e-3);
  rod.material.young_modulus = 1e6, rod.material.density = 1000;
  rod.from = {0, 0, 0.001}, rod.to = {0, 0.01, 0.2};
  rod.edges = 40;
  rod.touches = true;
  rod.velocity = {0, 0, -100};
  CHECK_THROWS_WITH_AS(render(scene_in_free_air({{"soft", rod}}, {0, -0.5, 1}, 0.1)),
                       doctest::Contains("soft became unstable at t = "), UnstableError);
}
