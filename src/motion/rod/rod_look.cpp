#include "motion/rod/rod_look.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace resound {
namespace {

constexpr double kFlat = 1.5;            // [1]  wider than this times its thickness, a rod is drawn as a strip
constexpr double kDirectorLength = 12;   // [1]  of the rod's half width
constexpr std::size_t kMostFrames = 60;  // directors of more edges would hide the rod
constexpr Look kFirstDirector{Finish::light, {1.0, 0.25, 0.1}}, kSecondDirector{Finish::light, {0.1, 0.45, 1.0}};

struct Half {
  double a = 0, b = 0;  // [m]
};

Half half_at(const Rod& description, const ElasticRod& rod, std::size_t vertex) {
  const RodSection& section = rod.edges()[std::min(vertex, rod.edges().size() - 1)].section;
  const double grown = std::max(1.0, description.drawn / (2 * std::max(section.a, section.b)));
  return {grown * section.a, grown * section.b};
}

// d1 and d2 at a vertex: those of the edges beside it.
struct VertexFrame {
  Vec3 d1, d2;
};
VertexFrame frame_at(std::span<const Vec3> vertices, std::span<const Vec3> directors, bool is_closed, std::size_t i) {
  const std::size_t edges = directors.size(), count = vertices.size();
  const std::size_t after = is_closed ? i % edges : std::min(i, edges - 1);
  const std::size_t before = i > 0 ? i - 1 : is_closed ? edges - 1 : 0;
  const auto tangent = [&](std::size_t e) { return normalized(vertices[(e + 1) % count] - vertices[e]); };
  const Vec3 t = normalized(tangent(before) + tangent(after)), d = directors[before] + directors[after];
  const Vec3 d1 = normalized(d - dot(d, t) * t);
  return {d1, cross(t, d1)};
}

std::shared_ptr<TriangleMesh> strip_mesh(const Rod& description, const ElasticRod& rod, std::span<const Vec3> vertices,
                                         std::span<const Vec3> directors) {
  auto mesh = std::make_shared<TriangleMesh>();
  const int rings = static_cast<int>(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const VertexFrame frame = frame_at(vertices, directors, rod.is_closed(), i);
    const Half half = half_at(description, rod, i);
    const Vec3 a = half.a * frame.d1, b = half.b * frame.d2;
    for (const Vec3& corner : {a + b, b - a, Vec3{} - a - b, a - b}) mesh->vertices.push_back(vertices[i] + corner);
  }
  const auto add = [&](int p, int q, int r, int s) {
    mesh->triangles.push_back({p, q, r});
    mesh->triangles.push_back({p, r, s});
  };
  for (int i = 0; i + (rod.is_closed() ? 0 : 1) < rings; ++i)
    for (int k = 0; k < 4; ++k) {
      const int next = (i + 1) % rings, side = (k + 1) % 4;
      add(4 * i + k, 4 * i + side, 4 * next + side, 4 * next + k);
    }
  if (!rod.is_closed()) {
    add(3, 2, 1, 0);
    const int end = 4 * (rings - 1);
    add(end, end + 1, end + 2, end + 3);
  }
  return mesh;
}

TubeForm tube(const Rod& description, const ElasticRod& rod, std::span<const Vec3> vertices) {
  TubeForm form;
  for (std::size_t i = 0; i < vertices.size(); ++i) form.knots.push_back({vertices[i], half_at(description, rod, i).a});
  if (rod.is_closed()) form.knots.push_back(form.knots.front());
  return form;
}

void draw_directors(const Rod& description, const ElasticRod& rod, std::span<const Vec3> vertices,
                    std::span<const Vec3> directors, int object, std::vector<Shape>& shapes) {
  const std::size_t every = std::max<std::size_t>(1, directors.size() / kMostFrames);
  for (std::size_t e = 0; e < directors.size(); e += every) {
    const Vec3 &from = vertices[e], &to = vertices[(e + 1) % vertices.size()];
    const Vec3 middle = 0.5 * (from + to), d1 = directors[e], d2 = cross(normalized(to - from), d1);
    const double reach = kDirectorLength * half_at(description, rod, e).a;
    shapes.push_back({object, LineForm{{middle, middle + reach * d1}}, {}, kFirstDirector});
    shapes.push_back({object, LineForm{{middle, middle + reach * d2}}, {}, kSecondDirector});
  }
}

}  // namespace

void draw_rod(const Rod& description, const ElasticRod& rod, std::span<const Vec3> vertices,
              std::span<const Vec3> directors, int object, std::vector<Shape>& shapes) {
  const Look& look = description.material.look;
  const double ratio = description.width / description.thickness;
  if (ratio > kFlat || 1 / ratio > kFlat || description.profile == RodProfile::rectangle)
    shapes.push_back({object, MeshForm{strip_mesh(description, rod, vertices, directors)}, {}, look});
  else
    shapes.push_back({object, tube(description, rod, vertices), {}, look});
  if (description.draws_frames) draw_directors(description, rod, vertices, directors, object, shapes);
}

}  // namespace resound
