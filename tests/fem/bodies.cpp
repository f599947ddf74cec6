#include "fem/bodies.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <tuple>

namespace resound {

TetMesh grid_mesh(const Grid& grid, const std::function<Vec3(Vec3)>& place) {
  using Key = std::array<int, 3>;  // in halves of a box
  TetMesh mesh;
  std::map<Key, int> numbers;
  const auto node = [&](Key key) {
    if (grid.joined) key[0] %= 2 * grid.nx;
    const auto [at, is_new] = numbers.emplace(key, static_cast<int>(mesh.nodes.size()));
    if (is_new) mesh.nodes.push_back(place({0.5 * key[0] / grid.nx, 0.5 * key[1] / grid.ny, 0.5 * key[2] / grid.nz}));
    return at->second;
  };
  // The six ways from one corner of a box to the opposite one along its edges are the six tetrahedra.
  constexpr std::array<std::array<int, 3>, 6> ways{{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  constexpr std::array<std::array<std::size_t, 2>, 6> edges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
  for (int i = 0; i < grid.nx; ++i)
    for (int j = 0; j < grid.ny; ++j)
      for (int k = 0; k < grid.nz; ++k)
        for (std::size_t way = 0; way < 6; ++way) {
          std::array<Key, 4> corners{{{2 * i, 2 * j, 2 * k}}};
          for (std::size_t step = 0; step < 3; ++step) {
            corners[step + 1] = corners[step];
            corners[step + 1][static_cast<std::size_t>(ways[way][step])] += 2;
          }
          if (way >= 3) std::swap(corners[1], corners[2]);  // an odd permutation is left-handed
          Tet10 tet{};
          for (std::size_t c = 0; c < 4; ++c) tet[c] = node(corners[c]);
          for (std::size_t e = 0; e < 6; ++e) {
            Key middle{};
            for (std::size_t a = 0; a < 3; ++a) middle[a] = (corners[edges[e][0]][a] + corners[edges[e][1]][a]) / 2;
            tet[4 + e] = node(middle);
          }
          mesh.tets.push_back(tet);
        }
  return mesh;
}

TetMesh box_mesh(const Grid& grid, Vec3 sides) {
  return grid_mesh(grid, [&](Vec3 p) { return Vec3{sides.x * p.x, sides.y * p.y, sides.z * p.z}; });
}

TetMesh ring_mesh(const Grid& grid, double mean_radius, double wall, double width) {
  return grid_mesh({grid.nx, grid.ny, grid.nz, true}, [&](Vec3 p) {
    const double angle = 2 * std::numbers::pi * p.x, r = mean_radius + wall * (p.z - 0.5);
    return Vec3{r * std::cos(angle), r * std::sin(angle), width * p.y};
  });
}

namespace {

// A point of the cube -1 … 1 moved into the ball of radius 1: its surface to the sphere along the tangent of the angle,
// which spreads points evenly, its middle hardly.
Vec3 into_ball(const Vec3& c, double middle_size) {
  const double depth = std::max({std::abs(c.x), std::abs(c.y), std::abs(c.z)});
  if (depth == 0) return {};
  const auto bend = [&](double x) { return std::tan(0.25 * std::numbers::pi * x / depth); };
  const double share = depth * depth;
  return share * depth * normalized(Vec3{bend(c.x), bend(c.y), bend(c.z)}) + (1 - share) * middle_size * c;
}

}  // namespace

TetMesh ball_mesh(int n, double radius) {
  return grid_mesh({n, n, n}, [&](Vec3 p) {
    return radius * into_ball({2 * p.x - 1, 2 * p.y - 1, 2 * p.z - 1}, 1 / std::sqrt(3.0));
  });
}

MeridianMesh ball_meridian(int n, double radius) {
  MeridianBuilder builder;
  builder.add(0, 1, -1, 1, n, 2 * n);
  MeridianMesh mesh = builder.mesh();
  for (MeridianPoint& point : mesh.nodes) {
    const Vec3 moved = into_ball({point.r, 0, point.z}, 1 / std::sqrt(2.0));
    point = {radius * moved.x, radius * moved.z};
  }
  return mesh;
}

TetMesh read_msh22(const std::filesystem::path& path) {
  constexpr int kTet10 = 11;
  TetMesh mesh;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::size_t count = 0, number = 0;
    if (line == "$Nodes") {
      file >> count;
      mesh.nodes.resize(count);
      for (Vec3& p : mesh.nodes) file >> number >> p.x >> p.y >> p.z;
    } else if (line == "$Elements") {
      file >> count >> std::ws;
      while (count-- > 0 && std::getline(file, line)) {
        std::istringstream cells(line);
        int kind = 0, tags = 0, tag = 0;
        cells >> number >> kind >> tags;
        while (tags-- > 0) cells >> tag;
        if (kind != kTet10) continue;
        Tet10 tet{};
        for (int& node : tet) {
          cells >> node;
          --node;
        }
        std::swap(tet[8], tet[9]);  // gmsh has the middles of 23 and 13 in the other order
        mesh.tets.push_back(tet);
      }
    }
  }
  return mesh;
}

std::vector<int> nodes_where(const TetMesh& mesh, const std::function<bool(const Vec3&)>& inside) {
  std::vector<int> result;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    if (inside(mesh.nodes[i])) result.push_back(static_cast<int>(i));
  return result;
}

int MeridianBuilder::node(double r, double z) {
  for (std::size_t i = 0; i < mesh_.nodes.size(); ++i)
    if (std::abs(mesh_.nodes[i].r - r) + std::abs(mesh_.nodes[i].z - z) < 1e-9) return static_cast<int>(i);
  mesh_.nodes.push_back({r, z});
  return static_cast<int>(mesh_.nodes.size()) - 1;
}

void MeridianBuilder::add(double r0, double r1, double z0, double z1, int columns, int rows) {
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const double a = r0 + (r1 - r0) * i / columns, b = r0 + (r1 - r0) * (i + 1) / columns, m = 0.5 * (a + b);
      const double c = z0 + (z1 - z0) * j / rows, d = z0 + (z1 - z0) * (j + 1) / rows, n = 0.5 * (c + d);
      mesh_.quads.push_back(
          {node(a, c), node(b, c), node(b, d), node(a, d), node(m, c), node(b, n), node(m, d), node(a, n)});
    }
}

MeridianMesh cup_meridian(double edge, int layers) {
  constexpr double outer = 0.0405, wall = 0.001, height = 0.09;  // [m]
  MeridianBuilder builder;
  const int across = static_cast<int>(std::lround((outer - wall) / edge));
  const int up = static_cast<int>(std::lround((height - wall) / edge));
  builder.add(0, outer - wall, 0, wall, across, layers);
  builder.add(outer - wall, outer, 0, wall, layers, layers);
  builder.add(outer - wall, outer, wall, height, layers, up);
  return builder.mesh();
}

}  // namespace resound
