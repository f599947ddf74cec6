#pragma once
#include <vector>

#include "geometry/meridian_mesh.h"
#include "geometry/tet_mesh.h"
#include "geometry/triangle_mesh.h"

// The closed surface of a meshed solid, and where each of its vertices sits in the mesh.
namespace resound {

struct TetSkin {
  TriangleMesh mesh;            // outward
  std::vector<int> node;        // of the solid, one a vertex of the skin; rising
  std::vector<Triangle> faces;  // the boundary faces by their corners alone: a quarter as many
};

// Each boundary face of a quadratic tetrahedron becomes four triangles through the middles of its edges.
TetSkin tet_skin(const TetMesh& mesh);

struct RevolvedSkin {
  TriangleMesh mesh;          // outward
  std::vector<int> node;      // of the meridian, one a vertex of the skin
  std::vector<double> angle;  // [rad]  from x towards y; 0 on the axis
};

struct RevolvedSkinSettings {
  int around = 64;  // vertices on the widest circle; smaller circles get half, a quarter, … but at least eight
  double spacing =
      0;  // [m]  nodes along the meridian nearer than this to the last are left out, corners of the outline never
};

// The boundary of the meridian as lines with the solid on the left, from the axis to the axis or closed (the first
// point again at the end). Nodes nearer than `spacing` [m] to the last are left out, corners never.
std::vector<std::vector<MeridianPoint>> meridian_outlines(const MeridianMesh& mesh, double spacing);

// The boundary of the meridian turned about z. Vertices on the axis are single.
RevolvedSkin revolved_skin(const MeridianMesh& mesh, const RevolvedSkinSettings& settings = {});
inline RevolvedSkin revolved_skin(const MeridianMesh& mesh, int around) {
  return revolved_skin(mesh, RevolvedSkinSettings{.around = around});
}

}  // namespace resound
