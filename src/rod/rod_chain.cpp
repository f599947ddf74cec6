#include "rod/rod_chain.h"

#include <algorithm>
#include <cmath>

namespace resound {

RodChain::RodChain(const RodStepper& stepper) {
  for (std::size_t r = 0; r < stepper.rods(); ++r) {
    const ElasticRod& rod = stepper.rod(r);
    rods_.push_back(&rod);
    position_.push_back(stepper.position(r)), velocity_.push_back(stepper.velocity(r));
    const std::size_t first = vertices_.size(), count = rod.vertices();
    for (std::size_t i = 0; i < count; ++i)
      vertices_.push_back({static_cast<int>(r), static_cast<int>(i), rod.cells()[i].mass, 0});
    double along = 0;
    for (std::size_t i = 0; i < rod.edges().size(); ++i) {
      const RodEdge& edge = rod.edges()[i];
      const double radius = std::min(edge.section.a, edge.section.b);
      const std::size_t second = first + (i + 1) % count;
      edges_.push_back(
          {static_cast<int>(r), static_cast<int>(i), first + i, second, radius, along, along + edge.length});
      along += edge.length;
      for (const std::size_t v : {first + i, second}) vertices_[v].radius = std::max(vertices_[v].radius, radius);
    }
  }
}

double RodChain::fastest() const {
  double most = 0;
  for (const ConstVertexView& v : velocity_)
    for (std::size_t i = 0; i < v.count; ++i)
      most = std::max(most, v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
  return std::sqrt(most);
}

double RodChain::mean_edge() const {
  double sum = 0;
  for (const Edge& edge : edges_) sum += edge.end - edge.begin;
  return sum / static_cast<double>(edges_.size());
}

double RodChain::longest_edge_now() const {
  double most = 0;
  for (const Edge& edge : edges_) most = std::max(most, length(position(edge.second) - position(edge.first)));
  return most;
}

double RodChain::arc_between(const Edge& a, const Edge& b) const {
  const ElasticRod& rod = *rods_[static_cast<std::size_t>(a.rod)];
  const double apart = std::max({0.0, b.begin - a.end, a.begin - b.end});
  if (!rod.is_closed()) return apart;
  const double around = rod.length() - (std::max(a.end, b.end) - std::min(a.begin, b.begin));
  return std::min(apart, std::max(0.0, around));
}

double RodChain::contact_distance(const Edge& a, const Edge& b) const {
  const double radii = a.radius + b.radius;
  if (a.rod != b.rod) return radii;
  const RodShape& shape = rods_[static_cast<std::size_t>(a.rod)]->shape();
  const auto end = [&](const Edge& e, int by) {
    return shape.vertices[static_cast<std::size_t>(e.edge + by) % shape.vertices.size()];
  };
  return std::min(radii, length(segment_gap(end(a, 0), end(a, 1), end(b, 0), end(b, 1)).apart));
}

// After Ericson (Real-Time Collision Detection, 5.1.9).
SegmentGap segment_gap(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const Vec3 u = p1 - p0, v = q1 - q0, w = p0 - q0;
  const double a = dot(u, u), e = dot(v, v), b = dot(u, v), c = dot(u, w), f = dot(v, w);
  const double denominator = a * e - b * b;
  // of parallel segments any place would do: the middle of what lies side by side changes least from step to step
  double s = (std::clamp(-c / a, 0.0, 1.0) + std::clamp((b - c) / a, 0.0, 1.0)) / 2;
  if (denominator > 1e-12 * a * e) s = std::clamp((b * f - c * e) / denominator, 0.0, 1.0);
  double t = (b * s + f) / e;
  if (t < 0 || t > 1) {
    t = std::clamp(t, 0.0, 1.0);
    s = std::clamp((b * t - c) / a, 0.0, 1.0);
  }
  return {s, t, p0 + s * u - (q0 + t * v)};
}

}  // namespace resound
