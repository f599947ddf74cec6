#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "geometry/triangle_mesh.h"

// The steps from a heap of triangles to the skin of a solid.
namespace resound {

struct EdgeUse {
  std::pair<int, int> edge;  // vertices, the smaller first
  int triangle = 0;
  bool is_forward = false;  // the triangle walks it from the smaller to the larger vertex
};
std::vector<EdgeUse> sorted_edges(const TriangleMesh& surface);  // uses of one edge stand together

std::vector<int> degenerate_triangles(const TriangleMesh& surface);  // two corners are one, or no area
int drop_degenerate(TriangleMesh& surface);                          // those with two equal corners; how many

// Which part each triangle belongs to, counted from 0; parts share no edge.
std::vector<int> shells_of(const TriangleMesh& surface);

struct TurnedShells {
  int triangles = 0;          // that were turned
  int bodies = 0;             // outermost shells; the others are hollows inside them (or bodies inside hollows)
  bool can_be_turned = true;  // false if a part has one side only
};
// Makes the triangles of a closed surface look out of the solid.
TurnedShells turn_outward(TriangleMesh& surface);

// A place where two triangles that are no neighbours cut through each other.
std::optional<Vec3> first_crossing(const TriangleMesh& surface);

}  // namespace resound
