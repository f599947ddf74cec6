#pragma once
#include <limits>
#include <span>
#include <vector>

#include "solid/touching_body.h"

namespace resound {

// What a node remembers while it touches a body.
struct Touch {
  Vec3 way_out;  // unit; zero: does not touch
  Vec3 stretch;  // [m]  of the spring along the surface by which friction holds
  double mass = std::numeric_limits<double>::infinity();  // [kg]  reduced; falls, but never rises, during a touch
  void archive(StateArchive& state) { state.fields(way_out, stretch, mass); }
};

// A node that may come to touch a body. It need not be looked at before things have moved by `wake` in all.
struct NearNode {
  int body = 0, node = 0;
  int begin = 0, end = 0;  // its triangles in the list
  double wake = 0;         // [m]
  Touch touch;
  void archive(StateArchive& state) { state.fields(body, node, begin, end, wake, touch); }
};

// All that may touch before things have moved, one towards the other, by `valid`.
struct NearList {
  std::vector<NearNode> nodes;  // by body, then by node
  std::vector<NearTriangle> triangles;
  double valid = 0;  // [m]
  void archive(StateArchive& state) { state.fields(nodes, triangles, valid); }
};

// Lists all pairs of a node and a triangle of another body that are nearer than `reach`, more than any node can have
// gone in; the others stay apart until things have moved by it. Where bodies are farther apart than that, the list is
// valid until their boxes can meet. Touches of the old list go on. Edges are not matched with edges: where two sharp
// edges cross, one goes in as far as the nearest node.
NearList find_near(std::span<const TouchingSkin> skins, std::span<const TouchingBody> bodies, const NodeRows& position,
                   double reach, const NearList& old);

}  // namespace resound
