#include "mesh_file/surface_health.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "geometry/closed_surface.h"
#include "geometry/mass_properties.h"

using namespace resound;

namespace {

std::string refusal(const TriangleMesh& mesh) {
  try {
    require_solid(mesh, "a.stl");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void check_says(const std::string& text, const std::string& word) {
  CAPTURE(text);
  CHECK(text.find(word) != std::string::npos);
}

TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v += by;
  return mesh;
}

TriangleMesh both(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh mesh = a;
  const int first = static_cast<int>(a.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Triangle& t : b.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  return mesh;
}

}  // namespace

TEST_CASE("a sound surface is told in words") {
  const SurfaceHealth health = examine(box_mesh({0.2, 0.02, 0.005}));
  CHECK(health.is_watertight());
  CHECK(health.shells == 1);
  CHECK_FALSE(health.crosses_itself);
  CHECK(describe(health, 7850) == "200.0 x 20.0 x 5.0 mm, 20 cm^3, 0.157 kg, watertight, 12 triangles");
}

TEST_CASE("an open surface is refused, counting and naming its open edges") {
  TriangleMesh box = box_mesh({0.2, 0.02, 0.005});
  box.triangles.pop_back();
  const SurfaceHealth health = examine(box);
  CHECK(health.open_edges == 3);
  CHECK(health.first_open.size() == 3);
  check_says(refusal(box), "3 edges belong to one triangle only");
  check_says(refusal(box), "100.000, ");
  check_says(describe(health, 1), "not watertight (3 open edges)");
}

TEST_CASE("walls that meet three at an edge are refused") {
  TriangleMesh box = box_mesh({0.1, 0.1, 0.1});
  box.vertices.push_back({0, 0, 0.2});
  const Triangle& t = box.triangles[0];
  box.triangles.push_back({t[0], t[1], 8});
  box.triangles.push_back({t[1], t[0], 8});
  check_says(refusal(box), "more than two triangles");
}

TEST_CASE("what is inside out is turned and said") {
  TriangleMesh ball = icosphere(0.02, 2);
  const double volume = enclosed_volume(ball);
  for (Triangle& t : ball.triangles) std::swap(t[0], t[1]);
  std::string said;
  CHECK(enclosed_volume(require_solid(ball, "a.stl", [&](const std::string& text) { said = text; })) ==
        doctest::Approx(volume));
  check_says(said, "inside out");
  for (std::size_t i = 0; i < ball.triangles.size(); i += 3) std::swap(ball.triangles[i][0], ball.triangles[i][1]);
  const TriangleMesh turned = require_solid(ball, "a.stl", [&](const std::string& text) { said = text; });
  CHECK(is_closed(turned));
  CHECK(enclosed_volume(turned) == doctest::Approx(volume));
  check_says(said, "looked inward");
}

TEST_CASE("a hollow inside a body is kept hollow, two bodies are refused") {
  const TriangleMesh hollow = require_solid(both(icosphere(0.02, 2), icosphere(0.015, 2)), "a.stl");
  CHECK(enclosed_volume(hollow) ==
        doctest::Approx(enclosed_volume(icosphere(0.02, 2)) - enclosed_volume(icosphere(0.015, 2))));
  check_says(refusal(both(icosphere(0.02, 2), moved(icosphere(0.02, 2), {0.1, 0, 0}))), "2 separate bodies");
}

TEST_CASE("a surface that crosses itself is refused with the place") {
  const TriangleMesh crossed = both(icosphere(0.02, 2), moved(icosphere(0.02, 2), {0.03, 0.001, 0.002}));
  CHECK(examine(crossed).crosses_itself);
  check_says(refusal(crossed), "crosses itself near");
  CHECK_FALSE(examine(icosphere(0.02, 4)).crosses_itself);
}

TEST_CASE("empty, degenerate, flat, endless and absurd meshes are refused") {
  check_says(refusal({}), "no triangles");
  check_says(refusal({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 1}, {0, 0, 1}}}), "without area");
  check_says(refusal({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}), "next to nothing");
  check_says(refusal({{{0, 0, std::nan("")}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}), "NaN");
  check_says(refusal(icosphere(500, 1)), "check --units");
  check_says(refusal(icosphere(1e-6, 1)), "check --units");
  TriangleMesh huge;
  huge.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  huge.triangles.assign(kMostSolidTriangles + 1, {0, 1, 2});
  CHECK_THROWS_AS(require_solid(huge, "a.stl"), LimitError);
}

TEST_CASE("triangles without area are left out and said") {
  TriangleMesh box = box_mesh({0.1, 0.1, 0.1});
  box.triangles.push_back({0, 0, 1});
  std::string said;
  CHECK(is_closed(require_solid(box, "a.stl", [&](const std::string& text) { said = text; })));
  check_says(said, "1 triangles without area");
}
