#include "geometry/skin.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "closed_surface.h"
#include "geometry/mass_properties.h"
#include "geometry/shape_meridians.h"
#include "geometry/shape_tets.h"

using namespace resound;

TEST_CASE("the skin of a bar is closed, looks outward and encloses the bar") {
  const TetMesh bar = tet_mesh(BarShape{0.2, 0.02, 0.005}, 0.01);
  const TetSkin skin = tet_skin(bar);
  CHECK(is_closed(skin.mesh));
  CHECK(euler_characteristic(skin.mesh) == 2);
  CHECK(enclosed_volume(skin.mesh) == doctest::Approx(0.2 * 0.02 * 0.005).epsilon(1e-12));
  CHECK(surface_area(skin.mesh) == doctest::Approx(2 * (0.2 * 0.02 + 0.02 * 0.005 + 0.2 * 0.005)).epsilon(1e-12));
  REQUIRE(skin.node.size() == skin.mesh.vertices.size());
  for (std::size_t v = 0; v < skin.node.size(); ++v) CHECK(skin.mesh.vertices[v] == bar.nodes[skin.node[v]]);
}

TEST_CASE("the skin of every body of revolution is closed and looks outward") {
  const MeridianSize size{.edge = 0.003, .layers = 2};
  const struct {
    MeridianMesh mesh;
    int euler;
  } cases[] = {{meridian_mesh(RingShape{}, size), 0},   {meridian_mesh(TubeShape{.length = 0.1}, size), 0},
               {meridian_mesh(SphereShape{}, size), 2}, {meridian_mesh(BowlShape{}, size), 2},
               {meridian_mesh(CupShape{}, size), 2},    {meridian_mesh(GlassShape{}, size), 2},
               {meridian_mesh(BellShape{}, size), 2}};
  for (const auto& body : cases)
    for (const double spacing : {0.0, 0.004}) {
      const RevolvedSkin skin = revolved_skin(body.mesh, {.around = 96, .spacing = spacing});
      CHECK(is_closed(skin.mesh));
      CHECK(euler_characteristic(skin.mesh) == body.euler);
      CHECK(enclosed_volume(skin.mesh) == doctest::Approx(mass_properties(body.mesh, 1).volume).epsilon(0.015));
      REQUIRE(skin.node.size() == skin.mesh.vertices.size());
      REQUIRE(skin.angle.size() == skin.mesh.vertices.size());
      for (std::size_t v = 0; v < skin.node.size(); ++v) {
        const MeridianPoint p = body.mesh.nodes[skin.node[v]];
        const Vec3 expected{p.r * std::cos(skin.angle[v]), p.r * std::sin(skin.angle[v]), p.z};
        CHECK(length(skin.mesh.vertices[v] - expected) < 1e-15);
      }
    }
}

TEST_CASE("a revolved sphere's skin has its area and volume, better with more vertices around") {
  const MeridianMesh mesh = meridian_mesh(SphereShape{0.02}, {.edge = 0.001});
  const double exact = 4 * std::numbers::pi / 3 * 8e-6;
  const double coarse = enclosed_volume(revolved_skin(mesh, {.around = 32}).mesh) / exact - 1;
  const double fine = enclosed_volume(revolved_skin(mesh, {.around = 64}).mesh) / exact - 1;
  CHECK(coarse < 0);
  CHECK(fine / coarse == doctest::Approx(0.25).epsilon(0.15));
  CHECK(surface_area(revolved_skin(mesh, {.around = 128}).mesh) ==
        doctest::Approx(4 * std::numbers::pi * 4e-4).epsilon(0.003));
}

TEST_CASE("leaving out close nodes keeps the corners of the outline and makes better triangles") {
  const MeridianMesh cup = meridian_mesh(CupShape{}, {.edge = 0.004, .layers = 3});
  const RevolvedSkin all = revolved_skin(cup, {.around = 64});
  const RevolvedSkin few = revolved_skin(cup, {.around = 64, .spacing = 0.004});
  CHECK(few.node.size() < all.node.size() / 2);
  CHECK(enclosed_volume(few.mesh) == doctest::Approx(enclosed_volume(all.mesh)).epsilon(0.01));
}

TEST_CASE("the mass of a closed surface is where it should be") {
  TriangleMesh ball = icosphere(0.02, 4);
  for (Vec3& v : ball.vertices) v += {3, -2, 1};
  const MassProperties p = mass_properties(ball, 1000);
  CHECK(p.volume == doctest::Approx(4 * std::numbers::pi / 3 * 8e-6).epsilon(0.005));
  CHECK(length(p.centre - Vec3{3, -2, 1}) < 1e-12);
  CHECK(p.inertia[0] == doctest::Approx(0.4 * p.mass * 4e-4).epsilon(0.005));
  const MassProperties box = mass_properties(box_mesh({0.1, 0.2, 0.3}), 500);
  CHECK(box.inertia[4] == doctest::Approx(box.mass * (0.01 + 0.09) / 12).epsilon(1e-12));
}
