#include "fem/elimination_order.h"

#include <metis.h>

#include <stdexcept>

namespace resound {

namespace {

struct Graph {
  std::vector<idx_t> start, neighbour;
};

// Nodes are neighbours if the stiffness joins their unknowns; both directions, without loops.
Graph graph_of_nodes(const Pencil& pencil) {
  const SparseRows& lower = pencil.stiffness;
  const int components = pencil.components, nodes = lower.rows() / components;
  Graph graph{std::vector<idx_t>(static_cast<std::size_t>(nodes) + 1), {}};
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
  std::vector<idx_t> next(graph.start.begin(), graph.start.end() - 1);
  each_edge([&](std::size_t i, std::size_t j) {
    graph.neighbour[static_cast<std::size_t>(next[i]++)] = static_cast<idx_t>(j);
    graph.neighbour[static_cast<std::size_t>(next[j]++)] = static_cast<idx_t>(i);
  });
  return graph;
}

}  // namespace

std::vector<int> elimination_order(const Pencil& pencil) {
  Graph graph = graph_of_nodes(pencil);
  auto nodes = static_cast<idx_t>(graph.start.size() - 1);
  std::vector<idx_t> node_at(static_cast<std::size_t>(nodes)), position(static_cast<std::size_t>(nodes));
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;  // any, but always the same
  if (METIS_NodeND(&nodes, graph.start.data(), graph.neighbour.data(), nullptr, options, node_at.data(),
                   position.data()) != METIS_OK)
    throw std::runtime_error("METIS could not order the nodes of the mesh");
  std::vector<int> result;
  result.reserve(static_cast<std::size_t>(pencil.unknowns()));
  for (const idx_t at : position)
    for (int c = 0; c < pencil.components; ++c) result.push_back(static_cast<int>(at) * pencil.components + c);
  return result;
}

}  // namespace resound
