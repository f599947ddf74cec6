#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "geometry/contact_law.h"
#include "solid/contact_probe.h"

namespace resound {

TEST_CASE("a node dropped on the ground keeps the asked share of its speed, at any speed") {
  for (const double e : {0.0, 0.1, 0.3, 0.5, 0.74, 0.9, 1.0})
    for (const double speed : {1e-3, 0.1, 3.7, 50.0, 200.0})
      for (const double steps : {20.0, 20.01, 20.37, 20.7, 20.99}) {  // until it arrives
        Nodes nodes;
        nodes.add({0, 0, steps * speed * kStep}, {0.1, 0, -speed}, 0.02);
        ContactForces contact = on_ground(nodes, {.friction = 0, .restitution = e});
        bool touched = false;
        for (int n = 0; n < 1000 && !(touched && contact.touching() == 0); ++n) {
          nodes.step(contact);
          touched = touched || contact.touching() > 0;
        }
        REQUIRE(touched);
        REQUIRE(contact.touching() == 0);
        const double kept = vector_at(nodes.velocity, 0).z / speed;
        CAPTURE(e);
        CAPTURE(speed);
        CHECK(std::abs(kept - e) < 0.02 * (e > 0 ? e : 1));
        CHECK(vector_at(nodes.velocity, 0).x == 0.1);  // no friction
      }
}

TEST_CASE("a node that bounces without loss keeps its energy") {
  Nodes nodes;
  nodes.add({0, 0, 1e-4}, {}, 0.01);
  ContactForces contact = on_ground(nodes, {.friction = 0, .restitution = 1});
  const Vec3 gravity{0, 0, -kGravity};
  const double start = 0.01 * kGravity * 1e-4;
  int bounces = 0;
  bool down = false;
  for (int n = 0; n < 1'000'000; ++n) {
    nodes.step(contact, gravity);
    if (contact.touching() > 0 && !down) ++bounces;
    down = contact.touching() > 0;
  }
  CHECK(bounces > 90);
  // Half a step of gravity lies between velocity and position.
  const Vec3 v = vector_at(nodes.velocity, 0) - kStep / 2 * gravity;
  const double energy = 0.005 * dot(v, v) + 0.01 * kGravity * vector_at(nodes.position, 0).z + contact.energy();
  CHECK(agree(energy, start, 1e-3));
}

TEST_CASE("two solids that collide keep their momentum") {
  for (const double friction : {0.0, 0.4}) {
    Nodes nodes;
    const ContactRule rule{.friction = friction, .restitution = 0.6};
    const TriangleMesh block = box_mesh({0.02, 0.02, 0.02}, 3), small = box_mesh({0.02, 0.012, 0.01}, 3);
    std::vector<TouchingSkin> skins;
    skins.push_back(add_body(nodes, block, {0, 0, 0}, {5, 1, 0}, 0.01, rule));
    skins.push_back(add_body(nodes, small, {0.0201, 0.003, 0.004}, {-3, 0, 0.5}, 0.003, rule));
    ContactForces contact(skins, {}, nodes.mass, nodes.position, {});
    const Vec3 momentum = nodes.momentum(), turning = nodes.angular_momentum();
    const double energy = nodes.kinetic_energy();
    std::size_t most = 0;
    for (int n = 0; n < 300; ++n) {
      nodes.step(contact);
      most = std::max(most, contact.touching());
    }
    CHECK(most >= 4);
    CHECK(nodes.kinetic_energy() < 0.99 * energy);
    CHECK(length(nodes.momentum() - momentum) < 1e-12 * length(momentum));
    // Friction acts on a node and on the surface below it, micrometres apart; the normal force along their line.
    CHECK(length(nodes.angular_momentum() - turning) < (friction > 0 ? 1e-3 : 1e-12) * length(turning));
  }
}

TEST_CASE("a node on an incline stays below the angle of friction and slides with g (sin - mu cos) above it") {
  const double mu = 0.5;
  const TriangleMesh slab = box_mesh({2, 2, 0.1});
  for (const double slope : {0.4, 0.45, 0.55, 0.8}) {
    const double angle = std::atan(slope);
    const Rotation turn = rotation_about({0, 1, 0}, angle);  // x goes down
    const Vec3 down = turn * Vec3{1, 0, 0}, up = turn * Vec3{0, 0, 1};
    Nodes nodes;
    for (int i = 0; i < 4; ++i) nodes.add(0.05 * up + turn * Vec3{0.013 * i, 0.007 * i, 0}, {}, 0.01 * (i + 1));
    ContactForces contact({lone_nodes(4, {.friction = mu, .restitution = 0.5})},
                          {obstacle(slab, {.friction = mu, .restitution = 0.5})}, nodes.mass, nodes.position, {});
    contact.begin_block(std::vector<ObstacleMotion>{{{{}, turn}, {}, {}}});
    const Vec3 gravity{0, 0, -kGravity};
    for (int n = 0; n < 20'000; ++n) nodes.step(contact, gravity);
    const NodeVectors settled = nodes.position, at_first = nodes.velocity;
    const int steps = 100'000;
    for (int n = 0; n < steps; ++n) nodes.step(contact, gravity);
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 way = vector_at(nodes.position, i) - vector_at(settled, i);
      const Vec3 gained = vector_at(nodes.velocity, i) - vector_at(at_first, i);
      CAPTURE(slope);
      if (slope < mu) {
        CHECK(length(way) < 1e-12);  // no creep
      } else {
        const double a = kGravity * (std::sin(angle) - mu * std::cos(angle));
        CHECK(agree(dot(gained, down) / (steps * kStep), a, 0.01));
        CHECK(std::abs(dot(gained, up)) < 1e-6);
      }
    }
  }
}

TEST_CASE("friction stops a slide and gives back no more than the stretch by which it holds") {
  Nodes nodes;
  nodes.add({}, {0.05, 0, 0}, 0.01);
  const double mu = 0.4;
  ContactForces contact = on_ground(nodes, {.friction = mu, .restitution = 0.3});
  const Vec3 gravity{0, 0, -kGravity};
  double farthest = 0;
  int stop = 0;
  for (int n = 0; n < 30'000; ++n) {
    nodes.step(contact, gravity);
    const double x = vector_at(nodes.position, 0).x;
    if (x > farthest) farthest = x, stop = n;
  }
  // Stops after v / (mu g), 12.74 ms, having gone v^2 / (2 mu g).
  CHECK(agree(stop * kStep, 0.05 / (mu * kGravity), 0.01));
  CHECK(agree(farthest, 0.05 * 0.05 / (2 * mu * kGravity), 0.01));
  const double stretch = mu * kGravity * kStep * kStep / touch_law(0.3, 0.5).stiffness;  // mu N / k
  CHECK(farthest - vector_at(nodes.position, 0).x < 1.01 * stretch);
  CHECK(std::abs(vector_at(nodes.velocity, 0).x) < 1e-15);
}

}  // namespace resound
