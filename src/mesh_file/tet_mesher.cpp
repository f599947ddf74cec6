#include "mesh_file/tet_mesher.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>

#include "base/child_process.h"
#include "base/error.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_index.h"
#include "geometry/tet_repair.h"
#include "mesh_file/file_mesh.h"
#include "mesh_file/stl_writer.h"

namespace resound {
namespace {

namespace fs = std::filesystem;

constexpr double kWorstQuality = 1e-4;  // flatter tetrahedra spoil the conditioning of the stiffness
constexpr int kPatience = 900;          // [s]

// A folder of our own that is gone when we are. The mesh that gmsh makes depends on how long the path of its working
// folder is (it sorts by addresses, and strings move them), so that ours is always of the same length.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const fs::path parent = fs::canonical(fs::temp_directory_path());
    std::string name = (parent / "resound-mesh-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw FileError("cannot make a temporary folder in " + parent.string());
    outer_ = inner_ = name;
    if (name.size() + 2 > kPathLength) return;
    inner_ /= std::string(kPathLength - name.size() - 1, 'x');
    fs::create_directory(inner_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(outer_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string string() const { return inner_.string(); }
  fs::path operator/(const char* name) const { return inner_ / name; }

 private:
  static constexpr std::size_t kPathLength = 240;
  fs::path outer_, inner_;
};

// Where a program is; its bare name if it is nowhere.
std::string place_of(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder) / program; ::access(file.c_str(), X_OK) == 0)
      return fs::absolute(file).string();
  return program;
}

// Ways to go about it, tried in this order. HXT makes the best elements; Delaunay is the more patient one; the
// triangles as they are help where the surface cannot be flattened.
struct Way {
  bool meshes_surface_anew;
  int algorithm;  // gmsh: 10 HXT, 1 Delaunay
};
constexpr Way kWays[] = {{true, 10}, {true, 1}, {false, 1}};

// Lengths are in units of the edge: gmsh's tolerances are made for sizes about one.
std::string recipe(const Way& way) {
  std::string text = "Merge \"body.stl\";\n";
  if (way.meshes_surface_anew) text += "ClassifySurfaces{40*Pi/180, 1, 1, Pi};\nCreateGeometry;\n";
  text += "Surface Loop(1) = Surface{:};\nVolume(1) = {1};\n";
  text += "Mesh.CharacteristicLengthMin = 0.5;\nMesh.CharacteristicLengthMax = 1;\n";
  text += fmt::format("Mesh.Algorithm3D = {};\nMesh.Optimize = 1;\n", way.algorithm);
  return text + "Mesh.ElementOrder = 2;\nMesh.HighOrderOptimize = 0;\nMesh.SaveAll = 1;\nGeneral.NumThreads = 1;\n";
}

// Runs gmsh in its folder and without our environment, which would change its mesh; nothing if it gives up.
std::optional<FileMesh> run_gmsh(const TemporaryFolder& folder, const Way& way) {
  write_file(folder / "body.geo", recipe(way));
  try {
    run_program({"env", "-i", "-C", folder.string(), "timeout", std::to_string(kPatience), place_of("gmsh"), "-3",
                 "body.geo", "-o", "body.msh", "-format", "msh22", "-bin", "-v", "2"});
    FileMesh mesh = parse_msh(read_file(folder / "body.msh"), "gmsh");
    if (mesh.curved_tets.empty()) return std::nullopt;
    return mesh;
  } catch (const FileError&) {
    run_program({"gmsh", "-version"});  // tells what to install if it is not there
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

double worst_quality(const TetMesh& mesh) {
  double worst = 1;
  for (const Tet10& tet : mesh.tets) worst = std::min(worst, quality(mesh, tet));
  return worst;
}

TetMesh scaled_back(FileMesh mesh, const Vec3& origin, double scale) {
  TetMesh solid;
  solid.nodes = std::move(mesh.vertices);
  solid.tets = std::move(mesh.curved_tets);
  for (Vec3& node : solid.nodes) node = origin + scale * node;
  orient(solid);
  drop_unused_nodes(solid);
  return solid;
}

}  // namespace

TetMesh tetrahedra(const TriangleMesh& surface, const std::string& name, const TetSettings& settings) {
  const double edge = settings.edge;
  const MassProperties body = mass_properties(surface, 1);
  if (!(edge > 0) || !std::isfinite(edge))
    throw InputError(fmt::format("an element edge of {} m cannot be made", edge));
  // regular tetrahedra of this edge in the volume, and at least the two layers of half-filled ones under the surface
  const double expected = std::max(8.5 * body.volume, 3 * edge * surface_area(surface)) / (edge * edge * edge);
  if (expected > kMostTets)
    throw LimitError(
        fmt::format("{}: an edge of {:.3g} mm would make about {:.0f} tetrahedra; at most {:.0f} are made: "
                    "choose a larger --edge",
                    name, 1e3 * edge, expected, kMostTets));
  const TemporaryFolder folder;
  write_file(folder / "body.stl", binary_stl(surface, body.centre, 1 / edge));
  const SurfaceIndex index(surface);
  for (const Way& way : kWays) {
    auto made = run_gmsh(folder, way);
    if (!made) continue;
    TetMesh solid = scaled_back(std::move(*made), body.centre, edge);
    const MendedEdges mended = mend_bad(solid, [&](const Vec3& middle) { return index.nearest(middle)->position; });
    const double volume = mass_properties(solid, 1).volume;
    const bool is_whole = std::abs(volume / body.volume - 1) < 0.1;
    if (worst_quality(solid) < kWorstQuality || !is_whole) continue;
    if (mended.straightened > 0 && settings.say)
      settings.say(fmt::format("{}: {} curved edges would have folded their tetrahedra and were made straight", name,
                               mended.straightened));
    return solid;
  }
  throw InputError(
      fmt::format("{}: gmsh could not fill the surface with tetrahedra of {:.3g} mm; remesh the surface more "
                  "evenly, or choose another --edge",
                  name, 1e3 * edge));
}

}  // namespace resound
