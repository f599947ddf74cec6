#include "rod/rod_shape.h"

#include <algorithm>
#include <cmath>

#include "rod/rod_frame.h"

namespace resound {
namespace {

Vec3 edge_of(std::span<const Vec3> vertices, std::size_t edge) {
  return vertices[(edge + 1) % vertices.size()] - vertices[edge];
}

// Vertices on a line of points at equal distances along it.
std::vector<Vec3> evenly_spaced(std::span<const Vec3> points, int edges, bool is_closed) {
  std::vector<Vec3> line(points.begin(), points.end());
  if (is_closed) line.push_back(points[0]);
  std::vector<double> arc{0};
  for (std::size_t i = 1; i < line.size(); ++i) arc.push_back(arc.back() + length(line[i] - line[i - 1]));
  std::vector<Vec3> vertices;
  std::size_t piece = 0;
  for (int i = 0; i <= edges - (is_closed ? 1 : 0); ++i) {
    const double s = arc.back() * i / edges;
    while (piece + 2 < arc.size() && arc[piece + 1] < s) ++piece;
    const double part = (s - arc[piece]) / (arc[piece + 1] - arc[piece]);
    vertices.push_back((1 - part) * line[piece] + part * line[piece + 1]);
  }
  return vertices;
}

}  // namespace

std::vector<Vec3> twist_free_directors(std::span<const Vec3> vertices, bool is_closed, const Vec3& d1) {
  const std::size_t edges = is_closed ? vertices.size() : vertices.size() - 1;
  std::vector<Vec3> directors;
  Vec3 before;
  for (std::size_t i = 0; i < edges; ++i) {
    const Vec3 t = normalized(edge_of(vertices, i));
    const bool is_given = i == 0 && length(cross(d1, t)) > 1e-9 * length(d1);
    if (i == 0)
      directors.push_back(is_given ? made_normal(d1, t) : any_normal(t));
    else
      directors.push_back(made_normal(transported(directors.back(), before, t), t));
    before = t;
  }
  return directors;
}

RodShape straight_rod(const Vec3& from, const Vec3& to, int edges, const RodEnds& ends, const Vec3& d1) {
  RodShape shape;
  const double before = ends.first == RodEnd::clamped ? 0.5 : 0, after = ends.last == RodEnd::clamped ? 0.5 : 0;
  const Vec3 edge = (to - from) / (edges - before - after);
  for (int i = 0; i <= edges; ++i) shape.vertices.push_back(from + (i - before) * edge);
  shape.directors = twist_free_directors(shape.vertices, false, d1);
  return shape;
}

RodShape curved_rod(std::span<const Vec3> points, int edges, bool is_closed, const Vec3& d1) {
  RodShape shape;
  shape.is_closed = is_closed;
  shape.vertices =
      edges > 0 ? evenly_spaced(points, edges, is_closed) : std::vector<Vec3>(points.begin(), points.end());
  shape.directors = twist_free_directors(shape.vertices, is_closed, d1);
  return shape;
}

RodShape arc_rod(double radius, double angle, int edges) {
  RodShape shape;
  for (int i = 0; i <= edges; ++i) {
    const double at = angle * i / edges;
    shape.vertices.push_back({radius * std::cos(at), 0, radius * std::sin(at)});
  }
  for (int i = 0; i < edges; ++i) {
    const double at = angle * (i + 0.5) / edges;
    shape.directors.push_back({std::cos(at), 0, std::sin(at)});
  }
  return shape;
}

RodShape ring_rod(double radius, int edges) {
  RodShape shape;
  shape.is_closed = true;
  for (int i = 0; i < edges; ++i) {
    const double at = kTurn * i / edges, middle = kTurn * (i + 0.5) / edges;
    shape.vertices.push_back({radius * std::cos(at), radius * std::sin(at), 0});
    shape.directors.push_back({std::cos(middle), std::sin(middle), 0});
  }
  return shape;
}

RodShape helix_rod(const Helix& helix) {
  RodShape shape;
  const int edges = static_cast<int>(std::lround(helix.turns * helix.edges_a_turn));
  const double half = kPi / helix.edges_a_turn;                  // [rad]  of an edge
  const double radius = helix.radius * (half / std::sin(half));  // [m]    of a polygon as long as the circle
  for (int i = 0; i <= edges; ++i) {
    const double at = kTurn * i / helix.edges_a_turn;
    shape.vertices.push_back({radius * std::cos(at), radius * std::sin(at), helix.pitch * i / helix.edges_a_turn});
  }
  if (!helix.is_flat) {
    shape.directors = twist_free_directors(shape.vertices, false, {1, 0, 0});
    return shape;
  }
  for (int i = 0; i < edges; ++i) {  // radially, which is exactly normal to the edge
    const double middle = kTurn * (i + 0.5) / helix.edges_a_turn;
    shape.directors.push_back({std::cos(middle), std::sin(middle), 0});
  }
  return shape;
}

RodShape turned(RodShape shape, double first, double last) {
  const std::size_t edges = shape.edges();
  if (shape.directors.empty()) shape.directors = twist_free_directors(shape.vertices, shape.is_closed);
  for (std::size_t i = 0; i < edges; ++i) {
    const double part = edges > 1 ? static_cast<double>(i) / static_cast<double>(edges - 1) : 0;
    const Vec3 t = normalized(edge_of(shape.vertices, i));
    shape.directors[i] = turned_about(shape.directors[i], t, (1 - part) * first + part * last);
  }
  return shape;
}

}  // namespace resound
