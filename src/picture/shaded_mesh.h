#pragma once
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "geometry/embree_handle.h"
#include "geometry/triangle_mesh.h"
#include "picture/vec3f.h"

namespace resound {

// Unit normals for smooth shading, three a triangle, body axes: faces that meet at less than about 40 degrees share
// theirs, sharper edges stay sharp.
std::vector<Vec3f> corner_normals(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

// What a mesh at rest needs for the picture; it does not change while the body moves.
struct ShadedMesh {
  std::shared_ptr<const TriangleMesh> mesh;
  std::vector<Vec3f> normals;  // as corner_normals
  double extent = 0;           // [m] longest edge of its box
  EmbreeScene body;            // in body axes, to be instanced; empty for small meshes, which are cheaper to rebuild
};

// Keeps the shaded meshes of the last frames by the mesh they were made from. Only a cache: it never changes a picture.
class ShadedMeshes {
 public:
  const ShadedMesh& of(const std::shared_ptr<const TriangleMesh>& mesh);
  void forget_unused();  // drops what was not asked for since the last call

 private:
  struct Entry {
    ShadedMesh shaded;
    bool used = true;
  };
  std::unordered_map<const TriangleMesh*, Entry>
      entries_;  // the entry keeps its mesh alive, so an address stays unique
};

}  // namespace resound
