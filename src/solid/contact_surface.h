#pragma once
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "geometry/triangle_bvh.h"
#include "geometry/triangle_mesh.h"
#include "solid/node_rows.h"

namespace resound {

// Lengths that rounding may have added or taken: whoever sleeps wakes that much earlier.
inline constexpr double kContactSlack = 1e-12;  // [m]

// A triangle that a point may come to touch. After things have moved, one towards the other, by `travel` in all, it is
// farther than reach - travel: most triangles are passed over without a look.
struct NearTriangle {
  int triangle = -1;
  double reach = 0;  // [m]
  void archive(StateArchive& state) { state.fields(triangle, reach); }
};

// Where a point lies about a closed surface.
struct SurfaceGap {
  int triangle = -1;                                          // that holds the nearest place
  std::array<double, 3> weights{};                            // barycentric, of its corners
  Vec3 normal;                                                // unit; the way out
  double distance = std::numeric_limits<double>::infinity();  // [m]  below zero inside
};

// The triangles of a closed surface and how they hang together. Positions are given with each question, since the
// surface deforms.
class ContactSurface {
 public:
  explicit ContactSurface(std::vector<Triangle> triangles);
  const std::vector<Triangle>& triangles() const { return triangles_; }

  Box box(const NodeRows& position) const;
  Box box_of(int triangle, const NodeRows& position) const;
  double mean_edge(const NodeRows& position) const;                                  // [m]  0 without triangles
  double distance(int triangle, const Vec3& place, const NodeRows& position) const;  // [m]

  // Signed distance to the nearest of the listed triangles; puts that one first. Inside, triangles that face `way_out`
  // go before others, if it is not zero: a point that has come into a thin sheet leaves by the side on which it came.
  // The way out follows the gradient of the distance, so that the push has a potential: it turns steadily about edges
  // and corners seen from where they are hollow, and changes from face to face where they are sharp.
  SurfaceGap gap(const Vec3& place, const NodeRows& position, std::span<NearTriangle> near, double travel,
                 const Vec3& way_out) const;

 private:
  std::array<Vec3, 3> corners(int triangle, const NodeRows& position) const;
  Vec3 face_normal(int triangle, const NodeRows& position) const;
  Vec3 vertex_normal(int vertex, const NodeRows& position) const;
  Vec3 outward(const SurfaceGap& at, const NodeRows& position) const;
  void orient(SurfaceGap& gap, const Vec3& place, const NodeRows& position) const;

  std::vector<Triangle> triangles_;
  std::vector<std::array<int, 3>> neighbours_;  // across the edge that follows each corner; -1 if there is none
  std::vector<std::size_t> fan_begin_;          // one a vertex and one more, into fan_
  std::vector<int> fan_;                        // triangles about each vertex
};

}  // namespace resound
