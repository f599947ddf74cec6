#include "fem/elimination_order.h"

#include <metis.h>

#include <stdexcept>
#include <type_traits>

#include "fem/node_graph.h"

namespace resound {

std::vector<int> elimination_order(const Pencil& pencil) {
  static_assert(std::is_same_v<idx_t, int>, "METIS must be built with 32-bit indices");
  NodeGraph graph = node_graph(pencil);
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
