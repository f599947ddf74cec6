#include "mesh_file/stl_writer.h"

#include <cstdint>
#include <cstring>

namespace resound {

std::string binary_stl(const TriangleMesh& mesh, const Vec3& origin, double scale) {
  std::string bytes(80, '\0');
  const auto append = [&](const auto& value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof raw);
    bytes.append(raw, sizeof raw);
  };
  append(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    bytes.append(12, '\0');  // readers compute the normal themselves
    for (const int v : t) {
      const Vec3 p = scale * (mesh.vertices[v] - origin);
      for (const double x : {p.x, p.y, p.z}) append(static_cast<float>(x));
    }
    bytes.append(2, '\0');
  }
  return bytes;
}

}  // namespace resound
