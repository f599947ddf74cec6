#include "fem/tet_assembly.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "fem/tet_element.h"

namespace resound {

namespace {

constexpr std::size_t kNodesAtATime = 64;

struct Incidence {
  int element;
  int corner;  // which of the element's nodes it is
};

// Rows of nodes: for every free node the elements it belongs to, in their order.
template <std::size_t kNodes>
struct Incidences {
  std::vector<std::size_t> start;
  std::vector<Incidence> list;
  Incidences(std::span<const std::array<int, kNodes>> tets, const FreeNodes& free) : start(free.nodes.size() + 1) {
    const auto each = [&](auto&& visit) {
      for (std::size_t e = 0; e < tets.size(); ++e)
        for (std::size_t c = 0; c < kNodes; ++c)
          if (const int row = free.number[static_cast<std::size_t>(tets[e][c])]; row >= 0)
            visit(static_cast<std::size_t>(row), Incidence{static_cast<int>(e), static_cast<int>(c)});
    };
    each([&](std::size_t row, Incidence) { ++start[row + 1]; });
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    list.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    each([&](std::size_t row, Incidence incidence) { list[next[row]++] = incidence; });
  }
  std::span<const Incidence> of(std::size_t row) const {
    return std::span(list).subspan(start[row], start[row + 1] - start[row]);
  }
};

template <class Body>
void parallel_rows(std::size_t rows, const Body& body) {
  parallel_for((rows + kNodesAtATime - 1) / kNodesAtATime, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kNodesAtATime; i < std::min(rows, (chunk + 1) * kNodesAtATime); ++i) body(i);
  });
}

// The mass's rows with all columns in place and values zero.
template <std::size_t kNodes>
SparseRows pattern(std::span<const std::array<int, kNodes>> tets, const FreeNodes& free,
                   const Incidences<kNodes>& incidences) {
  const std::size_t rows = free.nodes.size();
  std::vector<std::vector<int>> columns(rows);
  parallel_rows(rows, [&](std::size_t i) {
    std::vector<int>& row = columns[i];
    for (const Incidence& at : incidences.of(i))
      for (const int node : tets[static_cast<std::size_t>(at.element)])
        if (const int column = free.number[static_cast<std::size_t>(node)]; column >= 0) row.push_back(column);
    std::ranges::sort(row);
    row.erase(std::unique(row.begin(), row.end()), row.end());
  });
  SparseRows result{{0}, {}, {}};
  for (const std::vector<int>& row : columns) {
    result.column.insert(result.column.end(), row.begin(), row.end());
    result.row_start.push_back(result.column.size());
  }
  result.value.resize(result.column.size());
  return result;
}

// Each entry of the mass becomes a 3 x 3 block of the stiffness, if it is in the lower triangle.
SparseRows stiffness_pattern(const SparseRows& mass) {
  SparseRows result{{0}, {}, {}};
  for (int i = 0; i < mass.rows(); ++i)
    for (int a = 0; a < 3; ++a) {
      for (std::size_t at = mass.row_start[static_cast<std::size_t>(i)];
           at < mass.row_start[static_cast<std::size_t>(i) + 1]; ++at)
        for (int b = 0; b < 3; ++b)
          if (3 * mass.column[at] + b <= 3 * i + a) result.column.push_back(3 * mass.column[at] + b);
      result.row_start.push_back(result.column.size());
    }
  result.value.resize(result.column.size());
  return result;
}

using Block = std::array<std::array<double, 3>, 3>;

// K_ia,jb = V [lambda B_ia B_jb + mu B_ib B_ja + mu delta_ab B_i . B_j], B the gradients, summed over the points.
template <int kNodes>
Block stiffness_block(const TetElement<kNodes>& element, std::size_t i, std::size_t j, double lambda, double mu) {
  Block k{};
  for (std::size_t p = 0; p < TetElement<kNodes>::kPoints; ++p) {
    const Vec3 u = element.gradients[p][i], v = element.gradients[p][j];
    const std::array<double, 3> bi{u.x, u.y, u.z}, bj{v.x, v.y, v.z};
    const double l = lambda * element.volumes[p], m = mu * element.volumes[p], together = m * dot(u, v);
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) k[a][b] += l * bi[a] * bj[b] + m * bi[b] * bj[a];
      k[a][a] += together;
    }
  }
  return k;
}

