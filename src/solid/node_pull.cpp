#include "solid/node_pull.h"

#include <algorithm>
#include <numeric>

#include "solid/element_order.h"
#include "solid/node_vectors.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solid/node_pull.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Two nodes at a time, so that one's sum does not wait for the other's.
void AddRows(int rows_a_node, int nodes, const unsigned* node, const unsigned* row, const double* from, double* to) {
  const hn::CappedTag<double, kNodeStride> d;
  for (std::size_t part = 0; part < kNodeStride; part += hn::Lanes(d)) {
    const double* here = from + part;
    const unsigned* next = row;
    int n = 0;
    for (; n + 2 <= nodes; n += 2, next += 2 * rows_a_node) {
      auto one = hn::LoadU(d, here + next[0]), two = hn::LoadU(d, here + next[rows_a_node]);
      for (int k = 1; k < rows_a_node; ++k) {
        one = hn::Add(one, hn::LoadU(d, here + next[k]));
        two = hn::Add(two, hn::LoadU(d, here + next[rows_a_node + k]));
      }
      hn::StoreU(one, d, to + node[n] + part);
      hn::StoreU(two, d, to + node[n + 1] + part);
    }
    for (; n < nodes; ++n, next += rows_a_node) {
      auto sum = hn::LoadU(d, here + next[0]);
      for (int k = 1; k < rows_a_node; ++k) sum = hn::Add(sum, hn::LoadU(d, here + next[k]));
      hn::StoreU(sum, d, to + node[n] + part);
    }
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(AddRows);

NodePull::NodePull(const std::vector<std::vector<int>>& rows_of) : first_node_(node_bounds(rows_of.size())) {
  for (std::size_t part = 0; part < parts(); ++part) {
    first_group_.push_back(groups_.size());
    std::vector<std::size_t> nodes(first_node_[part + 1] - first_node_[part]);
    std::iota(nodes.begin(), nodes.end(), first_node_[part]);
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](std::size_t a, std::size_t b) { return rows_of[a].size() < rows_of[b].size(); });
    for (const std::size_t node : nodes) {
      const int count = static_cast<int>(rows_of[node].size());
      if (groups_.size() == first_group_.back() || groups_.back().rows != count)
        groups_.push_back({count, 0, order_.size(), rows_.size()});
      ++groups_.back().nodes;
      order_.push_back(static_cast<unsigned>(kNodeStride * node));
      for (const int row : rows_of[node])
        rows_.push_back(static_cast<unsigned>(kNodeStride) * static_cast<unsigned>(row));
    }
  }
  first_group_.push_back(groups_.size());
}

void NodePull::gather(std::size_t part, const double* element_forces, double* force) const {
  const auto add_rows = HWY_DYNAMIC_DISPATCH(AddRows);
  for (std::size_t g = first_group_[part]; g < first_group_[part + 1]; ++g) {
    const Group& group = groups_[g];
    add_rows(group.rows, group.nodes, order_.data() + group.first_node, rows_.data() + group.first_row, element_forces,
             force);
  }
}

}  // namespace resound
#endif
