#include "mesh_file/surface_repair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "geometry/mass_properties.h"
#include "geometry/surface_index.h"
#include "geometry/triangle_bvh.h"

namespace resound {
namespace {

constexpr int kMostShells = 64;  // more are surely several bodies: which holds which is not asked

bool has_equal_corners(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

// Height of a triangle over its longest side, as a share of that side.
double flatness(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  return longest > 0 ? length(cross(b - a, c - a)) / (longest * longest) : 0;
}

// Calls `pair` for every two triangles that share an edge.
template <class Pair>
void for_neighbours(const TriangleMesh& surface, const Pair& pair) {
  const std::vector<EdgeUse> uses = sorted_edges(surface);
  for (std::size_t i = 0; i + 1 < uses.size(); ++i)
    if (uses[i].edge == uses[i + 1].edge) pair(uses[i], uses[i + 1]);
}

TriangleMesh part_of(const TriangleMesh& surface, const std::vector<int>& shell, int which) {
  TriangleMesh part;
  part.vertices = surface.vertices;
  for (std::size_t t = 0; t < shell.size(); ++t)
    if (shell[t] == which) part.triangles.push_back(surface.triangles[t]);
  return part;
}

// Crossings of a line with a closed surface are odd if it starts inside. The direction is odd on purpose: it should
// meet no edge of a tidy mesh.
bool is_inside(const SurfaceIndex& surface, const Vec3& place) {
  const Vec3 direction = normalized({0.5772156649, 0.3141592653, 0.7548776662});
  int crossings = 0;
  double from = 0;
  while (const auto hit = surface.first_hit(place, direction, from)) {
    ++crossings;
    from = std::nextafter(hit->distance, 1e300) * (1 + 1e-12);
  }
  return crossings % 2 == 1;
}

// Where the segment p-q passes through the inside of a triangle; touching a corner or side does not count.
std::optional<Vec3> pierce(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double kSlack = 1e-7;
  const Vec3 d = q - p, e1 = b - a, e2 = c - a, h = cross(d, e2);
  const double det = dot(e1, h);
  if (std::abs(det) <= 1e-12 * length(d) * length(e1) * length(e2)) return std::nullopt;
  const Vec3 s = p - a, k = cross(s, e1);
  const double u = dot(s, h) / det, v = dot(d, k) / det, t = dot(e2, k) / det;
  if (u < kSlack || v < kSlack || u + v > 1 - kSlack || t < kSlack || t > 1 - kSlack) return std::nullopt;
  return p + t * d;
}

std::optional<Vec3> crossing_of(const TriangleMesh& mesh, const Triangle& s, const Triangle& t) {
  for (const auto& [mine, other] : {std::pair(s, t), std::pair(t, s)})
    for (std::size_t k = 0; k < 3; ++k) {
      const int p = mine[k], q = mine[(k + 1) % 3];
      if (std::count(other.begin(), other.end(), p) + std::count(other.begin(), other.end(), q) > 0) continue;
      if (const auto place = pierce(mesh.vertices[p], mesh.vertices[q], mesh.vertices[other[0]],
                                    mesh.vertices[other[1]], mesh.vertices[other[2]]))
        return place;
    }
  return std::nullopt;
}

}  // namespace

std::vector<EdgeUse> sorted_edges(const TriangleMesh& surface) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * surface.triangles.size());
  for (int t = 0; t < static_cast<int>(surface.triangles.size()); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = surface.triangles[t][k], b = surface.triangles[t][(k + 1) % 3];
      uses.push_back({{std::min(a, b), std::max(a, b)}, t, a < b});
    }
  std::stable_sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) { return a.edge < b.edge; });
  return uses;
}

std::vector<int> degenerate_triangles(const TriangleMesh& surface) {
  std::vector<int> found;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    if (has_equal_corners(surface.triangles[t]) || flatness(surface, surface.triangles[t]) < 1e-9)
      found.push_back(static_cast<int>(t));
  return found;
}

