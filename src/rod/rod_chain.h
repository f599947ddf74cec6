#pragma once
#include <vector>

#include "rod/rod_stepper.h"

namespace resound {

// All rods of a stepper as one list of vertices and one of edges, by numbers that count through.
class RodChain {
 public:
  struct Vertex {
    int rod = 0, vertex = 0;
    double mass = 0;    // [kg]
    double radius = 0;  // [m]
  };
  struct Edge {
    int rod = 0, edge = 0;
    std::size_t first = 0, second = 0;  // vertices
    double radius = 0;                  // [m]
    double begin = 0, end = 0;          // [m]  along its rod at rest
  };

  explicit RodChain(const RodStepper& stepper);

  const std::vector<Vertex>& vertices() const { return vertices_; }
  const std::vector<Edge>& edges() const { return edges_; }
  Vec3 position(std::size_t vertex) const { return at(position_, vertex); }
  Vec3 velocity(std::size_t vertex) const { return at(velocity_, vertex); }
  double fastest() const;           // [m/s]
  double mean_edge() const;         // [m]  at rest
  double longest_edge_now() const;  // [m]

  // How far apart two edges of one rod are along it. [m]
  double arc_between(const Edge& a, const Edge& b) const;
  // How near two edges may come: their radii together, or less if they are nearer at rest, as tight coils are. [m]
  double contact_distance(const Edge& a, const Edge& b) const;

 private:
  Vec3 at(const std::vector<ConstVertexView>& views, std::size_t vertex) const {
    const Vertex& v = vertices_[vertex];
    return views[static_cast<std::size_t>(v.rod)][static_cast<std::size_t>(v.vertex)];
  }
  std::vector<const ElasticRod*> rods_;
  std::vector<ConstVertexView> position_, velocity_;  // [rod]
  std::vector<Vertex> vertices_;
  std::vector<Edge> edges_;
};

// The nearest places of two segments: p0 + s (p1 - p0) and q0 + t (q1 - q0).
struct SegmentGap {
  double s = 0, t = 0;
  Vec3 apart;  // from the second to the first
};
SegmentGap segment_gap(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1);

}  // namespace resound
