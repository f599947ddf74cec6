#include "fem/revolution_assembly.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "base/error.h"

namespace resound {

namespace {

struct PointOfQuad {
  std::array<double, 8> n{};           // shape functions
  std::array<double, 8> n_r{}, n_z{};  // [1/m]  and their derivatives
  double r = 0;                        // [m]
  double area = 0;                     // [m^2]  of the meridian that the point stands for
};

// Serendipity functions of the square -1 … 1, corners counter-clockwise, then the sides' middles.
struct Serendipity {
  std::array<double, 8> n{}, n_x{}, n_y{};
};

Serendipity serendipity(double x, double y) {
  constexpr std::array<std::pair<int, int>, 8> at{
      {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
  Serendipity s;
  for (std::size_t i = 0; i < 8; ++i) {
    const double a = at[i].first, b = at[i].second;
    if (i < 4) {
      s.n[i] = 0.25 * (1 + a * x) * (1 + b * y) * (a * x + b * y - 1);
      s.n_x[i] = 0.25 * a * (1 + b * y) * (2 * a * x + b * y);
      s.n_y[i] = 0.25 * b * (1 + a * x) * (a * x + 2 * b * y);
    } else if (a == 0) {
      s.n[i] = 0.5 * (1 - x * x) * (1 + b * y);
      s.n_x[i] = -x * (1 + b * y);
      s.n_y[i] = 0.5 * b * (1 - x * x);
    } else {
      s.n[i] = 0.5 * (1 + a * x) * (1 - y * y);
      s.n_x[i] = 0.5 * a * (1 - y * y);
      s.n_y[i] = -y * (1 + a * x);
    }
  }
  return s;
}

PointOfQuad point_of_quad(const MeridianMesh& mesh, std::size_t quad, double x, double y, double weight) {
  const Serendipity s = serendipity(x, y);
  double r_x = 0, r_y = 0, z_x = 0, z_y = 0;
  PointOfQuad point{.n = s.n};
  for (std::size_t i = 0; i < 8; ++i) {
    const MeridianPoint& node = mesh.nodes[static_cast<std::size_t>(mesh.quads[quad][i])];
    point.r += s.n[i] * node.r;
    r_x += s.n_x[i] * node.r;
    r_y += s.n_y[i] * node.r;
    z_x += s.n_x[i] * node.z;
    z_y += s.n_y[i] * node.z;
  }
  const double determinant = r_x * z_y - r_y * z_x;
  if (!(determinant > 0) || !(point.r > 0))
    throw InputError("quadrilateral " + std::to_string(quad) +
                     " of the meridian is flat, inverted or across the axis; its corners must run counter-clockwise");
  for (std::size_t i = 0; i < 8; ++i) {
    point.n_r[i] = (s.n_x[i] * z_y - s.n_y[i] * z_x) / determinant;
    point.n_z[i] = (s.n_y[i] * r_x - s.n_x[i] * r_y) / determinant;
  }
  point.area = weight * determinant;
  return point;
}

template <std::size_t kCount, class Visit>
void gauss_points(const MeridianMesh& mesh, std::size_t quad, const std::array<double, kCount>& places,
                  const std::array<double, kCount>& weights, const Visit& visit) {
  for (std::size_t i = 0; i < kCount; ++i)
    for (std::size_t j = 0; j < kCount; ++j)
      visit(point_of_quad(mesh, quad, places[i], places[j], weights[i] * weights[j]));
}

using Matrix24 = std::array<std::array<double, 24>, 24>;

// Strains rr, tt, zz, rz, rt, zt of the 24 displacements:
//   e_rr = U_r, e_tt = (U + n V)/r, e_zz = W_z, g_rz = U_z + W_r, g_rt = V_r - (V + n U)/r, g_zt = V_z - n W/r
std::array<std::array<double, 24>, 6> strains(const PointOfQuad& point, double n) {
  std::array<std::array<double, 24>, 6> b{};
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t u = 3 * i, v = u + 1, w = u + 2;
    const double over_r = point.n[i] / point.r;
    b[0][u] = point.n_r[i];
    b[1][u] = over_r;
    b[1][v] = n * over_r;
    b[2][w] = point.n_z[i];
    b[3][u] = point.n_z[i];
    b[3][w] = point.n_r[i];
    b[4][v] = point.n_r[i] - over_r;
    b[4][u] = -n * over_r;
    b[5][v] = point.n_z[i];
    b[5][w] = -n * over_r;
  }
  return b;
}

// 2 x 2 points: the one more that full integration takes locks thin walls.
Matrix24 quad_stiffness(const MeridianMesh& mesh, std::size_t quad, const ElasticMaterial& material, int order) {
  const double e = material.young_modulus, nu = material.poisson_ratio;
  const double lambda = e * nu / ((1 + nu) * (1 - 2 * nu)), mu = e / (2 * (1 + nu));  // [Pa]
  const double g = 1 / std::sqrt(3.0);
  Matrix24 k{};
  gauss_points<2>(mesh, quad, {-g, g}, {1, 1}, [&](const PointOfQuad& point) {
    const auto b = strains(point, order);
    const double volume = point.area * point.r;
    for (std::size_t j = 0; j < 24; ++j) {
      const double trace = lambda * (b[0][j] + b[1][j] + b[2][j]);
      std::array<double, 6> stress{};
      for (std::size_t s = 0; s < 3; ++s) stress[s] = volume * (trace + 2 * mu * b[s][j]);
      for (std::size_t s = 3; s < 6; ++s) stress[s] = volume * mu * b[s][j];
      for (std::size_t i = 0; i < 24; ++i)
        for (std::size_t s = 0; s < 6; ++s) k[i][j] += b[s][i] * stress[s];
    }
  });
  return k;
}

Matrix24 quad_mass(const MeridianMesh& mesh, std::size_t quad, const ElasticMaterial& material) {
  const double g = std::sqrt(0.6);
  Matrix24 m{};
  gauss_points<3>(mesh, quad, {-g, 0, g}, {5.0 / 9, 8.0 / 9, 5.0 / 9}, [&](const PointOfQuad& point) {
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 8; ++j)
        for (std::size_t c = 0; c < 3; ++c)
          m[3 * i + c][3 * j + c] += material.density * point.area * point.r * point.n[i] * point.n[j];
  });
  return m;
}

struct Entry {
  int row, column;
  double stiffness, mass;
};

// Adds up entries of the same place, in the order in which they came.
std::vector<Entry> merged(std::vector<Entry> entries) {
  std::ranges::stable_sort(
      entries, [](const Entry& a, const Entry& b) { return std::pair(a.row, a.column) < std::pair(b.row, b.column); });
  std::vector<Entry> result;
  for (const Entry& entry : entries) {
    if (result.empty() || result.back().row != entry.row || result.back().column != entry.column)
      result.push_back({entry.row, entry.column, 0, 0});
    result.back().stiffness += entry.stiffness;
    result.back().mass += entry.mass;
  }
  return result;
}

void add_quad(const Quad8& nodes, const RevolutionUnknowns& unknowns, const Matrix24& k, const Matrix24& m,
              double around, std::vector<Entry>& entries) {
  for (std::size_t i = 0; i < 24; ++i)
    for (std::size_t j = 0; j < 24; ++j) {
      const TiedUnknown& a = unknowns.of_node[static_cast<std::size_t>(nodes[i / 3])][i % 3];
      const TiedUnknown& b = unknowns.of_node[static_cast<std::size_t>(nodes[j / 3])][j % 3];
      if (a.unknown < 0 || b.unknown < 0) continue;
      const double factor = around * a.sign * b.sign;
      entries.push_back({a.unknown, b.unknown, factor * k[i][j], factor * m[i][j]});
    }
}

}  // namespace

RevolutionUnknowns revolution_unknowns(const MeridianMesh& mesh, std::span<const int> clamped_nodes, int order,
                                       RevolutionFamily family) {
  double widest = 0;
  for (const MeridianPoint& node : mesh.nodes) widest = std::max(widest, node.r);
  std::vector<char> moves(mesh.nodes.size());
  const auto in_mesh = [&](int node) {
    if (node < 0 || node >= static_cast<int>(mesh.nodes.size()))
      throw InputError("node " + std::to_string(node) + " does not exist; the meridian has " +
                       std::to_string(mesh.nodes.size()) + " nodes");
    return static_cast<std::size_t>(node);
  };
  for (const Quad8& quad : mesh.quads)
    for (const int node : quad) moves[in_mesh(node)] = 1;
  for (const int node : clamped_nodes) moves[in_mesh(node)] = 0;

  RevolutionUnknowns result{std::vector<std::array<TiedUnknown, 3>>(mesh.nodes.size()), 0};
  for (std::size_t node = 0; node < mesh.nodes.size(); ++node) {
    if (moves[node] == 0) continue;
    const bool on_axis = mesh.nodes[node].r < 1e-9 * widest;
    auto& [u, v, w] = result.of_node[node];
    if (family != RevolutionFamily::torsion && (!on_axis || order == 1)) u.unknown = result.count++;
    if (family != RevolutionFamily::meridian) {
      if (!on_axis)
        v.unknown = result.count++;
      else if (order == 1)
        v = {u.unknown, -1};
    }
    if (family != RevolutionFamily::torsion && (!on_axis || order == 0)) w.unknown = result.count++;
  }
  return result;
}

Pencil assemble(const MeridianMesh& mesh, const ElasticMaterial& material, int order,
                const RevolutionUnknowns& unknowns) {
  const double around = (order == 0 ? 2 : 1) * std::numbers::pi;  // integral of cos^2 or sin^2 of n theta
  std::vector<Entry> entries;
  for (std::size_t quad = 0; quad < mesh.quads.size(); ++quad)
    add_quad(mesh.quads[quad], unknowns, quad_stiffness(mesh, quad, material, order), quad_mass(mesh, quad, material),
             around, entries);

  Pencil pencil{{{0}, {}, {}}, {{0}, {}, {}}, 1};
  const auto append = [](SparseRows& matrix, const Entry& entry, double value) {
    matrix.column.push_back(entry.column);
    matrix.value.push_back(value);
    matrix.row_start[static_cast<std::size_t>(entry.row) + 1] = matrix.column.size();
  };
  pencil.stiffness.row_start.resize(static_cast<std::size_t>(unknowns.count) + 1);
  pencil.mass.row_start.resize(static_cast<std::size_t>(unknowns.count) + 1);
  for (const Entry& entry : merged(std::move(entries))) {
    if (entry.column <= entry.row) append(pencil.stiffness, entry, entry.stiffness);
    if (entry.mass != 0) append(pencil.mass, entry, entry.mass);
  }
  return pencil;
}

}  // namespace resound
