#include "radiation/radiating_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "base/error.h"

namespace resound {
namespace {

// Below this part of the square of its longest side a triangle has no area worth a normal.
constexpr double kFlat = 1e-10;

Facet make_facet(const TriangleMesh& mesh, const Triangle& triangle) {
  Facet facet;
  facet.vertices = triangle;
  for (std::size_t i = 0; i < 3; ++i) {
    facet.corners[i] = mesh.vertices[static_cast<std::size_t>(triangle[i])];
    facet.centroid += facet.corners[i] / 3;
  }
  const Vec3 twice = cross(facet.corners[1] - facet.corners[0], facet.corners[2] - facet.corners[0]);
  facet.area = length(twice) / 2;
  for (const Vec3& corner : facet.corners) facet.reach = std::max(facet.reach, length(corner - facet.centroid));
  if (facet.area > 0) facet.normal = twice / (2 * facet.area);
  return facet;
}

}  // namespace

RadiatingSurface::RadiatingSurface(const TriangleMesh& mesh) {
  std::map<std::tuple<double, double, double>, int> node_at;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high = -low;
  for (const Triangle& triangle : mesh.triangles) {
    Facet facet = make_facet(mesh, triangle);
    if (!(facet.area > kFlat * facet.reach * facet.reach)) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3& p = facet.corners[i];
      facet.nodes[i] = node_at.try_emplace({p.x, p.y, p.z}, static_cast<int>(node_at.size())).first->second;
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    facets.push_back(facet);
  }
  if (facets.empty()) throw InputError("the surface has no triangle with an area: nothing can radiate");
  nodes = static_cast<int>(node_at.size());
  centre = 0.5 * (low + high);
  for (const Facet& facet : facets) {
    for (const Vec3& corner : facet.corners) radius = std::max(radius, length(corner - centre));
    volume += facet.area * dot(facet.normal, facet.centroid - centre) / 3;
  }
}

std::vector<double> outward_speed(const RadiatingSurface& surface, std::span<const Vec3> motion) {
  std::vector<double> speed;
  speed.reserve(surface.facets.size());
  for (const Facet& facet : surface.facets) {
    Vec3 sum;
    for (const int vertex : facet.vertices) sum += motion[static_cast<std::size_t>(vertex)];
    speed.push_back(dot(sum, facet.normal) / 3);
  }
  return speed;
}

std::span<const TrianglePoint> three_points() {
  static constexpr double a = 2.0 / 3, b = 1.0 / 6, w = 1.0 / 3;
  static constexpr TrianglePoint points[] = {{{a, b, b}, w}, {{b, a, b}, w}, {{b, b, a}, w}};
  return points;
}

std::span<const TrianglePoint> seven_points() {
  static constexpr double root = 3.872983346207417;  // sqrt 15
  static constexpr double a = (6 - root) / 21, b = (6 + root) / 21;
  static constexpr double u = (155 - root) / 1200, v = (155 + root) / 1200, third = 1.0 / 3;
  static constexpr TrianglePoint points[] = {{{third, third, third}, 9.0 / 40},
                                             {{1 - 2 * a, a, a}, u},
                                             {{a, 1 - 2 * a, a}, u},
                                             {{a, a, 1 - 2 * a}, u},
                                             {{1 - 2 * b, b, b}, v},
                                             {{b, 1 - 2 * b, b}, v},
                                             {{b, b, 1 - 2 * b}, v}};
  return points;
}

}  // namespace resound
