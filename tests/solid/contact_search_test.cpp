#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

#include "numerics/random_stream.h"
#include "solid/contact_probe.h"

namespace resound {
namespace {

// Three bodies and an obstacle that come from apart and tumble through each other, wherever the forces would drive
// them: positions are prescribed, so that two searches see the same.
struct Tumble {
  Nodes nodes;
  std::vector<TouchingSkin> skins;
  std::vector<RigidObstacle> obstacles;
  std::vector<Vec3> shape, far, spin;
  std::vector<std::size_t> body;

  explicit Tumble(std::uint64_t seed) {
    RandomStream random(seed, 1, 2);
    const auto any = [&](double size) {
      return Vec3{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
    };
    const ContactRule rule{.friction = 0.4, .restitution = 0.5};
    const std::array<Vec3, 3> from{Vec3{0.07, 0, 0}, Vec3{0, -0.07, 0}, Vec3{-0.07, 0, 0.02}};
    for (std::size_t b = 0; b < 3; ++b) {
      const TriangleMesh mesh =
          b == 0 ? round_bar_mesh(0.04, 0.01, 4, 7) : box_mesh({0.03, 0.02, b == 1 ? 0.002 : 0.015}, 4);
      far.push_back(from[b] + any(0.003));
      spin.push_back(any(2000));
      skins.push_back(add_body(nodes, mesh, {}, {}, random.uniform(0.001, 0.01), rule));
      for (const Vec3& vertex : mesh.vertices) shape.push_back(vertex), body.push_back(b);
    }
    obstacles = {obstacle(box_mesh({0.02, 0.03, 0.01}, 2), rule), {nullptr, rule}};
    place(0);
  }
  Vec3 at(std::size_t i, double t) const {  // comes and goes: bodies meet again and again
    const std::size_t b = body[i];
    const Vec3 turned = rotation_about(spin[b], length(spin[b]) * t) * shape[i];
    return std::abs(std::cos(4000 * t)) * far[b] + turned + 1e-4 * std::sin(2e4 * t + double(i)) * normalized(spin[b]);
  }
  void place(double t) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Vec3 now = at(i, t), before = at(i, t - kStep);
      set_vector(nodes.position, i, now);
      set_vector(nodes.velocity, i, (now - before) / kStep);
      set_vector(nodes.force, i, {});
    }
  }
  std::vector<ObstacleMotion> motion(double t) const {
    return {{{{0.01, 0.02 * std::sin(3000 * t), 0}, rotation_about({1, 1, 0}, 900 * t)},
             {0, 60 * std::cos(3000 * t), 0},
             {636.4, 636.4, 0}},
            {{{0, 0, -0.03}, {}}, {}, {}}};
  }
};

}  // namespace

TEST_CASE("whatever the margin, the forces are those of a search made anew at every step, bit for bit") {
  std::size_t touches = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Tumble tumble(seed);
    const auto make = [&](double margin) {
      return ContactForces(tumble.skins, tumble.obstacles, tumble.nodes.mass, tumble.nodes.position,
                           {.margin = margin});
    };
    ContactForces anew = make(0.01), small = make(1e-4), own = make(0), large = make(1);
    for (int n = 0; n < 600; ++n) {
      const double t = n * kStep, in_block = (n % 100) * kStep;
      const auto forces = [&](ContactForces& contact, std::optional<double> fastest) {
        if (n % 100 == 0) contact.begin_block(tumble.motion(t));
        NodeVectors force(tumble.nodes.force.size(), 0.0);
        add_forces(contact, force, tumble.nodes.position, tumble.nodes.velocity, in_block, fastest);
        return force;
      };
      tumble.place(t);
      const NodeVectors expected = forces(anew, 1e9);  // so fast that nothing may be kept
      REQUIRE(forces(small, {}) == expected);
      REQUIRE(forces(own, {}) == expected);
      REQUIRE(forces(large, {}) == expected);
      REQUIRE(own.touching() == anew.touching());
      REQUIRE(own.energy() == anew.energy());
      touches += anew.touching();
    }
  }
  CHECK(touches > 1000);
}

TEST_CASE("the nodes that touch an obstacle are those inside it") {
  RandomStream random(11, 0, 0);
  const TriangleMesh shape = round_bar_mesh(0.05, 0.01, 3, 9);
  const SurfaceIndex surface(shape);
  Nodes nodes;
  for (int i = 0; i < 300; ++i)
    nodes.add({random.uniform(-0.03, 0.03), random.uniform(-0.015, 0.015), random.uniform(-0.015, 0.015)}, {}, 1);
  ContactForces contact({lone_nodes(300, {})}, {obstacle(shape, {})}, nodes.mass, nodes.position, {.margin = 0.02});
  add_forces(contact, nodes.force, nodes.position, nodes.velocity, 0);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < 300; ++i) {  // a ray crosses the surface of a convex body once from inside
    const auto hit = surface.first_hit(vector_at(nodes.position, i), normalized({0.3, 0.5, 0.7}));
    const bool in = hit && dot(hit->normal, Vec3{0.3, 0.5, 0.7}) > 0;
    inside += in ? 1 : 0;
    CHECK((length(vector_at(nodes.force, i)) > 0) == in);
  }
  CHECK(contact.touching() == inside);
  CHECK(inside > 50);
}

TEST_CASE("contacts that go on from a checkpoint give the same bits") {
  Tumble tumble(3);
  const auto make = [&] {
    return ContactForces(tumble.skins, tumble.obstacles, tumble.nodes.mass, tumble.nodes.position, {});
  };
  ContactForces whole = make(), resumed = make();
  const auto forces = [&](ContactForces& contact, int n) {
    if (n % 100 == 0) contact.begin_block(tumble.motion(n * kStep));
    NodeVectors force(tumble.nodes.force.size(), 0.0);
    add_forces(contact, force, tumble.nodes.position, tumble.nodes.velocity, (n % 100) * kStep);
    return force;
  };
  std::size_t touches = 0;
  for (int n = 0; n < 900; ++n) {
    tumble.place(n * kStep);
    const NodeVectors expected = forces(whole, n);
    if (n == 449) {  // in the middle of a block, while some touch
      REQUIRE(whole.touching() > 0);
      StateArchive saved;
      whole.archive(saved);
      StateArchive loaded(saved.bytes());
      resumed.archive(loaded);
      CHECK(loaded.is_exhausted());
      CHECK(resumed.touching() == whole.touching());
    }
    if (n < 450) continue;
    REQUIRE(forces(resumed, n) == expected);
    touches += whole.touching();
    REQUIRE(resumed.work() == whole.work());
    REQUIRE(resumed.energy() == whole.energy());
  }
  CHECK(touches > 100);
}

}  // namespace resound
