#include <doctest/doctest.h>

#include "emission/csv.h"
#include "numerics/pi.h"
#include "radiation/bodies.h"
#include "radiation/rayleigh.h"

using namespace resound;
using namespace resound::test;

namespace {

// A disc of 6 rings^2 triangles whose area is that of the circle.
TriangleMesh disc(double radius, int rings) {
  const double corner = kPi / (6.0 * rings);  // half the angle of a side of the outline
  const double stretch = std::sqrt(kPi / (6 * rings * std::sin(corner) * std::cos(corner)));
  TriangleMesh mesh{{{0, 0, 0}}, {}};
  for (int ring = 1; ring <= rings; ++ring)
    for (int i = 0; i < 6 * ring; ++i) {
      const double r = stretch * radius * ring / rings, phi = kPi * i / (3.0 * ring);
      mesh.vertices.push_back({r * std::cos(phi), r * std::sin(phi), 0});
    }
  const auto vertex = [](int ring, int i) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + i % (6 * ring); };
  for (int ring = 1; ring <= rings; ++ring)
    for (int side = 0; side < 6; ++side)
      for (int i = 0; i < ring; ++i) {
        const int outer = side * ring + i, inner = side * (ring - 1) + i;
        mesh.triangles.push_back({vertex(ring, outer), vertex(ring, outer + 1), vertex(ring - 1, inner)});
        if (i + 1 < ring)
          mesh.triangles.push_back({vertex(ring - 1, inner), vertex(ring, outer + 1), vertex(ring - 1, inner + 1)});
      }
  return mesh;
}

}  // namespace

TEST_CASE("a piston in a wall radiates by Rayleigh's integral as it should, on and off its axis") {
  const TriangleMesh mesh = disc(0.05, 8);
  REQUIRE(mesh.triangles.size() == 384);
  const std::vector<double> speed(384, 1.0);
  const RadiationSettings air;
  int rows = 0;
  for (const auto& row : read_csv("piston.csv")) {
    if (row[0] != "8") continue;
    const double ka = std::stod(row[2]), r = std::stod(row[3]), angle = std::stod(row[4]) * kPi / 180;
    const Vec3 place{r * std::sin(angle), 0, r * std::cos(angle)};
    const double exact = std::stod(row[5]);
    const auto p = rayleigh_baffled(mesh, speed, ka / 0.05 * air.speed_of_sound, place, air);
    CAPTURE(ka);
    CAPTURE(r);
    CAPTURE(angle);
    const double error = level(std::abs(p) / (air.air_density * air.speed_of_sound) / exact);
    CHECK(std::abs(error) < std::stod(row[6]) + 0.03);  // no worse than one point a triangle
    ++rows;
  }
  CHECK(rows >= 30);
}
