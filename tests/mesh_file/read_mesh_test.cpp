#include "mesh_file/mesh_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "geometry/closed_surface.h"
#include "geometry/mass_properties.h"
#include "geometry/polygon.h"
#include "geometry/weld.h"
#include "mesh_file/file_mesh.h"
#include "mesh_file/gltf_transform.h"
#include "mesh_file/stl_writer.h"
#include "scratch_folder.h"
#include "source_folder.h"

using namespace resound;

namespace {

const std::filesystem::path kMeshes = std::filesystem::path(RESOUND_TEST_DATA) / "meshes";

std::string refusal(const std::filesystem::path& path, std::optional<LengthUnit> units) {
  try {
    read_mesh(path, units);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("every variant of every format gives the same box") {
  const struct {
    const char* name;
    const char* format;
    bool is_solid;
  } files[] = {{"box.obj", "OBJ", false},
               {"box-ascii.ply", "PLY", false},
               {"box-little.ply", "PLY", false},
               {"box-big.ply", "PLY", false},
               {"box-ascii.stl", "STL", false},
               {"box-binary.stl", "STL", false},
               {"box-embedded.gltf", "glTF", false},
               {"box-beside.gltf", "glTF", false},
               {"box.glb", "glTF", false},
               {"box-22-order1-ascii.msh", "Gmsh", true},
               {"box-22-order1-binary.msh", "Gmsh", true},
               {"box-22-order2-ascii.msh", "Gmsh", true},
               {"box-22-order2-binary.msh", "Gmsh", true},
               {"box-41-order1-ascii.msh", "Gmsh", true},
               {"box-41-order1-binary.msh", "Gmsh", true},
               {"box-41-order2-ascii.msh", "Gmsh", true},
               {"box-41-order2-binary.msh", "Gmsh", true},
               {"box-ascii.vtk", "VTK", false},
               {"box-binary.vtk", "VTK", false},
               {"box-offsets.vtk", "VTK", false},
               {"box-grid-ascii.vtk", "VTK", true},
               {"box-grid-binary.vtk", "VTK", true},
               {"box-order2.vtk", "VTK", true}};
  for (const auto& file : files) {
    CAPTURE(file.name);
    const bool is_gltf = std::string(file.format) == "glTF";
    const LoadedMesh mesh =
        read_mesh(kMeshes / file.name, is_gltf ? std::nullopt : std::optional(LengthUnit::millimetre));
    CHECK(mesh.format == file.format);
    CHECK(is_closed(mesh.surface));
    CHECK(enclosed_volume(mesh.surface) == doctest::Approx(6e-6).epsilon(1e-6));
    const Vec3 centre = mass_properties(mesh.surface, 1).centre;
    const Vec3 expected = Vec3{0.015, 0.01, 0.005} + (is_gltf ? Vec3{0.1, 0.2, 0.3} : Vec3{});
    CHECK(length(centre - expected) < 1e-8);
    REQUIRE(mesh.solid.has_value() == file.is_solid);
    if (mesh.solid) CHECK(mass_properties(*mesh.solid, 1).volume == doctest::Approx(6e-6).epsilon(1e-6));
    if (!mesh.solid && !is_gltf) CHECK(mesh.surface.vertices.size() == 8);
  }
}

TEST_CASE("units scale the box and must be told where the format leaves them open") {
  const std::pair<const char*, double> units[] = {
      {"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
  for (const auto& [word, metre] : units) {
    REQUIRE(unit_named(word));
    CHECK(metres(*unit_named(word)) == metre);
    CHECK(enclosed_volume(read_mesh(kMeshes / "box.obj", unit_named(word)).surface) ==
          doctest::Approx(6000 * metre * metre * metre));
  }
  CHECK_FALSE(unit_named("parsec"));
  CHECK(refusal(kMeshes / "box.obj", std::nullopt).find("--units") != std::string::npos);
  CHECK(refusal(kMeshes / "box.glb", LengthUnit::inch).find("glTF is in metres") != std::string::npos);
  CHECK_THROWS_AS(read_mesh(kMeshes / "absent.obj", LengthUnit::metre), FileError);
  CHECK_THROWS_AS(read_mesh(kMeshes, LengthUnit::metre), InputError);  // a folder has no format
}

TEST_CASE("a mesh written as STL in millimetres reads back where it was") {
  const Scratch scratch;
  const TriangleMesh ball = icosphere(0.02, 2);
  std::ofstream(scratch / "ball.STL", std::ios::binary) << binary_stl(ball, {}, 1000);
  const LoadedMesh mesh = read_mesh(scratch / "ball.STL", LengthUnit::millimetre);
  CHECK(mesh.surface.vertices.size() == ball.vertices.size());
  CHECK(is_closed(mesh.surface));
  CHECK(enclosed_volume(mesh.surface) == doctest::Approx(enclosed_volume(ball)).epsilon(1e-6));
}

TEST_CASE("a mirrored glTF node still looks outward") {
  std::string text = content_of(kMeshes / "box-embedded.gltf");
  const std::size_t scale = text.find("0.001");
  REQUIRE(scale != std::string::npos);
  text.insert(scale, 1, '-');
  const FileMesh mesh = parse_gltf(text, "mirrored.gltf", {});
  CHECK(enclosed_volume({mesh.vertices, mesh.triangles}) == doctest::Approx(6e-6).epsilon(1e-5));
}

TEST_CASE("a notched polygon is cut into triangles that cover it once") {
  const std::vector<Vec3> arrow{{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}};
  const std::vector<Vec3> comb{{0, 0, 0}, {5, 0, 0}, {5, 3, 0}, {4, 3, 0}, {4, 1, 0}, {3, 1, 0},
                               {3, 3, 0}, {2, 3, 0}, {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
  const std::pair<const std::vector<Vec3>*, double> cases[] = {{&arrow, 6}, {&comb, 11}};
  for (const auto& [corners, area] : cases) {
    const std::vector<Triangle> triangles = triangulate(*corners);
    CHECK(triangles.size() == corners->size() - 2);
    double sum = 0;
    for (const Triangle& t : triangles) {
      const double z = cross((*corners)[t[1]] - (*corners)[t[0]], (*corners)[t[2]] - (*corners)[t[0]]).z;
      CHECK(z >= 0);
      sum += z / 2;
    }
    CHECK(sum == doctest::Approx(area));
  }
}

TEST_CASE("welding joins what is one place and nothing else") {
  TriangleMesh loose;
  const TriangleMesh ball = icosphere(1, 2);
  for (const Triangle& t : ball.triangles) {
    const int first = static_cast<int>(loose.vertices.size());
    for (const int v : t) loose.vertices.push_back(ball.vertices[v] + Vec3{1e-8, -1e-8, 0} * (first % 7));
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  const WeldedMesh welded = weld(loose, 1e-6);
  CHECK(welded.mesh.vertices.size() == ball.vertices.size());
  CHECK(welded.joined == static_cast<int>(loose.vertices.size() - ball.vertices.size()));
  CHECK(is_closed(welded.mesh));
  CHECK(weld(ball, 1e-6).joined == 0);
}
