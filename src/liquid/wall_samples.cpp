#include "liquid/wall_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/error.h"
#include "geometry/nearest_on_triangle.h"
#include "geometry/surface_index.h"
#include "geometry/weld.h"
#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kMostSamples = 2e6;
constexpr double kApart =
    0.84;  // [dx]  between samples of a layer, at the least: what gives one a dx^2 where it is curved
constexpr double kLateral = 0.9999;  // [1]   cosine to the normal within which a place belongs to the border of a sheet
constexpr double kMostShare = 1.3;
constexpr double kNone = 1e300;  // [m]

// Are these two outward directions those of one face, which may be bent, and not of the two faces of a thin wall?
bool is_same_side(const Vec3& a, const Vec3& b) { return dot(a, b) > -0.5; }

using Edge = std::array<int, 2>;
Edge edge_of(int a, int b) { return a < b ? Edge{a, b} : Edge{b, a}; }

std::map<Edge, std::vector<int>> edges_of(const TriangleMesh& mesh) {
  std::map<Edge, std::vector<int>> edges;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) edges[edge_of(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3])].push_back(t);
  return edges;
}

TriangleMesh without_slivers(const TriangleMesh& mesh) {
  TriangleMesh clean = weld(mesh, 1e-9 * extent(mesh)).mesh;
  std::erase_if(clean.triangles, [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
  return clean;
}

// A point of a fine lattice that lies behind the surface.
struct Behind {
  double distance = kNone;  // [m]
  Vec3 base;                // on the surface, nearest
  Vec3 outward;             // unit, from the point to it
  std::int32_t i = 0, j = 0, k = 0;
};

class WallFilling {
 public:
  WallFilling(const TriangleMesh& mesh, double spacing, int layers)
      : mesh_(without_slivers(mesh)), edges_(edges_of(mesh_)), spacing_(spacing), pitch_(spacing / 2), layers_(layers) {
    for (const Triangle& t : mesh_.triangles)
      normals_.push_back(
          normalized(cross(mesh_.vertices[t[1]] - mesh_.vertices[t[0]], mesh_.vertices[t[2]] - mesh_.vertices[t[0]])));
    around_.resize(mesh_.vertices.size());
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t)
      for (const int corner : mesh_.triangles[t]) around_[corner].push_back(t);
    is_border_.resize(mesh_.vertices.size());
    for (const auto& [edge, triangles] : edges_)
      if (triangles.size() < 2)
        is_border_[static_cast<std::size_t>(edge[0])] = is_border_[static_cast<std::size_t>(edge[1])] = true;
    require_few();
  }

  void fill(double facing, std::vector<WallSample>& samples) {
    facing_ = facing;
    behind_.clear();
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) see_from(t);
    std::vector<const Behind*> points;
    for (const auto& [key, both] : behind_)
      for (const Behind& point : both)
        if (point.distance < kNone) points.push_back(&point);
    std::ranges::sort(points, {}, [](const Behind* p) { return std::tuple{p->k, p->j, p->i, p->distance}; });
    for (int layer = 0; layer < layers_; ++layer) add_layer(points, (layer + 0.5) * spacing_, samples);
  }

 private:
  void require_few() const {
    double area = 0;
    for (const Triangle& t : mesh_.triangles)
      area +=
          0.5 * length(cross(mesh_.vertices[t[1]] - mesh_.vertices[t[0]], mesh_.vertices[t[2]] - mesh_.vertices[t[0]]));
    if (area * layers_ / (spacing_ * spacing_) > kMostSamples)
      throw LimitError(
          fmt::format("a wall of {:.3g} m^2 would take more than {} particles {:.3g} m apart; make it smaller "
                      "or the liquid's spacing larger",
                      area, kMostSamples, spacing_));
  }

  Vec3 lattice(std::int32_t i, std::int32_t j, std::int32_t k) const {
    return pitch_ * Vec3{i + 0.5, j + 0.5, k + 0.5};
  }

  bool is_behind(const Vec3& way, int triangle, double least) const {
    return dot(way, facing_ * normals_[static_cast<std::size_t>(triangle)]) < -least * length(way);
  }

  bool is_nearer(const Vec3& place, double distance, int triangle) const {
    const Triangle& t = mesh_.triangles[static_cast<std::size_t>(triangle)];
    const Vec3 &a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
    const auto weights = nearest_weights(place, a, b, c);
    return length(place - (weights[0] * a + weights[1] * b + weights[2] * c)) < (1 - 1e-9) * distance;
  }

  // Is a place that is nearest to this point of the triangle behind the surface there, and not beside its border?
  bool belongs(const Vec3& place, const Vec3& way, int triangle, const std::array<double, 3>& weights) const {
    const Triangle& corners = mesh_.triangles[static_cast<std::size_t>(triangle)];
    const int zeros = static_cast<int>(std::ranges::count(weights, 0.0));
    if (zeros == 0) return is_behind(way, triangle, 0);
    if (zeros == 1) {
      int ends[2], n = 0;
      for (int c = 0; c < 3; ++c)
        if (weights[c] > 0) ends[n++] = corners[c];
      const std::vector<int>& both = edges_.at(edge_of(ends[0], ends[1]));
      if (both.size() < 2) return is_behind(way, triangle, kLateral);
      return std::ranges::all_of(both,
                                 [&](int t) { return is_behind(way, t, 1e-9) && !is_nearer(place, length(way), t); });
    }
    const int corner = corners[static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin())];
    const double least = is_border_[static_cast<std::size_t>(corner)] ? kLateral : 1e-9;
    return std::ranges::all_of(around_[static_cast<std::size_t>(corner)],
                               [&](int t) { return is_behind(way, t, least) && !is_nearer(place, length(way), t); });
  }

  void see_from(int triangle) {
    const Triangle& t = mesh_.triangles[static_cast<std::size_t>(triangle)];
    const Vec3 &a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
    const Vec3 normal = facing_ * normals_[static_cast<std::size_t>(triangle)];
    const double reach = layers_ * spacing_;
    const auto low = [&](double x, double y, double z) {
      return static_cast<std::int32_t>(std::floor((std::min({x, y, z}) - reach) / pitch_));
    };
    const auto high = [&](double x, double y, double z) {
      return static_cast<std::int32_t>(std::ceil((std::max({x, y, z}) + reach) / pitch_));
    };
    for (std::int32_t k = low(a.z, b.z, c.z); k <= high(a.z, b.z, c.z); ++k)
      for (std::int32_t j = low(a.y, b.y, c.y); j <= high(a.y, b.y, c.y); ++j)
        for (std::int32_t i = low(a.x, b.x, c.x); i <= high(a.x, b.x, c.x); ++i) {
          const Vec3 place = lattice(i, j, k);
          const double height = dot(place - a, normal);
          if (height >= 0 || height < -reach) continue;
          const auto weights = nearest_weights(place, a, b, c);
          const Vec3 base = weights[0] * a + weights[1] * b + weights[2] * c;
          const double distance = length(place - base);
          if (distance > reach || !belongs(place, place - base, triangle, weights)) continue;
          if (distance == 0) continue;
          const Vec3 outward = (base - place) / distance;
          // between the faces of a thin wall a place lies behind both
          auto& [one, other] = behind_[(std::int64_t{k} * 2097152 + j) * 2097152 + i];
          Behind& best = one.distance == kNone || is_same_side(one.outward, outward) ? one : other;
          if (distance < best.distance) best = {distance, base, outward, i, j, k};
        }
  }

  void add_layer(const std::vector<const Behind*>& points, double depth, std::vector<WallSample>& samples) {
    const std::size_t first = samples.size();
    Crowd crowd{kApart * spacing_, {}};
    for (const Behind* point : points) {
      if (std::abs(point->distance - depth) > 0.87 * pitch_) continue;
      const Vec3 place = point->base - depth * point->outward;
      if (crowd.has_near(place, point->outward, samples)) continue;
      crowd.put(place, samples.size());
      samples.push_back({place, point->outward, depth, 1, true});
    }
    share_out(first, samples);
  }

  // Cubes of space with the samples in them.
  struct Crowd {
    double edge;
    std::unordered_map<std::int64_t, std::vector<std::size_t>> cells;

    std::int64_t at(double x) const { return static_cast<std::int64_t>(std::floor(x / edge)); }
    static std::int64_t key(std::int64_t i, std::int64_t j, std::int64_t k) { return (k * 2097152 + j) * 2097152 + i; }
    void put(const Vec3& p, std::size_t index) { cells[key(at(p.x), at(p.y), at(p.z))].push_back(index); }
    template <class See>
    void visit(const Vec3& p, const See& see) const {
      for (std::int64_t k = at(p.z) - 1; k <= at(p.z) + 1; ++k)
        for (std::int64_t j = at(p.y) - 1; j <= at(p.y) + 1; ++j)
          for (std::int64_t i = at(p.x) - 1; i <= at(p.x) + 1; ++i)
            if (const auto cell = cells.find(key(i, j, k)); cell != cells.end())
              for (const std::size_t other : cell->second) see(other);
    }
    bool has_near(const Vec3& p, const Vec3& outward, const std::vector<WallSample>& samples) const {
      bool found = false;
      visit(p, [&](std::size_t other) {
        found = found || (length(samples[other].place - p) < edge && is_same_side(samples[other].outward, outward));
      });
      return found;
    }
  };

  // How much of its layer each sample stands for: the inverse of how crowded it is there, 1 on a square lattice.
  void share_out(std::size_t first, std::vector<WallSample>& samples) const {
    const auto weight = [](double q) { return q < 2 ? std::pow(1 - q / 2, 4) * (1 + 2 * q) : 0.0; };
    const double width = 1.2;  // [dx]
    double even = 0;
    for (int i = -3; i <= 3; ++i)
      for (int j = -3; j <= 3; ++j) even += weight(std::hypot(i, j) / width);
    Crowd crowd{2 * width * spacing_, {}};
    for (std::size_t s = first; s < samples.size(); ++s) crowd.put(samples[s].place, s);
    for (std::size_t s = first; s < samples.size(); ++s) {
      double crowded = 0;
      crowd.visit(samples[s].place, [&](std::size_t other) {
        if (is_same_side(samples[other].outward, samples[s].outward))
          crowded += weight(length(samples[other].place - samples[s].place) / (width * spacing_));
      });
      samples[s].share = std::min(kMostShare, even / crowded);
    }
  }

  TriangleMesh mesh_;
  std::map<Edge, std::vector<int>> edges_;
  std::vector<Vec3> normals_;
  std::vector<std::vector<int>> around_;  // triangles at each vertex
  std::vector<bool> is_border_;           // vertices at the end of a sheet
  double spacing_, pitch_;
  int layers_;
  double facing_ = 1;
  std::unordered_map<std::int64_t, std::array<Behind, 2>> behind_;  // of one face, and of the other
};

}  // namespace

bool is_closed(const TriangleMesh& mesh) {
  return std::ranges::all_of(edges_of(without_slivers(mesh)), [](const auto& edge) { return edge.second.size() == 2; });
}

std::vector<WallSample> sample_wall(const TriangleMesh& mesh, double spacing, int layers, bool in_front_only) {
  std::vector<WallSample> samples;
  WallFilling filling(mesh, spacing, layers);
  filling.fill(1, samples);
  if (!is_closed(mesh)) {
    if (!in_front_only) filling.fill(-1, samples);
    return samples;
  }
  const SurfaceIndex surface(mesh);
  for (WallSample& sample : samples) {
    const Vec3 base = sample.place + sample.depth * sample.outward;
    sample.is_thin = surface.first_hit(base, -sample.outward, 1e-3 * spacing, (layers + 1) * spacing).has_value();
  }
  return samples;
}

}  // namespace resound
