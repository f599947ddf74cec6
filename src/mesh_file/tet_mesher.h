#pragma once
#include <string>

#include "base/file.h"
#include "geometry/tet_mesh.h"
#include "geometry/triangle_mesh.h"

namespace resound {

struct TetSettings {
  double edge = 0.005;   // [m]  wanted length of the elements' edges
  MessageSink say = {};  // told what had to be repaired
};

// Fills a closed surface, seen from outside (require_solid), with quadratic tetrahedra through the program gmsh. Smooth
// parts of the surface are meshed anew, with the middles of edges on the surface; edges sharper than 40 degrees are
// kept. Elements that curve into themselves are made straight. Throws InputError in one sentence if it cannot be done,
// LimitError if the edge would make more than kMostTets, FileError if gmsh is not there.
TetMesh tetrahedra(const TriangleMesh& surface, const std::string& name, const TetSettings& settings);

inline constexpr double kMostTets = 1e6;

}  // namespace resound
