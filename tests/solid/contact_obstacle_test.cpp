#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "numerics/random_stream.h"
#include "solid/contact_probe.h"

namespace resound {

TEST_CASE("no node passes a thin sheet below the promised speed, and it leaves on the side where it came") {
  const double thickness = 1e-3, promised = thickness / (5 * kStep);
  const TriangleMesh sheet = box_mesh({0.1, 0.1, thickness}, 4);
  RandomStream random(5, 0, 0);
  for (const double e : {0.0, 0.5, 1.0})
    for (const bool deforms : {false, true}) {
      Nodes nodes;
      const ContactRule rule{.friction = 0.3, .restitution = e};
      const int count = 40;
      for (int i = 0; i < count; ++i) {
        const double side = i % 2 == 0 ? 1 : -1;
        const Vec3 at{random.uniform(-0.04, 0.04), random.uniform(-0.04, 0.04), side * random.uniform(0.002, 0.005)};
        nodes.add(at, {random.uniform(-20, 20), random.uniform(-20, 20), -side * 0.999 * promised}, 1e-3);
      }
      std::vector<TouchingSkin> skins{lone_nodes(count, rule)};
      std::vector<RigidObstacle> obstacles;
      if (deforms)
        skins.push_back(add_body(nodes, sheet, {}, {}, 1e3, rule));
      else
        obstacles.push_back(obstacle(sheet, rule));
      ContactForces contact(skins, obstacles, nodes.mass, nodes.position, {});
      for (int n = 0; n < 1000; ++n) nodes.step(contact);
      for (int i = 0; i < count; ++i) {
        const double side = i % 2 == 0 ? 1 : -1;
        CHECK(side * vector_at(nodes.position, i).z > thickness / 2);
        CHECK(side * vector_at(nodes.velocity, i).z >= 0);
      }
    }
}

TEST_CASE("an obstacle that comes throws a node back and its work is what the node gains") {
  for (const double e : {0.5, 1.0}) {
    Nodes nodes;
    nodes.add({0.01, 0.02, 0.0502}, {}, 0.01);
    const ContactRule rule{.friction = 0, .restitution = e};
    ContactForces contact({lone_nodes(1, rule)}, {obstacle(box_mesh({0.2, 0.2, 0.1}), rule)}, nodes.mass,
                          nodes.position, {});
    const double block = 50e-6, speed = 4;
    for (int b = 0; b < 6; ++b) {
      contact.begin_block(std::vector<ObstacleMotion>{{{{0, 0, b * block * speed}, {}}, {0, 0, speed}, {}}});
      nodes.time = 0;
      for (int n = 0; n < 50; ++n) nodes.step(contact);
    }
    const double v = vector_at(nodes.velocity, 0).z;
    CHECK(agree(v, (1 + e) * speed, 0.01));
    // In the frame of the obstacle the touch turns (1 - e^2) of the energy into heat.
    const double lost = 0.005 * (speed * speed - (v - speed) * (v - speed));
    CHECK(agree(contact.work(), nodes.kinetic_energy() + lost, 1e-9));
  }
}

TEST_CASE("an obstacle that is put elsewhere between two blocks touches what is there") {
  Nodes nodes;
  nodes.add({0, 0, 0.3}, {}, 0.01);
  nodes.add({0.0495, 0, 0}, {}, 0.01);
  ContactForces contact({lone_nodes(2, {})}, {obstacle(box_mesh({0.08, 0.02, 0.1}), {})}, nodes.mass, nodes.position,
                        {.margin = 1e-3});
  const auto touching_at = [&](const Pose& pose) {
    contact.begin_block(std::vector<ObstacleMotion>{{pose, {}, {}}});
    add_forces(contact, nodes.force, nodes.position, nodes.velocity, 0);
    return contact.touching();
  };
  CHECK(touching_at({}) == 0);
  CHECK(touching_at({{0, 0, 0.2505}, {}}) == 1);  // moved up to the first
  CHECK(touching_at({}) == 0);                    // and back
  CHECK(touching_at({{0, 0, 0.262}, {}}) == 1);   // deep over it: twelve times the margin
  CHECK(touching_at({}) == 0);                    // and back
  CHECK(touching_at({{}, rotation_about({0, 1, 0}, std::numbers::pi / 2)}) == 1);  // turned towards the second
}

TEST_CASE("a turning obstacle carries a node along by friction") {
  Nodes nodes;
  nodes.add({0.1, 0, 0.05}, {}, 0.01);
  const ContactRule rule{.friction = 1, .restitution = 0.2};
  ContactForces contact({lone_nodes(1, rule)}, {obstacle(box_mesh({0.5, 0.5, 0.1}), rule)}, nodes.mass, nodes.position,
                        {});
  const double omega = 2;  // [rad/s]  0.4 m/s^2 towards the axis: friction holds
  contact.begin_block(std::vector<ObstacleMotion>{{{}, {}, {0, 0, omega}}});
  for (int n = 0; n < 400'000; ++n) nodes.step(contact, {0, 0, -kGravity});
  const Vec3 v = vector_at(nodes.velocity, 0), p = vector_at(nodes.position, 0);
  CHECK(agree(length(v), omega * std::hypot(p.x, p.y), 1e-3));
  CHECK(agree(std::hypot(p.x, p.y), 0.1, 0.1));
}

}  // namespace resound
