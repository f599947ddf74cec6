#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "mesh_file/file_mesh.h"
#include "scratch_folder.h"
#include "source_folder.h"

using namespace resound;

namespace {

const std::filesystem::path kMeshes = std::filesystem::path(RESOUND_TEST_DATA) / "meshes";

template <class Parse>
std::string refusal(const Parse& parse) {
  try {
    parse();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& word) {
  CAPTURE(text);
  const bool found = text.find(word) != std::string::npos;
  CHECK(found);
  return found;
}

using Parser = FileMesh (*)(std::string_view, const std::string&);
FileMesh gltf(std::string_view bytes, const std::string& name) {
  return parse_gltf(bytes, name, [](const std::string&) { return std::string(); });
}
Parser parser_for(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".obj"   ? parse_obj
         : ending == ".ply" ? parse_ply
         : ending == ".stl" ? parse_stl
         : ending == ".msh" ? parse_msh
         : ending == ".vtk" ? parse_vtk
                            : gltf;
}

}  // namespace

TEST_CASE("a file cut off anywhere is refused or holds less, never more") {
  int cut_files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kMeshes)) {
    if (entry.path().extension() == ".bin") continue;
    const Parser parse = parser_for(entry.path());
    const std::string whole = content_of(entry.path());
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 100);
    for (std::size_t size = 0; size < whole.size(); size += step) {
      try {
        const FileMesh mesh = parse(std::string_view(whole).substr(0, size), "cut");
        CHECK(mesh.vertices.size() <= 200);
      } catch (const InputError& error) {
        CHECK(std::string(error.what()).starts_with("cut"));
      }
    }
    ++cut_files;
  }
  CHECK(cut_files >= 20);
}

TEST_CASE("an OBJ's faults are told with the line") {
  contains(refusal([] { parse_obj("v 0 0 0\nv 1 0\n", "a.obj"); }), "a.obj:2: a vertex has \"\"");
  contains(refusal([] { parse_obj("v 0 0 zero\n", "a.obj"); }), "\"zero\"");
  contains(refusal([] { parse_obj("v 0 0 0\nf 1 2\n", "a.obj"); }), "a.obj:2: a face has 2 corners");
  contains(refusal([] { parse_obj("v 0 0 0\nf 0 1 1\n", "a.obj"); }), "a.obj:2");
  contains(refusal([] { parse_obj("v 0 0 0\nf 1 2 9\n", "a.obj"); }), "outside of the 1");
  contains(refusal([] { parse_obj("v 0 0 0\nf -1 -2 -1\n", "a.obj"); }), "a.obj:2");
  contains(refusal([] { parse_obj("v nan 0 0\n", "a.obj"); }), "no place");
  contains(refusal([] { parse_obj("v 1e999 0 0\n", "a.obj"); }), "a.obj:1");
}

TEST_CASE("counts that lie take no memory") {
  std::string stl(80, ' ');
  stl += "\xff\xff\xff\xff";
  stl += std::string(100, '\0');
  contains(refusal([&] { parse_stl(stl, "a.stl"); }), "4294967295 triangles are announced, but only 100 bytes follow");
  const std::string ply =
      "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nend_header\nabcd";
  contains(refusal([&] { parse_ply(ply, "a.ply"); }), "byte");
  const std::string list =
      "ply\nformat ascii 1.0\nelement face 1\nproperty list int int vertex_indices\nend_header\n2000000000 1 2 3\n";
  contains(refusal([&] { parse_ply(list, "a.ply"); }), "2000000000 values of a list");
  contains(refusal([&] {
             parse_vtk("# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 999999999999 float\n1 2 3\n",
                       "a.vtk");
           }),
           "are announced");
  contains(refusal([&] {
             parse_msh("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n900000000\n1 0 0 0\n$EndNodes\n", "a.msh");
           }),
           "900000000 nodes are announced");
  std::string glb = content_of(kMeshes / "box-embedded.gltf");
  glb.replace(glb.find("\"count\": 8"), 10, "\"count\": 888888888");
  contains(refusal([&] { gltf(glb, "a.gltf"); }), "888888888");
}

TEST_CASE("a glTF reads no file outside of its folder") {
  for (const char* uri : {"../secret.bin", "/etc/passwd", "a/b.bin", "..%2Fsecret.bin", "..", "http://x/y"}) {
    std::string text = content_of(kMeshes / "box-beside.gltf");
    text.replace(text.find("box%20beside.bin"), 16, uri);
    contains(refusal([&] {
               parse_gltf(text, "a.gltf", [](const std::string&) -> std::string {
                 FAIL("asked");
                 return "";
               });
             }),
             "only files in the same folder");
  }
}

TEST_CASE("glTF nodes in a circle, compression and broken JSON are refused") {
  contains(refusal([] { gltf(R"({"nodes":[{"children":[0]}],"scenes":[{"nodes":[0]}]})", "a.gltf"); }), "no tree");
  contains(refusal([] { gltf(R"({"extensionsRequired":["KHR_draco_mesh_compression"]})", "a.gltf"); }),
           "without compression");
  contains(refusal([] { gltf("{", "a.gltf"); }), "JSON");
  contains(refusal([] { gltf("", "a.gltf"); }), "JSON");
}

TEST_CASE("bricks and strange cells are refused by name") {
  const std::string brick =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 5 0 1 1 1 1 1 1 1 "
      "1\n$EndElements\n";
  contains(refusal([&] { parse_msh(brick, "a.msh"); }), "make tetrahedra");
  contains(refusal([&] { parse_msh("$MeshFormat\n3 0 8\n$EndMeshFormat\n", "a.msh"); }), "2.2 and 4.1");
  contains(refusal([&] {
             parse_vtk(
                 "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 1 float\n0 0 0\nCELLS 1 2\n1 "
                 "0\nCELL_TYPES 1\n12\n",
                 "a.vtk");
           }),
           "type 12");
  contains(refusal([&] { parse_vtk("# vtk DataFile Version 3.0\n\nASCII\nDATASET STRUCTURED_POINTS\n", "a.vtk"); }),
           "POLYDATA");
}
