#include "picture/shaded_mesh.h"

#include "geometry/embree_form.h"
#include "picture/exaggeration.h"

namespace resound {
namespace {

constexpr float kSmoothCosine = 0.77f;       // of 40 degrees
constexpr std::size_t kInstanceFrom = 2000;  // triangles; below, a rebuild costs less than tracing through an instance

// The triangles around each vertex, in one list: those of vertex v are [first[v], first[v + 1]).
struct Fans {
  std::vector<int> first, triangle;

  Fans(std::size_t vertices, std::span<const Triangle> triangles)
      : first(vertices + 1), triangle(3 * triangles.size()) {
    for (const Triangle& t : triangles)
      for (const int v : t) ++first[v + 1];
    for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
    std::vector<int> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < triangles.size(); ++i)
      for (const int v : triangles[i]) triangle[next[v]++] = static_cast<int>(i);
  }
};

Vec3f face_normal(std::span<const Vec3> vertices, const Triangle& t) {  // as long as twice the area
  const Vec3 a = vertices[t[0]];
  return to_float(cross(vertices[t[1]] - a, vertices[t[2]] - a));
}

EmbreeScene embree_body(const TriangleMesh& mesh) {
  EmbreeScene scene = new_embree_scene();
  rtcAttachGeometry(scene.get(), embree_triangles(mesh.vertices, mesh.triangles, {}, {}).get());
  rtcCommitScene(scene.get());
  return scene;
}

}  // namespace

std::vector<Vec3f> corner_normals(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  const Fans fans(vertices.size(), triangles);
  std::vector<Vec3f> faces, normals;
  for (const Triangle& t : triangles) faces.push_back(face_normal(vertices, t));
  normals.reserve(3 * triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (const int v : triangles[i]) {
      const float own = length(faces[i]);
      Vec3f sum;
      for (int k = fans.first[v]; k < fans.first[v + 1]; ++k) {
        const Vec3f other = faces[fans.triangle[k]];
        if (dot(faces[i], other) >= kSmoothCosine * own * length(other)) sum += other;
      }
      normals.push_back(own > 0 ? normalized(sum) : Vec3f{0, 0, 1});
    }
  return normals;
}

const ShadedMesh& ShadedMeshes::of(const std::shared_ptr<const TriangleMesh>& mesh) {
  const auto [place, is_new] = entries_.try_emplace(mesh.get());
  Entry& entry = place->second;
  entry.used = true;
  if (is_new) {
    entry.shaded = {mesh, corner_normals(mesh->vertices, mesh->triangles), extent(mesh->vertices), {}};
    if (mesh->triangles.size() >= kInstanceFrom) entry.shaded.body = embree_body(*mesh);
  }
  return entry.shaded;
}

void ShadedMeshes::forget_unused() {
  std::erase_if(entries_, [](const auto& item) { return !item.second.used; });
  for (auto& [mesh, entry] : entries_) entry.used = false;
}

}  // namespace resound
