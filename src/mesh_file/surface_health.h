#pragma once
#include <string>
#include <vector>

#include "base/file.h"
#include "geometry/triangle_mesh.h"

// Is a surface the skin of a solid? And if not, why?
namespace resound {

struct SurfaceEdge {
  Vec3 from, to;  // [m]
};

struct SurfaceHealth {
  int vertices = 0, triangles = 0;
  Vec3 low, high;                       // [m]  bounding box
  double area = 0;                      // [m^2]
  double volume = 0;                    // [m^3]  means something only if watertight
  int open_edges = 0;                   // with one triangle
  std::vector<SurfaceEdge> first_open;  // the first few of them
  int crowded_edges = 0;                // with more than two triangles
  std::vector<SurfaceEdge> first_crowded;
  int degenerate = 0;  // triangles without area
  int shells = 0;      // parts that do not hang together
  bool crosses_itself = false;
  Vec3 crossing;  // [m]  where, if so
  bool is_watertight() const { return triangles > 0 && open_edges == 0 && crowded_edges == 0; }
};

// Looks at a welded surface. Looking for crossings takes longest; it may be left out.
SurfaceHealth examine(const TriangleMesh& surface, bool find_crossings = true);

// What was understood, in words: "81.0 x 81.0 x 90.0 mm, 27.9 cm^3, 0.219 kg, watertight, 3840 triangles".
std::string describe(const SurfaceHealth& health, double density);  // [kg/m^3]

// The surface of one solid, seen from outside, or an InputError that tells in one sentence why it cannot be meshed:
// open, more than two triangles at an edge, several bodies, crossing itself, no volume, an absurd size. Degenerate
// triangles are left out, parts that are inside out are turned (a hollow inside is told from a body by what lies around
// it); both are said. Too many triangles are a LimitError.
TriangleMesh require_solid(TriangleMesh surface, const std::string& name, const MessageSink& say = {});

inline constexpr std::size_t kMostSolidTriangles = 2'000'000;

}  // namespace resound