// Every row gathers what its elements give it, in their order: no two threads write the same number.
template <std::size_t kNodes>
Pencil gather(std::span<const std::array<int, kNodes>> tets,
              const std::vector<TetElement<static_cast<int>(kNodes)>>& elements, const ElasticMaterial& material,
              const FreeNodes& free) {
  const double e = material.young_modulus, nu = material.poisson_ratio;
  const double lambda = e * nu / ((1 + nu) * (1 - 2 * nu)), mu = e / (2 * (1 + nu));
  const Incidences<kNodes> incidences(tets, free);
  Pencil pencil;
  pencil.components = 3;
  pencil.mass = pattern(tets, free, incidences);
  pencil.stiffness = stiffness_pattern(pencil.mass);
  SparseRows& mass = pencil.mass;
  SparseRows& stiffness = pencil.stiffness;
  parallel_rows(free.nodes.size(), [&](std::size_t i) {
    const auto row_begin = mass.column.begin() + static_cast<std::ptrdiff_t>(mass.row_start[i]);
    const auto row_end = mass.column.begin() + static_cast<std::ptrdiff_t>(mass.row_start[i + 1]);
    for (const Incidence& at : incidences.of(i)) {
      const auto& element = elements[static_cast<std::size_t>(at.element)];
      const auto& nodes = tets[static_cast<std::size_t>(at.element)];
      const auto ci = static_cast<std::size_t>(at.corner);
      for (std::size_t cj = 0; cj < kNodes; ++cj) {
        const int column = free.number[static_cast<std::size_t>(nodes[cj])];
        if (column < 0) continue;
        const auto place = static_cast<std::size_t>(std::lower_bound(row_begin, row_end, column) - row_begin);
        const std::size_t high = std::max(ci, cj), low = std::min(ci, cj);
        mass.value[mass.row_start[i] + place] += material.density * element.mass[high * (high + 1) / 2 + low];
        if (column > static_cast<int>(i)) continue;
        const Block k = stiffness_block(element, ci, cj, lambda, mu);
        for (std::size_t a = 0; a < 3; ++a)
          for (std::size_t b = 0; b < (column == static_cast<int>(i) ? a + 1 : 3); ++b)
            stiffness.value[stiffness.row_start[3 * i + a] + 3 * place + b] += k[a][b];
      }
    }
  });
  return pencil;
}

template <std::size_t kNodes, class MakeElement>
Pencil assemble_tets(std::span<const Vec3> nodes, std::span<const std::array<int, kNodes>> tets,
                     const ElasticMaterial& material, const FreeNodes& free, const MakeElement& make) {
  std::vector<TetElement<static_cast<int>(kNodes)>> elements(tets.size());
  parallel_rows(tets.size(), [&](std::size_t e) {
    std::array<Vec3, kNodes> corners;
    for (std::size_t c = 0; c < kNodes; ++c) corners[c] = nodes[static_cast<std::size_t>(tets[e][c])];
    elements[e] = make(corners, static_cast<int>(e));
  });
  return gather(tets, elements, material, free);
}

}  // namespace

FreeNodes free_nodes(int node_count, std::span<const int> used, std::span<const int> clamped) {
  FreeNodes free{{}, std::vector<int>(static_cast<std::size_t>(node_count), -1)};
  const auto in_mesh = [&](int node) {
    if (node < 0 || node >= node_count)
      throw InputError("node " + std::to_string(node) + " does not exist; the mesh has " + std::to_string(node_count) +
                       " nodes");
    return static_cast<std::size_t>(node);
  };
  for (const int node : used) free.number[in_mesh(node)] = 0;
  for (const int node : clamped) free.number[in_mesh(node)] = -1;
  for (int node = 0; node < node_count; ++node)
    if (int& number = free.number[static_cast<std::size_t>(node)]; number == 0) {
      number = static_cast<int>(free.nodes.size());
      free.nodes.push_back(node);
    }
  return free;
}

Pencil assemble(const TetMesh& mesh, const ElasticMaterial& material, const FreeNodes& free) {
  return assemble_tets<10>(mesh.nodes, mesh.tets, material, free, quadratic_tet);
}

Pencil assemble_linear(std::span<const Vec3> nodes, std::span<const std::array<int, 4>> tets,
                       const ElasticMaterial& material, const FreeNodes& free) {
  return assemble_tets<4>(nodes, tets, material, free, linear_tet);
}

}  // namespace resound
