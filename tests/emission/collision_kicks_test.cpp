#include "emission/grain/collision_kicks.h"

#include <doctest/doctest.h>

#include <cmath>

#include "audio/spectrum.h"
#include "emission/csv.h"
#include "numerics/fifth_root.h"
#include "radiation/kick_ear.h"

using namespace resound;
using namespace resound::test;

namespace {

CollidingSphere glass(double radius) { return {radius, 2520, 72e9, 0.22}; }

std::vector<SphereKick> kicks_of(const CollisionSound& sound, double speed = 1, double restitution = 1) {
  std::vector<SphereKick> kicks;
  sound.add_kicks({0.5, {0.01, 0.02, 0.03}, normalized({1, -2, 2}), speed, restitution, 3}, kicks);
  return kicks;
}

Vec3 sum_of_impulses(const std::vector<SphereKick>& kicks) {
  Vec3 sum;
  for (const SphereKick& kick : kicks) sum += kick.impulse;
  return sum;
}

}  // namespace

TEST_CASE("a collision kicks the air as the Hertz reference says, with unequal balls, walls and losses") {
  int rows = 0;
  for (const auto& row : read_csv("hertz_contact.csv")) {
    CAPTURE(row[0]);
    std::vector<double> number{0};
    for (std::size_t i = 1; i < row.size(); ++i) number.push_back(std::stod(row[i]));
    const CollidingSphere first{number[1], number[2], number[3], number[4]};
    const CollidingSphere second{number[5], number[6], number[7], number[8]};
    const bool is_wall = std::isinf(second.radius);
    const double speed = number[9], restitution = number[10], d = number[16], change_1 = number[18],
                 change_2 = number[19];
    const CollisionSound sound =
        is_wall ? CollisionSound(first, CollidingWall{second.young_modulus, second.poisson_ratio}, kAir.density)
                : CollisionSound(first, second, kAir.density);
    const auto kicks = kicks_of(sound, speed, restitution);
    const Vec3 n = normalized({1, -2, 2});
    REQUIRE(kicks.size() >= 2);
    CHECK(kicks[0].time == doctest::Approx(0.5 + d / 2).epsilon(1e-12));
    CHECK(kicks[0].time - 0.5 == doctest::Approx(d / 2).epsilon(1e-8));
    CHECK(kicks[0].width == doctest::Approx(0.891813 * d).epsilon(1e-5));
    const double first_change = -dot(kicks[0].impulse, n) / kicked_air(first.radius, kAir.density);
    CHECK(first_change == doctest::Approx(change_1).epsilon(1e-8));
    CHECK(length(kicks[0].impulse + dot(kicks[0].impulse, -n) * n) < 1e-12 * length(kicks[0].impulse));
    CHECK(length(kicks[0].centre - (Vec3{0.01, 0.02, 0.03} - first.radius * n)) < 1e-15);
    if (!is_wall) {
      const double second_change = dot(kicks[1].impulse, n) / kicked_air(second.radius, kAir.density);
      CHECK(second_change == doctest::Approx(change_2).epsilon(1e-8));
      const double m1 = number[11], m2 = number[12];
      CHECK(m1 * first_change == doctest::Approx(m2 * second_change).epsilon(1e-8));
      CHECK(length(kicks[1].centre - (Vec3{0.01, 0.02, 0.03} + second.radius * n)) < 1e-15);
    }
    ++rows;
  }
  CHECK(rows >= 7);
}

TEST_CASE("a wall answers with the mirror image of the ball, unless the ground does") {
  const CollidingWall wall{206e9, 0.29};
  const auto kicks = kicks_of(CollisionSound(glass(1e-3), wall, kAir.density));
  REQUIRE(kicks.size() == 2);
  CHECK(kicks[0].impulse == -kicks[1].impulse);
  CHECK(length((kicks[0].centre + kicks[1].centre) / 2 - Vec3{0.01, 0.02, 0.03}) < 1e-15);
  CHECK(length(kicks[1].centre - kicks[0].centre) == doctest::Approx(2e-3));
  CHECK(length(kicks[0].impulse) == doctest::Approx(2 * kicked_air(1e-3, kAir.density)));  // (1 + e) v

  const auto alone = kicks_of(CollisionSound(glass(1e-3), CollidingWall{206e9, 0.29, false}, kAir.density));
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].impulse == kicks[0].impulse);
}

