#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "solid/contact.h"

// Nodes without elements between them, for questions about contact alone.
namespace resound {

inline constexpr double kStep = 1e-6;     // [s]
inline constexpr double kGravity = 9.81;  // [m/s^2]

// Relative, unlike doctest's Approx, which forgives as much on numbers below one.
inline bool agree(double a, double b, double part) { return std::abs(a - b) <= part * std::abs(b); }

inline void add_forces(ContactForces& contact, NodeVectors& force, const NodeVectors& position,
                       const NodeVectors& velocity, double time, std::optional<double> fastest = {}) {
  double greatest = 0;
  for (std::size_t i = 0; i < velocity.size() / kNodeStride; ++i)
    greatest = std::max(greatest, length(vector_at(velocity, i)));
  NodePushes pushes;
  contact.add_to(pushes, position, velocity, time, fastest.value_or(greatest));
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

inline TouchingSkin lone_nodes(int count, const ContactRule& rule) {
  TouchingSkin skin{.triangles = {}, .nodes = {}, .rule = rule};
  for (int i = 0; i < count; ++i) skin.nodes.push_back(i);
  return skin;
}

// Adds the vertices of a mesh to the nodes and gives its skin.
inline TouchingSkin add_body(Nodes& nodes, const TriangleMesh& mesh, const Vec3& at, const Vec3& speed, double mass,
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

inline RigidObstacle obstacle(const TriangleMesh& mesh, const ContactRule& rule) {
  return {std::make_shared<SurfaceIndex>(mesh), rule};
}

inline ContactForces on_ground(const Nodes& nodes, const ContactRule& rule, const ContactSettings& settings = {}) {
  const ContactRule both = rule;
  return {
      {lone_nodes(static_cast<int>(nodes.mass.size()), both)}, {{nullptr, both}}, nodes.mass, nodes.position, settings};
}

}  // namespace resound
