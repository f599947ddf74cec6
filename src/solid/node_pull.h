#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace resound {

// Which rows of element forces belong to which node. Each node adds up its own rows, always in the same order: no two
// threads write to one place, and the sum has the same bits whoever makes it.
class NodePull {
 public:
  // `rows_of[node]` lists rows of four numbers; at least one. Parts: node_bounds().
  explicit NodePull(const std::vector<std::vector<int>>& rows_of);

  std::size_t parts() const { return first_node_.size() - 1; }
  std::size_t first_node(std::size_t part) const { return first_node_[part]; }  // the end, if it is no part any more

  // Sets the forces of the nodes of a part.
  void gather(std::size_t part, const double* element_forces, double* force) const;

 private:
  // Nodes of one part that have equally many rows: their loops end alike, which the processor foresees.
  struct Group {
    int rows = 0;
    int nodes = 0;
    std::size_t first_node = 0;  // in order_
    std::size_t first_row = 0;   // in rows_
  };

  std::vector<std::size_t> first_node_;  // of each part, and the end
  std::vector<unsigned> order_;          // where the node's force lies
  std::vector<unsigned> rows_;           // where the row lies
  std::vector<Group> groups_;
  std::vector<std::size_t> first_group_;  // of each part, and the end
};

}  // namespace resound
