#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/contact_law.h"
#include "numerics/random_stream.h"
#include "solid/contact_probe.h"

namespace resound {

TEST_CASE("contacts take no more of the bound on the step than their share, however many press on a node") {
  // Nodes pressed into the top of a coarse block, whose corners bear all of them. A step from rest with velocity u
  // gives the force -(dt K + C) u, from which power iteration finds the largest eigenvalue of M^-1 (dt^2 K + dt C):
  // stiffness plus damping of the law, if masses are shared as they should be.
  for (const double e : {0.0, 0.5, 1.0}) {
    RandomStream random(21, 0, 0);
    Nodes nodes;
    const ContactRule rule{.friction = 1e6, .restitution = e};  // holds along the surface as well
    for (int i = 0; i < 12; ++i)
      nodes.add({random.uniform(-0.04, 0.04), random.uniform(-0.04, 0.04), 0.0499}, {}, random.uniform(0.001, 0.02));
    std::vector<TouchingSkin> skins{lone_nodes(12, rule)};
    skins.push_back(add_body(nodes, box_mesh({0.1, 0.1, 0.1}), {}, {}, 0.005, rule));
    const std::size_t size = nodes.position.size();
    const auto forces = [&](const NodeVectors& speed, double scale) {
      ContactForces contact(skins, {}, nodes.mass, nodes.position, {.stiffness_share = 0.5});
      NodeVectors force(size, 0.0), position = nodes.position, velocity(size, 0.0);
      add_forces(contact, force, position, velocity, 0);
      REQUIRE(contact.touching() == 12);
      for (std::size_t i = 0; i < size; ++i) velocity[i] = scale * speed[i], position[i] += kStep * velocity[i];
      std::fill(force.begin(), force.end(), 0.0);
      add_forces(contact, force, position, velocity, kStep);
      return force;
    };
    NodeVectors u(size, 0.0);
    for (std::size_t i = 0; i < size; ++i)
      if (i % kNodeStride < 3) u[i] = random.uniform(-1, 1);
    double greatest = 0;
    for (int n = 0; n < 60; ++n) {
      const NodeVectors plus = forces(u, 1e-3), minus = forces(u, -1e-3);
      double moved = 0, before = 0;
      NodeVectors next(size, 0.0);
      for (std::size_t i = 0; i < size; ++i) {
        const double m = nodes.mass[i / kNodeStride];
        next[i] = -(plus[i] - minus[i]) / 2e-3 * kStep / m;
        moved += m * next[i] * next[i], before += m * u[i] * u[i];
      }
      greatest = std::sqrt(moved / before);
      for (std::size_t i = 0; i < size; ++i) u[i] = next[i] / greatest;
    }
    const TouchLaw law = touch_law(e, 0.5);
    CAPTURE(e);
    CHECK(greatest < 1.001 * (law.stiffness + law.damping));
    CHECK(greatest > 0.5 * (law.stiffness + law.damping));
    CHECK(law.share_of_bound() <= 0.5 * (1 + 1e-12));
  }
}

TEST_CASE("a node whose spring leaves the contacts their share of the bound stays stable, and not beyond it") {
  for (const double e : {0.0, 0.5, 1.0})
    for (const double over : {-0.01, 0.02}) {
      const double m = 0.01, share = touch_law(e, 0.5).share_of_bound();
      const double spring = (4 - share + over) * m / (kStep * kStep);  // [N/m]  an element at the limit
      Nodes nodes;
      nodes.add({0, 0, -1e-4}, {0, 0, 1e-6}, m);
      ContactForces contact = on_ground(nodes, {.friction = 0, .restitution = e});
      const double k = touch_law(e, 0.5).stiffness * m / (kStep * kStep);
      double largest = 0;
      for (int n = 0; n < 20'000 && largest < 5e-5; ++n) {
        const double off = vector_at(nodes.position, 0).z + 1e-4;  // pressed so that it rests 0.1 mm deep
        nodes.step(contact, {0, 0, -(spring * off + k * 1e-4) / m});
        largest = std::max(largest, std::abs(off));
      }
      CAPTURE(e);
      if (over < 0)
        CHECK(largest < 1e-9);
      else
        CHECK(largest > 1e-7);
    }
}

}  // namespace resound
