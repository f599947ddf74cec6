#include "liquid/liquid_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/triangle_bvh.h"

namespace resound {
namespace {

constexpr double kMostSurfaceCells = 2e7;

// Values at the corners of cubes, below 0 within the liquid.
struct Field {
  Vec3 low;
  double cell = 0;
  int nx = 0, ny = 0, nz = 0;
  std::vector<float> value;

  std::size_t at(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(nx) +
           static_cast<std::size_t>(i);
  }
};

Box box_of(std::span<const Vec3> particles) {
  Box box{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (const Vec3& p : particles) {
    if (!is_finite(p)) continue;
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  return box;
}

Field empty_field(const Box& box, double cell, double margin) {
  const Vec3 aside{margin, margin, margin}, size = box.high - box.low + 2 * aside;
  cell = std::max(cell, std::cbrt(size.x * size.y * size.z / kMostSurfaceCells));
  Field field{box.low - aside, cell, 0, 0, 0, {}};
  field.nx = static_cast<int>(size.x / cell) + 2;
  field.ny = static_cast<int>(size.y / cell) + 2;
  field.nz = static_cast<int>(size.z / cell) + 2;
  return field;
}

// Weighted means of the particles around each corner; then the distance to them less the radius.
Field distance_field(std::span<const Vec3> particles, double spacing, const SurfaceSettings& s) {
  const double reach = s.reach * spacing;
  Field field = empty_field(box_of(particles), s.cell * spacing, reach + spacing);
  struct Mean {
    float weight = 0, x = 0, y = 0, z = 0;  // offsets from the corner, weighted [m]
  };
  std::vector<Mean> means(static_cast<std::size_t>(field.nx) * static_cast<std::size_t>(field.ny) *
                          static_cast<std::size_t>(field.nz));
  for (const Vec3& p : particles) {
    if (!is_finite(p)) continue;
    const Vec3 at = (p - field.low) / field.cell;
    const int w = static_cast<int>(reach / field.cell) + 1;
    const int i0 = static_cast<int>(at.x), j0 = static_cast<int>(at.y), k0 = static_cast<int>(at.z);
    for (int k = std::max(0, k0 - w); k <= std::min(field.nz - 1, k0 + w + 1); ++k)
      for (int j = std::max(0, j0 - w); j <= std::min(field.ny - 1, j0 + w + 1); ++j)
        for (int i = std::max(0, i0 - w); i <= std::min(field.nx - 1, i0 + w + 1); ++i) {
          const double x = (at.x - i) * field.cell, y = (at.y - j) * field.cell, z = (at.z - k) * field.cell;
          const double q = 1 - (x * x + y * y + z * z) / (reach * reach);
          if (q <= 0) continue;
          const auto weight = static_cast<float>(q * q * q);
          Mean& mean = means[field.at(i, j, k)];
          mean.weight += weight;
          mean.x += weight * static_cast<float>(x), mean.y += weight * static_cast<float>(y),
              mean.z += weight * static_cast<float>(z);
        }
  }
  field.value.resize(means.size());
  const auto radius = static_cast<float>(s.radius * spacing);
  for (std::size_t n = 0; n < means.size(); ++n) {
    const Mean& m = means[n];
    field.value[n] =
        m.weight > 1e-6f ? std::sqrt(m.x * m.x + m.y * m.y + m.z * m.z) / m.weight - radius : static_cast<float>(reach);
  }
  return field;
}

// A vertex in each cube that the surface passes, in the middle of where its edges are cut; a quad across each cut edge.
TriangleMesh net_of(const Field& f) {
  TriangleMesh mesh;
  std::vector<std::int32_t> vertex(f.value.size(), -1);
  for (int k = 0; k + 1 < f.nz; ++k)
    for (int j = 0; j + 1 < f.ny; ++j)
      for (int i = 0; i + 1 < f.nx; ++i) {
        float corner[8];
        int inside = 0;
        for (int c = 0; c < 8; ++c) {
          corner[c] = f.value[f.at(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))];
          inside += corner[c] < 0;
        }
        if (inside == 0 || inside == 8) continue;
        Vec3 sum;
        int cuts = 0;
        for (int c = 0; c < 8; ++c)
          for (int axis = 0; axis < 3; ++axis) {
            const int d = c | 1 << axis;
            if (d == c || (corner[c] < 0) == (corner[d] < 0)) continue;
            const double t = static_cast<double>(corner[c]) / static_cast<double>(corner[c] - corner[d]);
            Vec3 place{static_cast<double>(c & 1), static_cast<double>(c >> 1 & 1), static_cast<double>(c >> 2)};
            (axis == 0 ? place.x : axis == 1 ? place.y : place.z) = t;
            sum += place;
            ++cuts;
          }
        vertex[f.at(i, j, k)] = static_cast<std::int32_t>(mesh.vertices.size());
        mesh.vertices.push_back(
            f.low +
            f.cell * (Vec3{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)} + sum / cuts));
      }
  const auto quad = [&](std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d, bool flip) {
    if (flip) std::swap(b, d);
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (int k = 1; k + 1 < f.nz; ++k)
    for (int j = 1; j + 1 < f.ny; ++j)
      for (int i = 1; i + 1 < f.nx; ++i) {
        const bool here = f.value[f.at(i, j, k)] < 0;
        const auto v = [&](int a, int b, int c) { return vertex[f.at(i - a, j - b, k - c)]; };
        if (here != (f.value[f.at(i + 1, j, k)] < 0)) quad(v(0, 1, 1), v(0, 0, 1), v(0, 0, 0), v(0, 1, 0), !here);
        if (here != (f.value[f.at(i, j + 1, k)] < 0)) quad(v(1, 0, 1), v(1, 0, 0), v(0, 0, 0), v(0, 0, 1), !here);
        if (here != (f.value[f.at(i, j, k + 1)] < 0)) quad(v(1, 1, 0), v(0, 1, 0), v(0, 0, 0), v(1, 0, 0), !here);
      }
  return mesh;
}

void smooth(TriangleMesh& mesh, int rounds) {
  std::vector<Vec3> sum(mesh.vertices.size());
  std::vector<int> count(mesh.vertices.size());
  for (int round = 0; round < rounds; ++round) {
    std::ranges::fill(sum, Vec3{});
    std::ranges::fill(count, 0);
    for (const Triangle& t : mesh.triangles)
      for (int c = 0; c < 3; ++c) {
        const auto a = static_cast<std::size_t>(t[c]), b = static_cast<std::size_t>(t[(c + 1) % 3]);
        sum[a] += mesh.vertices[b], ++count[a];
      }
    for (std::size_t v = 0; v < sum.size(); ++v)
      if (count[v] > 0) mesh.vertices[v] = 0.5 * mesh.vertices[v] + 0.5 * (sum[v] / count[v]);
  }
}

}  // namespace

TriangleMesh surface_of(std::span<const Vec3> particles, double spacing, const SurfaceSettings& settings) {
  if (std::ranges::none_of(particles, is_finite)) return {};
  TriangleMesh mesh = net_of(distance_field(particles, spacing, settings));
  smooth(mesh, settings.smoothing);
  return mesh;
}

}  // namespace resound