int drop_degenerate(TriangleMesh& surface) {
  return static_cast<int>(std::erase_if(surface.triangles, has_equal_corners));
}

std::vector<int> shells_of(const TriangleMesh& surface) {
  std::vector<int> parent(surface.triangles.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  for_neighbours(surface, [&](const EdgeUse& a, const EdgeUse& b) {
    const int p = root(a.triangle), q = root(b.triangle);
    parent[std::max(p, q)] = std::min(p, q);
  });
  std::vector<int> shell(parent.size(), -1);
  int count = 0;
  for (int t = 0; t < static_cast<int>(parent.size()); ++t) {
    const int r = root(t);
    if (r == t) shell[t] = count++;
    shell[t] = shell[r];
  }
  return shell;
}

TurnedShells turn_outward(TriangleMesh& surface) {
  TurnedShells result;
  // neighbours walk their common edge in opposite directions: spread that from one triangle of each shell
  std::vector<std::vector<std::pair<int, bool>>> neighbours(surface.triangles.size());  // and: turned the same way?
  for_neighbours(surface, [&](const EdgeUse& a, const EdgeUse& b) {
    const bool agrees = a.is_forward != b.is_forward;
    neighbours[a.triangle].push_back({b.triangle, agrees});
    neighbours[b.triangle].push_back({a.triangle, agrees});
  });
  std::vector<int> turn(surface.triangles.size(), -1);  // 1: is to be turned
  for (std::size_t start = 0; start < turn.size(); ++start) {
    if (turn[start] >= 0) continue;
    turn[start] = 0;
    std::vector<int> waiting{static_cast<int>(start)};
    while (!waiting.empty()) {
      const int t = waiting.back();
      waiting.pop_back();
      for (const auto& [next, agrees] : neighbours[t]) {
        const int wanted = agrees ? turn[t] : 1 - turn[t];
        if (turn[next] < 0) {
          turn[next] = wanted;
          waiting.push_back(next);
        } else if (turn[next] != wanted) {
          result.can_be_turned = false;
          return result;
        }
      }
    }
  }
  const std::vector<Triangle> before = surface.triangles;
  for (std::size_t t = 0; t < turn.size(); ++t)
    if (turn[t]) std::swap(surface.triangles[t][1], surface.triangles[t][2]);

  // a shell inside an odd number of others bounds a hollow: it looks the other way
  const std::vector<int> shell = shells_of(surface);
  const int shells = shell.empty() ? 0 : 1 + *std::max_element(shell.begin(), shell.end());
  if (shells > kMostShells) {
    result.bodies = shells;
    return result;
  }
  std::vector<TriangleMesh> parts;
  for (int s = 0; s < shells; ++s) parts.push_back(part_of(surface, shell, s));
  std::vector<SurfaceIndex> index;
  if (shells > 1)
    for (const TriangleMesh& part : parts) index.emplace_back(part);
  for (int s = 0; s < shells; ++s) {
    int around = 0;
    for (int other = 0; other < shells; ++other)
      if (other != s) around += is_inside(index[other], parts[s].vertices[parts[s].triangles[0][0]]);
    if (around == 0) ++result.bodies;
    const bool looks_out = mass_properties(parts[s], 1).volume > 0;
    if (looks_out == (around % 2 == 0)) continue;
    for (std::size_t t = 0; t < shell.size(); ++t)
      if (shell[t] == s) std::swap(surface.triangles[t][1], surface.triangles[t][2]);
  }
  for (std::size_t t = 0; t < before.size(); ++t) result.triangles += before[t] != surface.triangles[t];
  return result;
}

std::optional<Vec3> first_crossing(const TriangleMesh& surface) {
  std::optional<Vec3> place;
  TriangleBvh(surface).overlapping_pairs([&](int s, int t) {
    place = crossing_of(surface, surface.triangles[s], surface.triangles[t]);
    return !place;
  });
  return place;
}

}  // namespace resound
