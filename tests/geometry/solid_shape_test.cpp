#include "geometry/solid_shape.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "geometry/mass_properties.h"
#include "geometry/shape_meridians.h"
#include "geometry/shape_tets.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

double volume_of(const MeridianMesh& mesh) { return mass_properties(mesh, 1).volume; }
double volume_of(const TetMesh& mesh) { return mass_properties(mesh, 1).volume; }

// The area that each corner of a quadrilateral spans, and of its centre: all positive in a healthy element.
double worst_corner(const MeridianMesh& mesh) {
  double worst = 1;
  for (const Quad8& q : mesh.quads)
    for (std::size_t k = 0; k < 4; ++k) {
      const MeridianPoint &p = mesh.nodes[q[k]], &a = mesh.nodes[q[k + 4]], &b = mesh.nodes[q[(k + 3) % 4 + 4]];
      const double ar = a.r - p.r, az = a.z - p.z, br = b.r - p.r, bz = b.z - p.z;
      worst = std::min(worst, (ar * bz - az * br) / (std::hypot(ar, az) * std::hypot(br, bz)));
    }
  return worst;
}

}  // namespace

TEST_CASE("a bar in tetrahedra has the bar's volume and inertia") {
  const BarShape bar{0.2, 0.02, 0.005};
  const TetMesh mesh = tet_mesh(bar, 0.01);
  CHECK(mesh.tets.size() == 6 * 20 * 2 * 1);
  const MassProperties p = mass_properties(mesh, 7850);
  CHECK(p.mass == doctest::Approx(7850 * 0.2 * 0.02 * 0.005).epsilon(1e-12));
  CHECK(length(p.centre) < 1e-15);
  CHECK(p.inertia[8] == doctest::Approx(p.mass * (0.2 * 0.2 + 0.02 * 0.02) / 12).epsilon(1e-12));
  CHECK(std::abs(p.inertia[1]) < 1e-15);
}

TEST_CASE("all tetrahedra of a bar are positive and use every node") {
  const TetMesh mesh = tet_mesh(BarShape{0.03, 0.02, 0.01}, 0.01, 2);
  std::vector<int> uses(mesh.nodes.size());
  for (const Tet10& t : mesh.tets) {
    const Vec3 &a = mesh.nodes[t[0]], &b = mesh.nodes[t[1]], &c = mesh.nodes[t[2]], &d = mesh.nodes[t[3]];
    CHECK(dot(b - a, cross(c - a, d - a)) > 0);
    for (const int node : t) ++uses[node];
    CHECK(length(mesh.nodes[t[4]] - (a + b) / 2) < 1e-15);
    CHECK(length(mesh.nodes[t[5]] - (b + c) / 2) < 1e-15);
    CHECK(length(mesh.nodes[t[6]] - (c + a) / 2) < 1e-15);
    CHECK(length(mesh.nodes[t[7]] - (a + d) / 2) < 1e-15);
    CHECK(length(mesh.nodes[t[8]] - (b + d) / 2) < 1e-15);
    CHECK(length(mesh.nodes[t[9]] - (c + d) / 2) < 1e-15);
  }
  for (const int count : uses) CHECK(count > 0);
}

TEST_CASE("a vibraphone bar has the volume that its arch leaves") {
  const VibraphoneShape s;
  // the arch takes away  width (thickness - middle) arch (1 - 1/(p+1))
  const double taken = s.width * (s.thickness - s.middle) * s.arch * (1 - 1 / (s.arch_power + 1));
  const double exact = s.width * s.thickness * s.length - taken;
  CHECK(volume_of(tet_mesh(s, 0.01)) == doctest::Approx(exact).epsilon(1e-4));
  CHECK(volume_of(tet_mesh(s, 0.005)) == doctest::Approx(exact).epsilon(1e-5));
  double lowest = 0, highest = 0;
  for (const Vec3& p : tet_mesh(s, 0.01).nodes) {
    lowest = std::min(lowest, p.z);
    highest = std::max(highest, p.z);
  }
  CHECK(highest == doctest::Approx(s.thickness / 2));
  CHECK(lowest == doctest::Approx(-s.thickness / 2));
}

