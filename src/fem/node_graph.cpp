#include "fem/node_graph.h"

namespace resound {

NodeGraph node_graph(const Pencil& pencil) {
  const SparseRows& lower = pencil.stiffness;
  const int components = pencil.components, nodes = lower.rows() / components;
  NodeGraph graph{std::vector<int>(static_cast<std::size_t>(nodes) + 1), {}};
  // The last unknown of a node sees all unknowns of each earlier neighbour: one in `components` is counted.
  const auto each_edge = [&](auto&& visit) {
    for (int i = 0; i < nodes; ++i) {
      const auto row = static_cast<std::size_t>((i + 1) * components - 1);
      for (std::size_t at = lower.row_start[row]; at < lower.row_start[row + 1]; ++at)
        if (lower.column[at] % components == 0 && lower.column[at] / components != i)
          visit(static_cast<std::size_t>(i), static_cast<std::size_t>(lower.column[at] / components));
    }
  };
  each_edge([&](std::size_t i, std::size_t j) { ++graph.start[i + 1], ++graph.start[j + 1]; });
  for (std::size_t i = 1; i < graph.start.size(); ++i) graph.start[i] += graph.start[i - 1];
  graph.neighbour.resize(static_cast<std::size_t>(graph.start.back()));
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  each_edge([&](std::size_t i, std::size_t j) {
    graph.neighbour[static_cast<std::size_t>(next[i]++)] = static_cast<int>(j);
    graph.neighbour[static_cast<std::size_t>(next[j]++)] = static_cast<int>(i);
  });
  return graph;
}

}  // namespace resound
