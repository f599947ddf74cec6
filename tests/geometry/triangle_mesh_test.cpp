#include "geometry/triangle_mesh.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

using namespace resound;

namespace {

// V = 1/3 of the flux of x through the skin (divergence theorem); positive only if the triangles look outward.
double enclosed_volume(const TriangleMesh& mesh) {
  double six_volumes = 0;
  for (const Triangle& t : mesh.triangles)
    six_volumes += dot(mesh.vertices[t[0]], cross(mesh.vertices[t[1]], mesh.vertices[t[2]]));
  return six_volumes / 6;
}

// How often each directed edge is walked.
std::map<std::pair<int, int>, int> directed_edges(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> count;
  for (const Triangle& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++count[{t[k], t[(k + 1) % 3]}];
  return count;
}

bool is_closed(const TriangleMesh& mesh) {
  const auto edges = directed_edges(mesh);
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && back != edges.end() && back->second == 1;
  });
}

int euler_characteristic(const TriangleMesh& mesh) {
  const int edges = static_cast<int>(directed_edges(mesh).size()) / 2;
  return static_cast<int>(mesh.vertices.size()) - edges + static_cast<int>(mesh.triangles.size());
}

// Both bodies are convex about the origin, so that outward means away from it.
int triangles_that_look_inward(const TriangleMesh& mesh) {
  return static_cast<int>(std::count_if(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
    const Vec3 a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
    return dot(cross(b - a, c - a), a + b + c) <= 0;
  }));
}

}  // namespace

TEST_CASE("a box is closed, looks outward, is a sphere to Euler and encloses its volume") {
  for (const int slices : {1, 2, 37}) {
    const TriangleMesh mesh = box_mesh({0.5, 0.04, 0.01}, slices);
    CHECK(is_closed(mesh));
    CHECK(triangles_that_look_inward(mesh) == 0);
    CHECK(euler_characteristic(mesh) == 2);
    CHECK(enclosed_volume(mesh) == doctest::Approx(0.5 * 0.04 * 0.01).epsilon(1e-12));
  }
}

TEST_CASE("a round bar is closed, looks outward, is a sphere to Euler and encloses a regular prism") {
  for (const int sides : {3, 8, 32}) {
    const TriangleMesh mesh = round_bar_mesh(0.7, 0.02, 5, sides);
    CHECK(is_closed(mesh));
    CHECK(triangles_that_look_inward(mesh) == 0);
    CHECK(euler_characteristic(mesh) == 2);
    const double section = 0.5 * sides * 0.02 * 0.02 * std::sin(2 * std::numbers::pi / sides);  // [m^2]
    CHECK(enclosed_volume(mesh) == doctest::Approx(0.7 * section).epsilon(1e-12));
  }
}

TEST_CASE("doubling the sides of a round bar divides its missing volume by four") {
  const auto missing = [](int sides) {
    return std::numbers::pi * 0.02 * 0.02 * 0.7 - enclosed_volume(round_bar_mesh(0.7, 0.02, 3, sides));
  };
  CHECK(missing(32) / missing(64) == doctest::Approx(4.0).epsilon(0.01));
}

TEST_CASE("vertices come slice by slice along the bar") {
  const TriangleMesh mesh = box_mesh({1.0, 0.1, 0.1}, 4);
  REQUIRE(mesh.vertices.size() == 5 * 4);
  for (int i = 0; i <= 4; ++i)
    for (int k = 0; k < 4; ++k) CHECK(mesh.vertices[4 * i + k].x == doctest::Approx(0.25 * i - 0.5));
}
