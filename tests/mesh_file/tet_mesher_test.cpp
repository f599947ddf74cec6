#include "mesh_file/tet_mesher.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <numbers>

#include "base/error.h"
#include "fem/modes.h"
#include "geometry/closed_surface.h"
#include "geometry/element_size.h"
#include "geometry/mass_properties.h"
#include "geometry/shape_meridians.h"
#include "geometry/skin.h"
#include "geometry/surface_index.h"
#include "geometry/tet_repair.h"
#include "mesh_file/surface_health.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

double worst_quality(const TetMesh& mesh) {
  double worst = 1;
  for (const Tet10& tet : mesh.tets) worst = std::min(worst, quality(mesh, tet));
  return worst;
}

TriangleMesh l_bracket() {
  const std::vector<Vec3> outline{{0, 0, 0},         {0.06, 0, 0},     {0.06, 0.005, 0},
                                  {0.005, 0.005, 0}, {0.005, 0.06, 0}, {0, 0.06, 0}};
  TriangleMesh mesh;
  for (const double z : {0.0, 0.03})
    for (const Vec3& p : outline) mesh.vertices.push_back({p.x, p.y, z});
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, 6 + j});
    mesh.triangles.push_back({i, 6 + j, 6 + i});
  }
  for (const Triangle& t : {Triangle{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    mesh.triangles.push_back({6 + t[0], 6 + t[1], 6 + t[2]});
    mesh.triangles.push_back({t[0], t[2], t[1]});
  }
  return mesh;
}

}  // namespace

TEST_CASE("flat-sided bodies keep their exact volume and skin") {
  const std::pair<TriangleMesh, double> bodies[] = {{box_mesh({0.1, 0.02, 0.005}), 1e-5},
                                                    {l_bracket(), 0.03 * 0.575e-3}};
  for (const auto& [surface, volume] : bodies) {
    const TetMesh solid = tetrahedra(require_solid(surface, "body"), "body", {.edge = 0.01});
    CHECK(mass_properties(solid, 1).volume == doctest::Approx(volume).epsilon(1e-5));
    CHECK(worst_quality(solid) > 0.1);
    const TriangleMesh skin = tet_skin(solid).mesh;
    CHECK(is_closed(skin));
    CHECK(enclosed_volume(skin) == doctest::Approx(volume).epsilon(1e-5));
  }
}

TEST_CASE("a ball's tetrahedra are curved as the ball") {
  const TriangleMesh ball = icosphere(0.02, 4);
  const TetMesh solid = tetrahedra(ball, "ball", {.edge = 0.008});
  const double exact = 4 * std::numbers::pi / 3 * 8e-6;
  CHECK(mass_properties(solid, 1).volume == doctest::Approx(exact).epsilon(0.005));
  const TetSkin skin = tet_skin(solid);
  for (const Vec3& v : skin.mesh.vertices) CHECK(length(v) == doctest::Approx(0.02).epsilon(0.01));
  // straight tetrahedra through the same corners lose several per cent
  TetMesh straight = solid;
  straighten_bad(straight, 2);
  CHECK(mass_properties(straight, 1).volume < 0.97 * exact);
}

TEST_CASE("a hollow stays hollow") {
  TriangleMesh hollow = icosphere(0.02, 3);
  const TriangleMesh inner = icosphere(0.012, 3);
  const int first = static_cast<int>(hollow.vertices.size());
  hollow.vertices.insert(hollow.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  for (const Triangle& t : inner.triangles) hollow.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  const TriangleMesh surface = require_solid(hollow, "hollow");
  const TetMesh solid = tetrahedra(surface, "hollow", {.edge = 0.008});
  CHECK(mass_properties(solid, 1).volume == doctest::Approx(enclosed_volume(surface)).epsilon(0.01));
}

TEST_CASE("the same surface gives the same tetrahedra, bit for bit, whatever surrounds the program") {
  const TriangleMesh bowl = revolved_skin(meridian_mesh(BowlShape{0.11, 0.085, 0.0115}, {.edge = 0.0116})).mesh;
  const TetMesh first = tetrahedra(bowl, "bowl", {.edge = 0.0232});
  const Scratch scratch;
  const std::string deep = (scratch.folder() / "some" / "where" / "else").string();
  std::filesystem::create_directories(deep);
  // each of these alone once moved gmsh's addresses, and with them its elements
  const std::pair<const char*, std::string> surroundings[] = {
      {"TMPDIR", deep}, {"RESOUND_TEST", "bar"}, {"RESOUND_TEST", std::string(3000, 'x')}, {"OMP_NUM_THREADS", "3"}};
  for (const auto& [name, value] : surroundings) {
    setenv(name, value.c_str(), 1);
    const TetMesh again = tetrahedra(bowl, "bowl", {.edge = 0.0232});
    unsetenv(name);
    CAPTURE(name);
    CHECK(again.tets == first.tets);
    CHECK(std::ranges::equal(again.nodes, first.nodes));
  }
}

TEST_CASE("the temporary folder is gone afterwards, and too fine an edge is refused before it starts") {
  const Scratch scratch;
  setenv("TMPDIR", scratch.folder().c_str(), 1);  // a place of our own: other tests mesh at the same time
  CHECK_THROWS_AS(tetrahedra(icosphere(0.02, 2), "ball", {.edge = 1e-5}), LimitError);
  CHECK_THROWS_AS(tetrahedra(icosphere(0.02, 2), "ball", {.edge = 0}), InputError);
  TriangleMesh open = icosphere(0.02, 2);
  open.triangles.erase(open.triangles.begin(), open.triangles.begin() + 3);
  CHECK_THROWS_WITH_AS(tetrahedra(open, "ball", {.edge = 0.01}), doctest::Contains("gmsh could not fill"), InputError);
  CHECK(std::filesystem::is_empty(scratch.folder()));
  unsetenv("TMPDIR");
}

TEST_SUITE("slow") {
  TEST_CASE("a thin cup from its triangles is whole and closed and has no bad elements") {
    const TriangleMesh cup =
        revolved_skin(meridian_mesh(CupShape{}, {.edge = 0.004}), {.around = 96, .spacing = 0.003}).mesh;
    const TetMesh solid = tetrahedra(require_solid(cup, "cup"), "cup", {.edge = 0.0036});
    CHECK(mass_properties(solid, 1).volume == doctest::Approx(enclosed_volume(cup)).epsilon(0.003));
    CHECK(is_closed(tet_skin(solid).mesh));
    CHECK(worst_quality(solid) > 0.005);
    CHECK(solid.tets.size() < 30'000);
  }

  TEST_CASE("a one-millimetre steel cup from its triangles rings within 2.5 per cent of the exact 447.65 Hz") {
    const TriangleMesh cup =
        revolved_skin(meridian_mesh(CupShape{}, {.edge = 0.004}), {.around = 96, .spacing = 0.003}).mesh;
    const double edge = default_edge(SurfaceIndex(cup).thinnest_wall(), 0.09, {200e9, 0.3, 7850});
    const TetMesh solid = tetrahedra(require_solid(cup, "cup"), "cup", {.edge = edge});
    ModeSearch search;
    search.max_frequency = 1300;
    const auto modes = tet_modes(solid, {200e9, 0.3, 7850}, {}, search);
    REQUIRE(modes.size() == 4);  // two pairs: n = 2 and n = 3
    const double exact[] = {447.65, 447.65, 1200.8, 1200.8};
    for (std::size_t i = 0; i < 4; ++i)
      CHECK(modes[i].omega / (2 * std::numbers::pi) == doctest::Approx(exact[i]).epsilon(0.025));
  }
}
