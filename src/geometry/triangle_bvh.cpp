#include "geometry/triangle_bvh.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace resound {
namespace {

constexpr int kLeaf = 4;  // triangles in a leaf

Vec3 lower(const Vec3& a, const Vec3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 upper(const Vec3& a, const Vec3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

bool touch(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

double along(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

Box box_around(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return {};
  Box box{mesh.vertices.front(), mesh.vertices.front()};
  for (const Vec3& vertex : mesh.vertices) box = {lower(box.low, vertex), upper(box.high, vertex)};
  return box;
}

TriangleBvh::TriangleBvh(const TriangleMesh& mesh) {
  std::vector<Vec3> centres;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    boxes_.push_back({lower(a, lower(b, c)), upper(a, upper(b, c))});
    centres.push_back((boxes_.back().low + boxes_.back().high) / 2);
  }
  order_.resize(boxes_.size());
  std::iota(order_.begin(), order_.end(), 0);
  if (!order_.empty()) build(0, static_cast<int>(order_.size()), centres);
}

int TriangleBvh::build(int first, int last, std::vector<Vec3>& centres) {
  const int index = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  Box box = boxes_[order_[first]];
  Vec3 low = centres[order_[first]], high = low;
  for (int i = first; i < last; ++i) {
    box = {lower(box.low, boxes_[order_[i]].low), upper(box.high, boxes_[order_[i]].high)};
    low = lower(low, centres[order_[i]]);
    high = upper(high, centres[order_[i]]);
  }
  nodes_[index].box = box;
  if (last - first <= kLeaf) {
    nodes_[index].first = first;
    nodes_[index].count = last - first;
    return index;
  }
  const Vec3 size = high - low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int middle = first + (last - first) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last, [&](int a, int b) {
    return std::pair(along(centres[a], axis), a) < std::pair(along(centres[b], axis), b);
  });
  const int left = build(first, middle, centres), right = build(middle, last, centres);
  nodes_[index].left = left;
  nodes_[index].right = right;
  return index;
}

bool TriangleBvh::pairs_between(int a, int b, const std::function<bool(int, int)>& show) const {
  const Node &p = nodes_[a], &q = nodes_[b];
  if (!touch(p.box, q.box)) return true;
  if (p.left < 0 && q.left < 0) {
    for (int i = 0; i < p.count; ++i)
      for (int j = a == b ? i + 1 : 0; j < q.count; ++j) {
        const int s = order_[p.first + i], t = order_[q.first + j];
        if (touch(boxes_[s], boxes_[t]) && !show(std::min(s, t), std::max(s, t))) return false;
      }
    return true;
  }
  if (a == b)
    return pairs_between(p.left, p.left, show) && pairs_between(p.right, p.right, show) &&
           pairs_between(p.left, p.right, show);
  if (q.left < 0 || (p.left >= 0 && length(p.box.high - p.box.low) >= length(q.box.high - q.box.low)))
    return pairs_between(p.left, b, show) && pairs_between(p.right, b, show);
  return pairs_between(a, q.left, show) && pairs_between(a, q.right, show);
}

void TriangleBvh::overlapping_pairs(const std::function<bool(int, int)>& show) const {
  if (!nodes_.empty()) pairs_between(0, 0, show);
}

}  // namespace resound
