#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "liquid/sphere_samples.h"
#include "liquid/tanks.h"
#include "liquid/wall_samples.h"
#include "numerics/pi.h"

namespace resound {
namespace {

double volume_of(const std::vector<WallSample>& samples, double depth, double spacing) {
  double sum = 0;
  for (const WallSample& sample : samples)
    if (std::abs(sample.depth - depth) < 1e-9) sum += sample.share * std::pow(spacing, 3);
  return sum;
}

// A tube about z, of many sides.
TriangleMesh tube(double radius, double height) {
  TriangleMesh mesh;
  const int sides = 96;
  for (int i = 0; i < sides; ++i)
    for (const double z : {0.0, height})
      mesh.vertices.push_back({radius * std::cos(kTurn * i / sides), radius * std::sin(kTurn * i / sides), z});
  for (int i = 0; i < sides; ++i) {
    const int a = 2 * i, b = 2 * ((i + 1) % sides);
    mesh.triangles.push_back({a, b, b + 1});
    mesh.triangles.push_back({a, b + 1, a + 1});
  }
  return mesh;
}

}  // namespace

TEST_CASE("a flat wall is filled with a square lattice on either side") {
  TriangleMesh square;
  square.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  const auto samples = sample_wall(square, 0.05, 3);
  CHECK(samples.size() == 2 * 3 * 20 * 20);
  for (const WallSample& sample : samples) {
    CHECK(std::abs(std::abs(sample.place.z) - sample.depth) < 1e-12);
    CHECK(sample.outward.z * sample.place.z < 0);
  }
  CHECK(sample_wall(square, 0.05, 3, true).size() == 3 * 20 * 20);
}

TEST_CASE("layers behind a round wall hold the volume that is there") {
  const double radius = 0.05, height = 0.2, dx = 0.004;
  const auto samples = sample_wall(tube(radius, height), dx, 3, true);
  for (const double depth : {0.5 * dx, 1.5 * dx, 2.5 * dx}) {
    const double expected = kTurn * (radius - depth) * height * dx;  // its front is outside
    CHECK(volume_of(samples, depth, dx) == doctest::Approx(expected).epsilon(0.05));
  }
}

TEST_CASE("the particles of a ball have its volume") {
  double sum = 0;
  for (const WallSample& sample : sample_sphere(0.02, 0.004, 5)) sum += sample.share * std::pow(0.004, 3);
  CHECK(sum == doctest::Approx(4 * kPi / 3 * std::pow(0.02, 3)).epsilon(1e-9));
}

TEST_CASE("a box without a lid is open and a closed skin is closed") {
  CHECK(is_closed(box_mesh({1, 2, 3})));
  CHECK(!is_closed(tube(1, 1)));
}

}  // namespace resound