TEST_CASE("bodies of revolution have the volumes of closed forms") {
  const MeridianSize size{.edge = 0.003, .layers = 2};
  CHECK(volume_of(meridian_mesh(RingShape{0.04, 0.001, 0.005}, size)) ==
        doctest::Approx(2 * kPi * 0.04 * 0.001 * 0.005).epsilon(1e-12));
  CHECK(volume_of(meridian_mesh(TubeShape{0.02, 0.3, 0.002}, size)) ==
        doctest::Approx(kPi * (0.02 * 0.02 - 0.018 * 0.018) * 0.3).epsilon(1e-12));
  CHECK(volume_of(meridian_mesh(SphereShape{0.02}, size)) == doctest::Approx(4 * kPi / 3 * 8e-6).epsilon(1e-4));
  CHECK(volume_of(meridian_mesh(BowlShape{0.05, 0.05, 0.004}, size)) ==
        doctest::Approx(2 * kPi / 3 * (std::pow(0.05, 3) - std::pow(0.046, 3))).epsilon(1e-5));
  CHECK(volume_of(meridian_mesh(CupShape{0.0405, 0.09, 0.001, 0.002}, size)) ==
        doctest::Approx(kPi * (0.0405 * 0.0405 * 0.09 - 0.0395 * 0.0395 * 0.088)).epsilon(1e-12));
}

TEST_CASE("a sphere's inertia is two fifths of m r squared") {
  const MassProperties p = mass_properties(meridian_mesh(SphereShape{0.02}, {.edge = 0.002}), 2500);
  for (const int i : {0, 4, 8}) CHECK(p.inertia[i] == doctest::Approx(0.4 * p.mass * 4e-4).epsilon(1e-5));
}

TEST_CASE("no element of a body of revolution is folded, and none crosses the axis") {
  const GlassShape glass;
  const BellShape bell;
  for (const double edge : {0.002, 0.006})
    for (const int layers : {1, 3}) {
      const MeridianSize size{edge, layers};
      for (const MeridianMesh& mesh :
           {meridian_mesh(RingShape{}, size), meridian_mesh(SphereShape{}, size), meridian_mesh(BowlShape{}, size),
            meridian_mesh(CupShape{}, size), meridian_mesh(glass, size), meridian_mesh(bell, size),
            meridian_mesh(TubeShape{}, size)}) {
        CHECK(worst_corner(mesh) > 0.3);
        for (const MeridianPoint& p : mesh.nodes) CHECK(p.r >= 0);
      }
    }
  double top = 0, widest = 0, bottom = 1;
  for (const MeridianPoint& p : meridian_mesh(glass, {}).nodes) {
    top = std::max(top, p.z);
    widest = std::max(widest, p.r);
    bottom = std::min(bottom, p.z);
  }
  CHECK(bottom == 0);
  CHECK(widest == doctest::Approx(glass.radius).epsilon(1e-3));
  // the stem replaces the very bottom of the bowl, whose sagitta is small
  CHECK(top == doctest::Approx(glass.foot_thickness + glass.stem_height + glass.bowl_height).epsilon(0.01));
}

TEST_CASE("elements shrink towards the inner corner of a cup") {
  const CupShape cup;
  const MeridianMesh mesh = meridian_mesh(cup, {.edge = 0.004, .layers = 3});
  double nearest = 1;
  for (const MeridianPoint& p : mesh.nodes) {
    const double d = std::hypot(p.r - (cup.radius - cup.wall), p.z - cup.base);
    if (d > 1e-9) nearest = std::min(nearest, d);
  }
  CHECK(nearest < cup.wall / 10);
}

TEST_CASE("shapes that cannot be are refused with field and remedy") {
  const auto refused = [](const SolidShape& shape, const std::string& word) {
    try {
      require_possible(shape);
    } catch (const InputError& error) {
      CAPTURE(error.what());
      CHECK(std::string(error.what()).find(word) != std::string::npos);
      return;
    }
    FAIL("accepted");
  };
  refused(BarShape{0, 0.1, 0.1}, "bar: length is 0 m");
  refused(CupShape{.radius = 0.01, .wall = 0.02}, "wall");
  refused(SphereShape{std::nan("")}, "radius");
  refused(VibraphoneShape{.middle = 0.02}, "middle");
  refused(GlassShape{.rim_radius = 0.05}, "rim_radius");
  CHECK_THROWS_AS(tet_mesh(PlateShape{}, 1e-5), LimitError);
  CHECK_THROWS_AS(meridian_mesh(TubeShape{}, {.edge = 1e-6}), LimitError);
  CHECK_THROWS_AS(meridian_mesh(TubeShape{}, {.edge = 0}), InputError);
  CHECK(name_of(GlassShape{}) == "glass");
}
