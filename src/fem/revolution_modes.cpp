#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fem/eigen_search.h"
#include "fem/material_check.h"
#include "fem/modes.h"
#include "fem/revolution_assembly.h"
#include "fem/rigid_motions.h"

namespace resound {

namespace {

struct Extent {
  double size = 0;    // [m]
  double middle = 0;  // [m]  along the axis
};

Extent extent_of(const MeridianMesh& mesh) {
  double low = mesh.nodes.front().z, high = low, widest = 0;
  for (const MeridianPoint& node : mesh.nodes) {
    low = std::min(low, node.z);
    high = std::max(high, node.z);
    widest = std::max(widest, node.r);
  }
  return {std::max(high - low, 2 * widest), 0.5 * (low + high)};
}

// Motions of one order and family without strain: n = 0: along the axis, or around it; n = 1: across it, and a tilt.
VectorBlock rigid_motions_of(const MeridianMesh& mesh, const RevolutionUnknowns& unknowns,
                             std::span<const int> clamped_nodes, int order, RevolutionFamily family) {
  if (order > 1) return {unknowns.count, 0};
  const Extent extent = extent_of(mesh);
  const auto value = [&](int motion, std::size_t place) -> double {
    const std::size_t component = place % 3;
    const double r = mesh.nodes[place / 3].r / extent.size, z = (mesh.nodes[place / 3].z - extent.middle) / extent.size;
    if (family == RevolutionFamily::meridian) return component == 2 ? 1 : 0;
    if (family == RevolutionFamily::torsion) return component == 1 ? r : 0;
    if (motion == 0) return std::array{1.0, -1.0, 0.0}[component];
    return std::array{z, -z, -r}[component];
  };
  std::vector<std::size_t> places(static_cast<std::size_t>(unknowns.count)), clamped;
  for (std::size_t place = 0; place < 3 * mesh.nodes.size(); ++place)
    if (const TiedUnknown& tied = unknowns.of_node[place / 3][place % 3]; tied.unknown >= 0 && tied.sign > 0)
      places[static_cast<std::size_t>(tied.unknown)] = place;
  for (const int node : clamped_nodes)
    for (std::size_t c = 0; c < 3; ++c) clamped.push_back(3 * static_cast<std::size_t>(node) + c);
  return rigid_motions(family == RevolutionFamily::all ? 2 : 1, value, places, clamped);
}

// One order of one body.
struct OneOrder {
  int order;
  RevolutionUnknowns unknowns;
  Pencil pencil;
  VectorBlock rigid;

  OneOrder(const MeridianMesh& mesh, const ElasticMaterial& material, std::span<const int> clamped_nodes, int n,
           RevolutionFamily family)
      : order(n),
        unknowns(revolution_unknowns(mesh, clamped_nodes, n, family)),
        pencil(assemble(mesh, material, n, unknowns)),
        rigid(rigid_motions_of(mesh, unknowns, clamped_nodes, n, family)) {}

  void add_to(std::vector<FourierMode>& modes, const EigenSearch& search) const {
    for (const Eigenmode& mode : lowest_eigenmodes(pencil, rigid, search)) {
      modes.push_back({order, std::sqrt(mode.lambda), std::vector<double>(3 * unknowns.of_node.size())});
      for (std::size_t place = 0; place < modes.back().shape.size(); ++place)
        if (const TiedUnknown& tied = unknowns.of_node[place / 3][place % 3]; tied.unknown >= 0)
          modes.back().shape[place] = tied.sign * mode.shape[static_cast<std::size_t>(tied.unknown)];
    }
  }

  double lowest(EigenSearch search) const {  // [rad^2/s^2]
    search.max_lambda = std::numeric_limits<double>::infinity();
    search.max_count = 1;
    const std::vector<Eigenmode> mode = lowest_eigenmodes(pencil, rigid, search);
    return mode.empty() ? search.max_lambda : mode.front().lambda;
  }
};

// Sorts, and keeps the lowest.
void keep_lowest(std::vector<FourierMode>& modes, int count) {
  std::ranges::stable_sort(modes, {}, &FourierMode::omega);
  if (modes.size() > static_cast<std::size_t>(count)) modes.resize(static_cast<std::size_t>(count));
}

}  // namespace

std::vector<FourierMode> revolution_modes(const MeridianMesh& mesh, const ElasticMaterial& material,
                                          std::span<const int> clamped_nodes, const ModeSearch& search) {
  check_material(material);
  std::vector<FourierMode> modes;
  if (mesh.quads.empty() || search.max_count <= 0) return modes;
  EigenSearch wanted = eigen_search(search, material, extent_of(mesh).size);
  wanted.progress = nullptr;  // it is told by orders here
  const auto search_order = [&](int order, RevolutionFamily family) {
    const OneOrder one(mesh, material, clamped_nodes, order, family);
    const std::size_t before = modes.size();
    one.add_to(modes, wanted);
    const double lowest = modes.size() > before ? std::pow(modes[before].omega, 2) : one.lowest(wanted);
    keep_lowest(modes, search.max_count);
    if (modes.size() == static_cast<std::size_t>(search.max_count))
      wanted.max_lambda = std::min(wanted.max_lambda, std::pow(modes.back().omega, 2));
    return lowest;
  };
  search_order(0, RevolutionFamily::meridian);
  search_order(0, RevolutionFamily::torsion);

  // A wall's lowest mode first falls with the order, as stretching gives way to bending, and then rises for good. A
  // body may have two such walls, so a single order without modes proves little: three that rise above the limit do.
  constexpr int kEnough = 3;
  double before = 0;
  for (int order = 1, rising = 0; rising < kEnough; ++order) {
    const double lowest = search_order(order, RevolutionFamily::all);
    rising = lowest > wanted.max_lambda && lowest > before ? rising + 1 : 0;
    before = lowest;
    if (search.progress) search.progress(std::min(0.99, std::sqrt(std::min(1.0, lowest / wanted.max_lambda))));
  }
  if (search.progress) search.progress(1);
  return modes;
}

}  // namespace resound
