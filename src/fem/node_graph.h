#pragma once
#include <vector>

#include "fem/pencil.h"

namespace resound {

// Which nodes the stiffness joins: the neighbours of node i are neighbour[start[i]] … neighbour[start[i + 1] - 1],
// without itself. It is smaller than the graph of the unknowns by the square of their number in a node.
struct NodeGraph {
  std::vector<int> start, neighbour;
};

NodeGraph node_graph(const Pencil& pencil);

}  // namespace resound
