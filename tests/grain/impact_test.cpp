#include <doctest/doctest.h>

#include <cmath>

#include "grain/impact.h"

namespace resound {
namespace {

struct Body {
  double radius, mass;
  Vec3 velocity, spin;
  ImpactBody face() { return {radius, 1 / mass, &velocity, &spin}; }
  double energy() const {
    return 0.5 * mass * dot(velocity, velocity) + 0.2 * mass * radius * radius * dot(spin, spin);
  }
  // About the origin
  Vec3 turning(const Vec3& place) const { return mass * cross(place, velocity) + 0.4 * mass * radius * radius * spin; }
};

}  // namespace

TEST_CASE("an impact keeps momentum and angular momentum, and loses energy") {
  Body a{0.001, 0.3, {1, 0.2, -0.4}, {100, -300, 50}}, b{0.002, 0.7, {-0.5, 0.1, 0.3}, {-20, 400, 10}};
  const Vec3 n = normalized({0.8, 0.5, -0.2});
  const Vec3 at_a = -a.radius * n, at_b = b.radius * n;
  const double speed = dot(a.velocity - b.velocity, n);
  REQUIRE(speed > 0);
  const Vec3 momentum = a.mass * a.velocity + b.mass * b.velocity, turning = a.turning(at_a) + b.turning(at_b);
  const double energy = a.energy() + b.energy();
  collide(a.face(), b.face(), n, {speed, 0.8 * speed, 0.3}, 0.4);
  CHECK(length(a.mass * a.velocity + b.mass * b.velocity - momentum) < 1e-15);
  CHECK(length(a.turning(at_a) + b.turning(at_b) - turning) < 1e-15);
  CHECK(dot(b.velocity - a.velocity, n) == doctest::Approx(0.8 * speed).epsilon(1e-13));
  CHECK(a.energy() + b.energy() < energy);
}

TEST_CASE("a contact that grips turns the sliding speed around by the tangential restitution") {
  Body a{0.001, 0.3, {1, 0.05, 0}, {}}, b{0.001, 0.3, {0, 0, 0}, {}};
  const Vec3 n{1, 0, 0};
  collide(a.face(), b.face(), n, {1, 0.9, 0.4}, 10);
  const Vec3 sliding = a.velocity - b.velocity + cross(a.radius * a.spin + b.radius * b.spin, n);
  CHECK(sliding.y == doctest::Approx(-0.4 * 0.05).epsilon(1e-13));
}

TEST_CASE("a contact that slides gives Coulomb's share of the impulse") {
  Body ball{0.001, 0.3, {2, 0, -1}, {}};
  const Vec3 impulse = collide_with_wall(ball.face(), {}, {0, 0, -1}, {1, 0.5, 0}, 0.1);
  CHECK(impulse.z == doctest::Approx(0.3 * 1.5));
  CHECK(impulse.x == doctest::Approx(-0.1 * impulse.z));
}

TEST_CASE("one minus the restitution goes as the fifth root of a low speed") {
  const Restitution e{0.9, 1.0};
  CHECK(e.at(1) == doctest::Approx(0.9));
  CHECK((1 - e.at(1e-10)) / (1 - e.at(1e-15)) == doctest::Approx(10).epsilon(0.002));
  CHECK(e.at(1e9) > 0);
  CHECK(Restitution{0.7}.at(123) == 0.7);
}

}  // namespace resound
