#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "geometry/tet_mesh.h"
#include "geometry/triangle_mesh.h"

// Meshes from files: OBJ, PLY, STL, glTF/GLB, Gmsh .msh, VTK legacy.
namespace resound {

enum class LengthUnit { metre, centimetre, millimetre, inch, foot };

std::optional<LengthUnit> unit_named(std::string_view word);  // "m", "cm", "mm", "in", "ft"
double metres(LengthUnit unit);                               // [m]  that one of it has

struct LoadedMesh {
  TriangleMesh surface;          // [m]  welded; seen from outside only after require_solid (surface_health.h)
  std::optional<TetMesh> solid;  // [m]  if the file held tetrahedra; `surface` is then their skin
  std::string format;            // "STL"
  double weld_tolerance = 0;     // [m]
  int joined_vertices = 0;       // by welding
};

// The name of the file tells the format. All formats but glTF, which is in metres, leave the unit open: it must be
// given. Throws InputError (what is wrong and where), LimitError (too much), FileError (cannot be read).
LoadedMesh read_mesh(const std::filesystem::path& path, std::optional<LengthUnit> units);

// The formats by the endings of their names, for messages: "obj, ply, stl, gltf, glb, msh, vtk".
std::string_view readable_formats();

}  // namespace resound
