#include "solid/contact_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/contact_hash.h"

namespace resound {
namespace {

Box grown(const Box& box, double by) {
  const Vec3 all{by, by, by};
  return {box.low - all, box.high + all};
}

bool holds(const Box& box, const Vec3& p) {
  return p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z && p.x <= box.high.x && p.y <= box.high.y &&
         p.z <= box.high.z;
}

Box box_around(std::span<const Vec3> points) {
  Box box{points[0], points[0]};
  for (const Vec3& p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  return box;
}

double gap_between(const Box& a, const Box& b) {
  const auto along = [](double low_a, double high_a, double low_b, double high_b) {
    return std::max({0.0, low_b - high_a, low_a - high_b});
  };
  return length({along(a.low.x, a.high.x, b.low.x, b.high.x), along(a.low.y, a.high.y, b.low.y, b.high.y),
                 along(a.low.z, a.high.z, b.low.z, b.high.z)});
}

struct Pair {
  int node, triangle;
  double distance;  // [m]
};

// Pairs of a skin's nodes and a body's triangles nearer than `reach`; unsorted. Lowers `valid` to the least distance of
// all others.
std::vector<Pair> near_pairs(const TouchingSkin& skin, const TouchingBody& body, const NodeRows& position, double reach,
                             double& valid) {
  std::vector<Pair> pairs;
  std::vector<Vec3> points;
  for (const int node : skin.nodes) points.push_back(body.to_own(position[node]));
  if (points.empty() || body.surface.triangles().empty()) return pairs;
  const NodeRows corners = body.corners(position);
  const Box nodes = box_around(points), surface = body.surface.box(corners);
  const double apart = gap_between(nodes, surface);
  valid = std::min(valid, std::max(apart, reach));
  if (apart > reach) return pairs;
  // Only points that the surface's box reaches are sorted into cubes.
  const Box common = grown(surface, reach);
  std::vector<int> close;
  std::vector<Vec3> close_points;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (holds(common, points[i])) close.push_back(skin.nodes[i]), close_points.push_back(points[i]);
  if (close.empty()) return pairs;
  const double spread = box_around(close_points).diagonal() / std::cbrt(static_cast<double>(close.size()));
  const ContactHash hash(close_points, std::max(2 * reach, spread));
  for (std::size_t t = 0; t < body.surface.triangles().size(); ++t) {
    const int triangle = static_cast<int>(t);
    const Box box = grown(body.surface.box_of(triangle, corners), reach);
    if (gap_between(box, nodes) > 0) continue;
    hash.visit(box, [&](std::size_t i) {
      if (!holds(box, close_points[i])) return;
      const double distance = body.surface.distance(triangle, close_points[i], corners);
      if (distance <= reach) pairs.push_back({close[i], triangle, distance});
    });
  }
  return pairs;
}

void list_pairs(std::vector<Pair> pairs, int body, NearList& list) {
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return std::tie(a.node, a.triangle) < std::tie(b.node, b.triangle); });
  for (const Pair& pair : pairs) {
    const int place = static_cast<int>(list.triangles.size());
    if (list.nodes.empty() || list.nodes.back().body != body || list.nodes.back().node != pair.node)
      list.nodes.push_back({body, pair.node, place, place, 0, {}});
    list.triangles.push_back({pair.triangle, pair.distance});
    list.nodes.back().end = place + 1;
  }
}

void list_above_ground(const TouchingSkin& skin, int body, double level, const NodeRows& position, double reach,
                       NearList& list) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const int node : skin.nodes) {
    const double height = position[node].z - level;
    if (height <= reach) list.nodes.push_back({body, node, 0, 0, 0, {}});
    lowest = std::min(lowest, height);
  }
  list.valid = std::min(list.valid, std::max(lowest, reach));
}

bool comes_first(const NearNode& a, const NearNode& b) { return std::tie(a.body, a.node) < std::tie(b.body, b.node); }

}  // namespace

TouchingBody body_of(const TouchingSkin& skin) {
  TouchingBody body;
  body.surface = ContactSurface(skin.triangles);
  body.rule = skin.rule;
  return body;
}

TouchingBody body_of(const RigidObstacle& obstacle) {
  TouchingBody body;
  body.kind = obstacle.surface ? TouchingBody::Kind::obstacle : TouchingBody::Kind::ground;
  body.rule = obstacle.rule;
  if (!obstacle.surface) return body;
  const TriangleMesh& mesh = obstacle.surface->mesh();
  body.surface = ContactSurface(mesh.triangles);
  body.own_corners.resize(kNodeStride * mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    set_vector(body.own_corners, i, mesh.vertices[i]);
    body.radius = std::max(body.radius, length(mesh.vertices[i]));
  }
  return body;
}

NearList find_near(std::span<const TouchingSkin> skins, std::span<const TouchingBody> bodies, const NodeRows& position,
                   double reach, const NearList& old) {
  NearList list;
  list.valid = std::numeric_limits<double>::infinity();
  for (int b = 0; b < static_cast<int>(bodies.size()); ++b)
    for (int s = 0; s < static_cast<int>(skins.size()); ++s) {
      if (b == s) continue;  // the first bodies are the skins themselves
      if (bodies[b].kind == TouchingBody::Kind::ground)
        list_above_ground(skins[s], b, bodies[b].pose.position.z, position, reach, list);
      else
        list_pairs(near_pairs(skins[s], bodies[b], position, reach, list.valid), b, list);
    }
  std::sort(list.nodes.begin(), list.nodes.end(), comes_first);
  for (const NearNode& near : old.nodes) {
    if (near.touch.way_out == Vec3{}) continue;
    const auto same = std::lower_bound(list.nodes.begin(), list.nodes.end(), near, comes_first);
    if (same != list.nodes.end() && same->body == near.body && same->node == near.node) same->touch = near.touch;
  }
  return list;
}

}  // namespace resound
