#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace resound {

struct Box {
  Vec3 low, high;  // [m]

  Vec3 middle() const { return 0.5 * (low + high); }
  double diagonal() const { return length(high - low); }  // [m]
};
Box box_around(const TriangleMesh& mesh);  // nothing but the origin if it has no vertices

// A tree of boxes over the triangles of a mesh, in double precision: skins of modes are looked up at places that single
// precision would blur. Same mesh, same tree.
class TriangleBvh {
 public:
  explicit TriangleBvh(const TriangleMesh& mesh);

  // Walks the boxes that `enters` accepts, the nearer child (by `order`, smaller first) before the other, and shows
  // their triangles. Both are asked again just before a box is entered, so that a search may narrow while it goes on.
  template <class Enters, class Order, class Show>
  void visit(const Enters& enters, const Order& order, const Show& show) const;

  // All pairs of triangles whose boxes touch, first < second. `show` returns false to stop.
  void overlapping_pairs(const std::function<bool(int first, int second)>& show) const;

  Box bounds() const { return nodes_.empty() ? Box{} : nodes_[0].box; }

 private:
  struct Node {
    Box box;
    int first = 0, count = 0;  // triangles of a leaf, in order_; count is 0 in a branch
    int left = -1, right = -1;
  };
  static constexpr std::size_t kDeepest = 64;  // halves of halves: far more than there are triangles for
  int build(int first, int last, std::vector<Vec3>& centres);
  bool pairs_between(int a, int b, const std::function<bool(int, int)>& show) const;

  std::vector<Node> nodes_;
  std::vector<int> order_;  // triangles, leaf by leaf
  std::vector<Box> boxes_;  // of the triangles
};

template <class Enters, class Order, class Show>
void TriangleBvh::visit(const Enters& enters, const Order& order, const Show& show) const {
  if (nodes_.empty()) return;
  std::array<int, kDeepest> waiting{};
  std::size_t count = 1;
  while (count > 0) {
    const Node& node = nodes_[waiting[--count]];
    if (!enters(node.box)) continue;
    for (int i = 0; i < node.count; ++i) show(order_[node.first + i]);
    if (node.left < 0) continue;
    const bool left_first = order(nodes_[node.left].box) <= order(nodes_[node.right].box);
    waiting[count++] = left_first ? node.right : node.left;
    waiting[count++] = left_first ? node.left : node.right;
  }
}

}  // namespace resound