TEST_CASE("equal balls leave no dipole, unequal ones what their shadows leave, unequal densities more") {
  const auto net = [](const CollidingSphere& a, const CollidingSphere& b) {
    const auto kicks = kicks_of(CollisionSound(a, b, kAir.density));
    return length(sum_of_impulses(kicks)) / length(kicks[a.radius >= b.radius ? 0 : 1].impulse);
  };
  CHECK(kicks_of(CollisionSound(glass(1e-3), glass(1e-3), kAir.density)).size() == 2);
  CHECK(net(glass(1e-3), glass(1e-3)) < 1e-12);
  CHECK(kicks_of(CollisionSound(glass(2e-3), glass(1e-3), kAir.density)).size() == 3);
  CHECK(net(glass(1.25e-3), glass(1e-3)) == doctest::Approx(0.076).epsilon(0.005));
  CHECK(net(glass(2e-3), glass(1e-3)) == doctest::Approx(0.238).epsilon(0.005));
  CHECK(net(glass(1e-3), glass(3e-3)) == doctest::Approx(0.38).epsilon(0.005));
  const CollidingSphere light{1e-3, 1260, 72e9, 0.22};  // moves twice as far: dipole shares 0.902 of (2 - 1)
  CHECK(net(glass(1e-3), light) == doctest::Approx(0.902).epsilon(1e-6));
}

TEST_CASE("bodies that do not approach each other make no sound") {
  const CollisionSound sound(glass(1e-3), glass(1e-3), kAir.density);
  CHECK(kicks_of(sound, 0).empty());
  CHECK(kicks_of(sound, -0.1).empty());
}

TEST_CASE("the far field of a pair is the quadrupole of the thesis") {
  // rho a^4 dv cos^2(theta) s^2 / (r c^2), at 300 Hz and 2 m
  const CollisionSound sound(glass(1e-3), glass(1e-3), kAir.density);
  std::vector<SphereKick> kicks;
  sound.add_kicks({0, {}, {0, 0, 1}, 1, 1, 0}, kicks);
  const double f = 300, r = 40, s = 2 * kPi * f, angle = 0.6, a = 1e-3, c = kAir.speed_of_sound;
  const double heard = std::abs(exact_spectrum(kicks, {r * std::sin(angle), 0, r * std::cos(angle)}, f));
  const double expected = kAir.density * std::pow(a, 4) * std::pow(std::cos(angle) * s / c, 2) / r;
  CHECK(heard == doctest::Approx(expected).epsilon(0.01));
}

TEST_CASE(
    "a pair of beads of one millimetre is 8.8 dB fainter than one of them at 10 kHz, and by 20 dB a decade below") {
  const auto kicks = kicks_of(CollisionSound(glass(1e-3), glass(1e-3), kAir.density));
  REQUIRE(kicks.size() == 2);
  const Vec3 ear = Vec3{0.01, 0.02, 0.03} + 3 * normalized({1, -2, 2});
  const auto fainter = [&](double hertz) {
    return decibels(std::abs(exact_spectrum(kicks, ear, hertz)) /
                    std::abs(exact_spectrum(std::span(kicks).last(1), ear, hertz)));
  };
  CHECK(fainter(10e3) == doctest::Approx(-8.8).epsilon(0.02));
  CHECK(fainter(1e3) - fainter(10e3) == doctest::Approx(-20).epsilon(0.03));
}

TEST_CASE("the fifth root is right to the last digits at any speed") {
  for (double speed = 1e-7; speed < 1e4; speed *= 1.0371)
    CHECK(inverse_fifth_root(speed) == doctest::Approx(std::pow(speed, -0.2)).epsilon(3e-15));
}
