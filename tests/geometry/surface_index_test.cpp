#include "geometry/surface_index.h"

#include <doctest/doctest.h>

#include <cmath>

#include "closed_surface.h"
#include "geometry/element_size.h"
#include "geometry/shape_meridians.h"
#include "geometry/shape_tets.h"
#include "geometry/skin.h"

using namespace resound;

TEST_CASE("the nearest point of a ball lies straight below the asker") {
  const SurfaceIndex ball(icosphere(0.1, 4));
  for (const Vec3& way : {Vec3{1, 2, 3}, Vec3{-1, 0.2, 0.1}, Vec3{0, 0, 1}}) {
    const auto found = ball.nearest(0.15 * normalized(way));
    REQUIRE(found);
    CHECK(found->distance == doctest::Approx(0.05).epsilon(0.01));
    CHECK(dot(found->normal, normalized(way)) > 0.99);
    const Triangle& t = ball.mesh().triangles[found->triangle];
    Vec3 rebuilt;
    for (std::size_t k = 0; k < 3; ++k) rebuilt += found->weights[k] * ball.mesh().vertices[t[k]];
    CHECK(length(rebuilt - found->position) < 1e-15);
  }
}

TEST_CASE("the tree finds what looking at every triangle finds") {
  const TriangleMesh mesh = tet_skin(tet_mesh(VibraphoneShape{}, 0.02)).mesh;
  const SurfaceIndex index(mesh);
  for (int i = 0; i < 200; ++i) {
    const Vec3 p{0.3 * std::sin(1.7 * i), 0.06 * std::sin(2.3 * i + 1), 0.03 * std::sin(3.1 * i + 2)};
    const Vec3 d = normalized({std::sin(5.1 * i), std::sin(4.3 * i + 1), std::sin(2.9 * i + 2)});
    double nearest = 1e9, first = 1e9;
    for (const Triangle& t : mesh.triangles) {
      const SurfaceIndex one({{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}, {{0, 1, 2}}});
      nearest = std::min(nearest, one.nearest(p)->distance);
      if (const auto hit = one.first_hit(p, d)) first = std::min(first, hit->distance);
    }
    CHECK(index.nearest(p)->distance == nearest);
    const auto hit = index.first_hit(p, d);
    CHECK((hit ? hit->distance : 1e9) == first);
  }
}

TEST_CASE("a ball's curvature is one over its radius, however coarse its triangles") {
  for (const int times : {2, 3, 4}) {
    const SurfaceIndex ball(icosphere(0.05, times));
    for (const Vec3& way : {Vec3{1, 2, 3}, Vec3{-1, 0.2, 0.1}, Vec3{0.1, 0.1, 1}}) {
      const Curvature c = ball.curvature(*ball.nearest(way));
      CHECK(c.larger == doctest::Approx(20).epsilon(0.1));
      CHECK(c.smaller == doctest::Approx(20).epsilon(0.1));
    }
  }
}

TEST_CASE("a flat wall has no curvature, also near its edge, and a hollow one is negative inside") {
  const SurfaceIndex bar(tet_skin(tet_mesh(BarShape{}, 0.005)).mesh);
  for (const Vec3& at : {Vec3{0, 0, 0.01}, Vec3{0.0995, 0.0099, 0.01}, Vec3{0.02, 0.02, 0}}) {
    const Curvature c = bar.curvature(*bar.nearest(at));
    CHECK(std::abs(c.larger) < 1e-6);
    CHECK(std::abs(c.smaller) < 1e-6);
  }
  const SurfaceIndex bare_box(box_mesh({0.1, 0.1, 0.1}));
  CHECK(std::abs(bare_box.curvature(*bare_box.nearest({0, 0, 1})).mean()) < 1e-6);

  const SurfaceIndex tube(revolved_skin(meridian_mesh(TubeShape{0.02, 0.1, 0.002}, {.edge = 0.005})).mesh);
  const Curvature outside = tube.curvature(*tube.nearest({0.03, 0, 0.05}));
  CHECK(outside.larger == doctest::Approx(50).epsilon(0.1));
  CHECK(std::abs(outside.smaller) < 1);
  const Curvature inside = tube.curvature(*tube.nearest({0.017, 0, 0.05}));
  CHECK(std::abs(inside.larger) < 1);
  CHECK(inside.smaller == doctest::Approx(-1 / 0.018).epsilon(0.1));
}

TEST_CASE("rays from inside find the thinnest wall") {
  const auto wall = [](const TriangleMesh& mesh) { return SurfaceIndex(mesh).thinnest_wall(); };
  CHECK(wall(box_mesh({0.2, 0.02, 0.005}, 20)) == doctest::Approx(0.005));
  CHECK(wall(icosphere(0.05, 3)) == doctest::Approx(0.1).epsilon(0.03));
  CHECK(wall(revolved_skin(meridian_mesh(CupShape{}, {})).mesh) == doctest::Approx(0.001).epsilon(0.05));
  CHECK(wall(revolved_skin(meridian_mesh(BowlShape{}, {})).mesh) == doctest::Approx(0.003).epsilon(0.05));
}

TEST_CASE("elements follow wall and wave") {
  const WaveMedium steel{200e9, 0.3, 7850};
  CHECK(bending_wavelength(steel, 0.001, 20'000) == doctest::Approx(0.0219).epsilon(0.01));
  CHECK(default_edge(0.001, 0.09, steel) == doctest::Approx(bending_wavelength(steel, 0.001, 20'000) / 6));
  CHECK(default_edge(0.0005, 0.09, steel, 1000) == doctest::Approx(0.0025));
  CHECK(default_edge(0.04, 0.04, steel) == doctest::Approx(0.005));
}
