#include <doctest/doctest.h>

#include "propagation/rig.h"

using namespace resound;
using namespace resound::test;

namespace {

Scene on_the_ground(double height = 0) {
  Scene scene = open_air();
  scene.ground = {height, true};
  return scene;
}

}  // namespace

TEST_CASE("a rigid ground doubles the pressure on its surface") {
  for (const double height : {0.0, -1.5}) {
    const Vec3 source{1, 2, height + 0.8}, ear{0, 0, height};
    const auto free = carry(open_air(), {ear_at(ear)}, {monopole_at(source, sine(800))}, 3000)[0][0];
    const auto doubled = carry(on_the_ground(height), {ear_at(ear)}, {monopole_at(source, sine(800))}, 3000)[0][0];
    for (std::size_t i = 500; i < 2500; ++i) REQUIRE(doubled[i] == doctest::Approx(2 * free[i]).epsilon(1e-9));
  }
}

TEST_CASE("an ear above the ground hears the source and its mirror image") {
  const Vec3 source{3, 0, 1}, ear{0, 0, 2};
  const Vec3 force{0.3, 0.1, 1};
  TestSource both = dipole_at(source, force, sine(500));
  both.monopole = sine(300, 0.01);
  TestSource image = dipole_at({3, 0, -1}, {0.3, 0.1, -1}, sine(500));
  image.monopole = both.monopole;
  const auto reflected = carry(on_the_ground(), {ear_at(ear)}, {both}, 3000)[0][0];
  const auto explicitly = carry(open_air(), {ear_at(ear)}, {both, image}, 3000)[0][0];
  for (std::size_t i = 0; i < reflected.size(); ++i) REQUIRE(std::abs(reflected[i] - explicitly[i]) < 1e-13);
}

TEST_CASE("a vertical dipole on the ground is silenced by its image") {
  const auto heard =
      carry(on_the_ground(), {ear_at({2, 0, 1})}, {dipole_at({0, 0, 0}, {0, 0, 1}, sine(500))}, 3000)[0][0];
  const auto free = carry(open_air(), {ear_at({2, 0, 1})}, {dipole_at({0, 0, 0}, {0, 0, 1}, sine(500))}, 3000)[0][0];
  CHECK(rms(heard) < 1e-12 * rms(free));
}

TEST_CASE("a source deep in the ground is not heard and one that sinks does not click") {
  const auto buried = carry(on_the_ground(), {ear_at({2, 0, 1})}, {monopole_at({0, 0, -0.5}, sine(500))}, 3000)[0][0];
  CHECK(rms(buried) == 0);
  // sinking at 0.5 m/s through the plane at t = 40 ms; the louder half kilohertz hides no step
  TestSource sinking{[](double t) {
                       return Vec3{0, 0, 0.02 - 0.5 * t};
                     },
                     [](double) {
                       return Vec3{0, 0, -0.5};
                     },
                     sine(500),
                     {}};
  const auto heard = carry(on_the_ground(), {ear_at({2, 0, 1})}, {sinking}, 6000)[0][0];
  double steady = 0, ever = 0;
  for (std::size_t i = 500; i + 1 < heard.size(); ++i) {
    const double step = std::abs(heard[i + 1] - heard[i]);
    ever = std::max(ever, step);
    if (i < 1500) steady = std::max(steady, step);
  }
  CHECK(ever < 1.05 * steady);
  CHECK(rms(std::span(heard).last(1000)) < 1e-9 * rms(heard));
}
