#include "mesh_file/mesh_file.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/text_scanner.h"
#include "geometry/skin.h"
#include "geometry/tet_repair.h"
#include "geometry/weld.h"
#include "mesh_file/file_mesh.h"

namespace resound {
namespace {

constexpr double kWeldShare = 1e-6;  // of the body's size: far above single precision, far below any wall

std::string content_of(const std::filesystem::path& path) {
  std::error_code trouble;
  if (std::filesystem::is_directory(path, trouble))
    throw FileError(fmt::format("cannot open {}: it is a folder", path.string()));
  const std::uint64_t size = File(path, File::Mode::read).size();
  if (size > kMostFileBytes)
    throw LimitError(fmt::format("{}: the file has {} bytes; at most {} are read: simplify the mesh", path.string(),
                                 size, kMostFileBytes));
  return read_file(path);
}

struct Parsed {
  FileMesh mesh;
  const char* format;
  bool is_in_metres = false;
};

Parsed parse(const std::filesystem::path& path) {
  const std::string name = path.string(), ending = lowered(path.extension().string());
  const auto neighbour = [&](const std::string& file) { return content_of(folder_of(path) / file); };
  if (ending == ".obj") return {parse_obj(content_of(path), name), "OBJ"};
  if (ending == ".ply") return {parse_ply(content_of(path), name), "PLY"};
  if (ending == ".stl") return {parse_stl(content_of(path), name), "STL"};
  if (ending == ".msh") return {parse_msh(content_of(path), name), "Gmsh"};
  if (ending == ".vtk") return {parse_vtk(content_of(path), name), "VTK"};
  if (ending == ".gltf" || ending == ".glb") return {parse_gltf(content_of(path), name, neighbour), "glTF", true};
  throw InputError(fmt::format("{}: the name tells no format that is read; these are: {}", name, readable_formats()));
}

double scale_of(const Parsed& parsed, std::optional<LengthUnit> units, const std::string& name) {
  if (parsed.is_in_metres && units && *units != LengthUnit::metre)
    throw InputError(fmt::format("{}: glTF is in metres; leave out --units", name));
  if (parsed.is_in_metres) return 1;
  if (!units)
    throw InputError(fmt::format("{}: an {} file does not tell its unit of length; add --units m, cm, mm, in or ft",
                                 name, parsed.format));
  return metres(*units);
}

TetMesh solid_of(FileMesh& mesh) {
  TetMesh solid;
  if (mesh.curved_tets.empty()) {
    solid = promoted(mesh.vertices, mesh.tets);
  } else {
    solid.nodes = mesh.vertices;
    solid.tets = mesh.curved_tets;
  }
  orient(solid);
  drop_unused_nodes(solid);
  return solid;
}

}  // namespace

std::optional<LengthUnit> unit_named(std::string_view word) {
  if (word == "m") return LengthUnit::metre;
  if (word == "cm") return LengthUnit::centimetre;
  if (word == "mm") return LengthUnit::millimetre;
  if (word == "in") return LengthUnit::inch;
  if (word == "ft") return LengthUnit::foot;
  return std::nullopt;
}

double metres(LengthUnit unit) {
  switch (unit) {
    case LengthUnit::metre:
      return 1;
    case LengthUnit::centimetre:
      return 0.01;
    case LengthUnit::millimetre:
      return 0.001;
    case LengthUnit::inch:
      return 0.0254;
    case LengthUnit::foot:
      return 0.3048;
  }
  return 1;
}

std::string_view readable_formats() { return "obj, ply, stl, gltf, glb, msh, vtk"; }

LoadedMesh read_mesh(const std::filesystem::path& path, std::optional<LengthUnit> units) {
  Parsed parsed = parse(path);
  const double scale = scale_of(parsed, units, path.string());
  for (Vec3& v : parsed.mesh.vertices) v *= scale;
  LoadedMesh loaded;
  loaded.format = parsed.format;
  if (!parsed.mesh.tets.empty() && !parsed.mesh.curved_tets.empty())
    throw InputError(fmt::format("{}: tetrahedra of first and second order are mixed; write one kind", path.string()));
  TriangleMesh surface{std::move(parsed.mesh.vertices), std::move(parsed.mesh.triangles)};
  if (!parsed.mesh.tets.empty() || !parsed.mesh.curved_tets.empty()) {
    parsed.mesh.vertices = std::move(surface.vertices);
    loaded.solid = solid_of(parsed.mesh);
    loaded.surface = tet_skin(*loaded.solid).mesh;
    return loaded;
  }
  loaded.weld_tolerance = kWeldShare * extent(surface);
  WeldedMesh welded = weld(surface, loaded.weld_tolerance);
  loaded.surface = std::move(welded.mesh);
  loaded.joined_vertices = welded.joined;
  return loaded;
}

}  // namespace resound
