#include "solid/contact.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <vector>

#include "numerics/random_stream.h"
#include "geometry/contact_law.h"

namespace resound {
namespace {

constexpr double kStep = 1e-6;     // [s]
constexpr double kGravity = 9.81;  // [m/s^2]

// Relative, unlike doctest's Approx, which forgives as much on numbers below one.
bool agree(double a, double b, double part) { return std::abs(a - b) <= part * std::abs(b); }

void add_forces(ContactForces& contact, NodeVectors& force, const NodeVectors& position, const NodeVectors& velocity,
                double time, std::optional<double> fastest = {}) {
  NodePushes pushes;
  contact.add_to(pushes, position, velocity, time, fastest);
  for (const NodePush& push : pushes) add_vector(force, push.node, push.force);
}

// Nodes without elements between them, stepped by symplectic Euler.
struct Nodes {
  NodeVectors position, velocity, force;
  std::vector<double> mass;
  double time = 0;  // [s]

  void add(const Vec3& at, const Vec3& speed, double m) {
    for (NodeVectors* vectors : {&position, &velocity, &force}) vectors->resize(vectors->size() + kNodeStride);
    set_vector(position, mass.size(), at);
    set_vector(velocity, mass.size(), speed);
    mass.push_back(m);
  }
  void step(ContactForces& contact, const Vec3& gravity = {}, std::optional<double> fastest = {}) {
    for (std::size_t i = 0; i < mass.size(); ++i) set_vector(force, i, mass[i] * gravity);
    add_forces(contact, force, position, velocity, time, fastest);
    for (std::size_t i = 0; i < mass.size(); ++i) {
      add_vector(velocity, i, kStep / mass[i] * vector_at(force, i));
      add_vector(position, i, kStep * vector_at(velocity, i));
    }
    time += kStep;
  }
  Vec3 momentum() const {
    Vec3 sum;
    for (std::size_t i = 0; i < mass.size(); ++i) sum += mass[i] * vector_at(velocity, i);
    return sum;
  }
  Vec3 angular_momentum() const {
    Vec3 sum;
    for (std::size_t i = 0; i < mass.size(); ++i)
      sum += mass[i] * cross(vector_at(position, i), vector_at(velocity, i));
    return sum;
  }
  double kinetic_energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < mass.size(); ++i)
      sum += 0.5 * mass[i] * dot(vector_at(velocity, i), vector_at(velocity, i));
    return sum;
  }
};

TouchingSkin lone_nodes(int count, const ContactRule& rule) {
  TouchingSkin skin{.triangles = {}, .nodes = {}, .rule = rule};
  for (int i = 0; i < count; ++i) skin.nodes.push_back(i);
  return skin;
}

// Adds the vertices of a mesh to the nodes and gives its skin.
TouchingSkin add_body(Nodes& nodes, const TriangleMesh& mesh, const Vec3& at, const Vec3& speed, double mass,
                      const ContactRule& rule) {
  TouchingSkin skin{.triangles = mesh.triangles, .nodes = {}, .rule = rule};
  const int first = static_cast<int>(nodes.mass.size());
  for (Triangle& t : skin.triangles)
    for (int& corner : t) corner += first;
  for (const Vec3& vertex : mesh.vertices) {
    skin.nodes.push_back(static_cast<int>(nodes.mass.size()));
    nodes.add(at + vertex, speed, mass);
  }
  return skin;
}

RigidObstacle obstacle(const TriangleMesh& mesh, const ContactRule& rule) {
  return {std::make_shared<SurfaceIndex>(mesh), rule};
}

ContactForces on_ground(const Nodes& nodes, const ContactRule& rule, const ContactSettings& settings = {}) {
  const ContactRule both = rule;
  return {
      {lone_nodes(static_cast<int>(nodes.mass.size()), both)}, {{nullptr, both}}, nodes.mass, nodes.position, settings};
}

}  // namespace

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
  CHECK(touching_at({{0, 0, 0.2505}, {}}) == 1);                                   // moved up to the first
  CHECK(touching_at({}) == 0);                                                     // and back
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
