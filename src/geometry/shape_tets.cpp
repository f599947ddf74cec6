#include "geometry/shape_tets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace resound {
namespace {

using GridIndex = std::array<int, 3>;

// The six tetrahedra of a unit cube that share its main diagonal (Kuhn): from corner 000 to 111, each walks the axes in
// another order. All cells are cut alike, so neighbours agree on the diagonal of their common face.
std::array<std::array<GridIndex, 4>, 6> kuhn_tets() {
  std::array<std::array<GridIndex, 4>, 6> tets{};
  GridIndex order{0, 1, 2};
  std::size_t which = 0;
  do {
    auto& tet = tets[which++];
    for (std::size_t step = 0; step < 3; ++step) {
      tet[step + 1] = tet[step];
      tet[step + 1][order[step]] = 1;
    }
    // an odd order of the axes gives the mirror image: swap two corners to turn it positive
    const bool is_odd = (order[0] > order[1]) ^ (order[0] > order[2]) ^ (order[1] > order[2]);
    if (is_odd) std::swap(tet[1], tet[2]);
  } while (std::next_permutation(order.begin(), order.end()));
  return tets;
}

constexpr std::array<std::array<int, 2>, 6> kEdges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};

// Breaks from `from` to `to`, equally spaced and at most `edge` apart.
void append_breaks(std::vector<double>& breaks, double to, double edge, int at_least = 1) {
  const double from = breaks.back();
  const int pieces = std::max(at_least, static_cast<int>(std::ceil((to - from) / edge - 1e-9)));
  for (int i = 1; i <= pieces; ++i) breaks.push_back(i == pieces ? to : from + (to - from) * i / pieces);
}

std::vector<double> breaks(double half, double edge, int at_least = 1) {
  std::vector<double> result{-half};
  append_breaks(result, half, edge, at_least);
  return result;
}

// The grid with the middles of its cells' edges: places where nodes are.
std::vector<double> with_middles(const std::vector<double>& values) {
  std::vector<double> result;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    result.push_back(values[i]);
    result.push_back((values[i] + values[i + 1]) / 2);
  }
  result.push_back(values.back());
  return result;
}

void require_affordable(double length, double width, double thickness, double edge, int layers) {
  if (!(edge > 0) || !std::isfinite(edge) || layers < 1)
    throw InputError(fmt::format("elements of {} m in {} layers cannot be made; both must be positive", edge, layers));
  const double cells =
      std::max(1.0, length / edge) * std::max(1.0, width / edge) * std::max<double>(layers, thickness / edge);
  if (6 * cells > kMostGridTets)
    throw LimitError(
        fmt::format("elements of {} m would make {:.0f} tetrahedra; at most {:.0f} are made: choose a "
                    "larger edge",
                    edge, 6 * cells, kMostGridTets));
}

// A grid of boxes, each cut in six. Every half-point of the grid is a node: a corner or the middle of an edge, of a
// face's diagonal or of a cell's. `place` puts a grid point where it belongs, so that middles follow a curve too.
template <class Place>
TetMesh grid_mesh(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& z,
                  const Place& place) {
  const std::vector<double> xs = with_middles(x), ys = with_middles(y), zs = with_middles(z);
  const int ny = static_cast<int>(ys.size()), nz = static_cast<int>(zs.size());
  TetMesh mesh;
  for (const double px : xs)
    for (const double py : ys)
      for (const double pz : zs) mesh.nodes.push_back(place(Vec3{px, py, pz}));

  const auto node = [&](const GridIndex& at) { return (at[0] * ny + at[1]) * nz + at[2]; };
  static const auto kTets = kuhn_tets();
  const auto cells = [](const std::vector<double>& line) { return static_cast<int>(line.size()) - 1; };
  for (int i = 0; i < cells(x); ++i)
    for (int j = 0; j < cells(y); ++j)
      for (int k = 0; k < cells(z); ++k)
        for (const auto& corners : kTets) {
          Tet10 tet{};
          std::array<GridIndex, 4> at{};
          for (std::size_t c = 0; c < 4; ++c) {
            at[c] = {2 * (i + corners[c][0]), 2 * (j + corners[c][1]), 2 * (k + corners[c][2])};
            tet[c] = node(at[c]);
          }
          for (std::size_t e = 0; e < 6; ++e) {
            const GridIndex &a = at[kEdges[e][0]], &b = at[kEdges[e][1]];
            tet[4 + e] = node({(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2});
          }
          mesh.tets.push_back(tet);
        }
  return mesh;
}

}  // namespace

TetMesh tet_mesh(const BarShape& s, double edge, int layers) {
  require_possible(s);
  require_affordable(s.length, s.width, s.thickness, edge, layers);
  return grid_mesh(breaks(s.length / 2, edge), breaks(s.width / 2, edge), breaks(s.thickness / 2, edge, layers),
                   [](const Vec3& p) { return p; });
}

TetMesh tet_mesh(const PlateShape& s, double edge, int layers) {
  require_possible(s);
  return tet_mesh(BarShape{s.length, s.width, s.thickness}, edge, layers);
}

TetMesh tet_mesh(const VibraphoneShape& s, double edge, int layers) {
  require_possible(s);
  require_affordable(s.length, s.width, s.thickness, edge, layers);
  // the profile has a kink at the ends of the arch: grid lines lie there, and in the middle
  std::vector<double> x{-s.length / 2};
  for (const double to : {-s.arch / 2, 0.0, s.arch / 2, s.length / 2})
    if (to - x.back() > 1e-9 * s.length) append_breaks(x, to, edge);
  std::vector<double> depth{0};  // share of the local thickness, from the bottom
  append_breaks(depth, 1, edge / s.thickness, layers);
  return grid_mesh(x, breaks(s.width / 2, edge), depth, [&](const Vec3& p) {
    const double h =
        s.middle + (s.thickness - s.middle) * std::pow(std::min(1.0, std::abs(2 * p.x / s.arch)), s.arch_power);
    return Vec3{p.x, p.y, s.thickness / 2 - h * (1 - p.z)};
  });
}

}  // namespace resound
