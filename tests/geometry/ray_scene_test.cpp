#include "geometry/ray_scene.h"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "numerics/random_stream.h"

using namespace resound;

namespace {

Shape plate(int object, const Vec3& size, const Vec3& position = {}) {
  return {object, MeshForm{std::make_shared<TriangleMesh>(box_mesh(size))}, {position, {}}, {}};
}

}  // namespace

TEST_CASE("a plate stands between two points on either side of it, and not between two on the same side") {
  const std::vector<Shape> shapes{plate(0, {1, 1, 0.01})};
  const RayScene scene(shapes);
  CHECK(scene.is_blocked({0, 0, 1}, {0, 0, -1}));
  CHECK(scene.is_blocked({0.3, -0.2, -1}, {0.1, 0.4, 1}));
  CHECK_FALSE(scene.is_blocked({0, 0, 1}, {0.3, 0.3, 0.1}));
  CHECK_FALSE(scene.is_blocked({0, 0, 1}, {0, 0, 0.006}));   // ends just before the plate
  CHECK_FALSE(scene.is_blocked({0.6, 0, 1}, {0.6, 0, -1}));  // passes beside it
}

TEST_CASE("shapes of the ignored object do not block, others behind them still do") {
  const std::vector<Shape> shapes{plate(4, {1, 1, 0.01}), plate(5, {1, 1, 0.01}, {0, 0, -0.5})};
  const RayScene scene(shapes);
  CHECK_FALSE(scene.is_blocked({0, 0, 1}, {0, 0, -0.2}, 4));
  CHECK(scene.is_blocked({0, 0, 1}, {0, 0, -0.2}, 5));
  CHECK(scene.is_blocked({0, 0, 1}, {0, 0, -1}, 4));
}

TEST_CASE("spheres and tubes block, lines are only marks") {
  const std::vector<Shape> sphere{{0, SphereForm{{{{0, 0, 0}, 0.1}}}, {{3, 0, 0}, {}}, {}}};
  CHECK(RayScene(sphere).is_blocked({3, 0.09, 1}, {3, 0.09, -1}));
  CHECK_FALSE(RayScene(sphere).is_blocked({3, 0.11, 1}, {3, 0.11, -1}));
  const std::vector<Shape> tube{{0, TubeForm{{{{-1, 0, 0}, 0.02}, {{1, 0, 0}, 0.02}}}, {}, {}}};
  CHECK(RayScene(tube).is_blocked({0.5, 0.015, 1}, {0.5, 0.015, -1}));
  CHECK_FALSE(RayScene(tube).is_blocked({0.5, 0.025, 1}, {0.5, 0.025, -1}));
  const std::vector<Shape> line{{0, LineForm{{{-1, 0, 0}, {1, 0, 0}}}, {}, {}}};
  CHECK_FALSE(RayScene(line).is_blocked({0.5, 0, 1}, {0.5, 0, -1}));
}

TEST_CASE("nothing blocks in an empty scene") { CHECK_FALSE(RayScene({}).is_blocked({0, 0, 1}, {0, 0, -1})); }

TEST_CASE("rays meet the same whether shapes are followed as they move and bend or looked at for the first time") {
  RandomStream random(11, 0, 0);
  const TriangleMesh flat = box_mesh({1, 1, 0.02}, 40);
  const auto instant = [&](int step) {
    auto bent = std::make_shared<TriangleMesh>(flat);
    for (Vec3& v : bent->vertices) v.z += 0.3 * step * v.x * v.x;
    const Pose turned{{0.2 * step, 0, -0.1 * step}, rotation_about({1, 2, 3}, 0.4 * step)};
    return std::vector<Shape>{{0, MeshForm{bent}, turned, {}}, plate(1, {0.3, 0.3, 0.3}, {0, 0.1 * step, 0.5})};
  };
  RayScene followed(instant(0));
  for (int step = 1; step <= 4; ++step) {
    followed.show(instant(step));
    const RayScene fresh(instant(step));
    int blocked = 0;
    for (int i = 0; i < 2000; ++i) {
      const auto point = [&] { return Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; };
      const Vec3 from = point(), to = point();
      const bool is_blocked = fresh.is_blocked(from, to);
      CHECK(followed.is_blocked(from, to) == is_blocked);
      blocked += is_blocked;
    }
    CHECK(blocked > 100);
    CHECK(blocked < 1900);
  }
  followed.show(std::vector<Shape>{plate(2, {1, 1, 0.01})});  // other shapes altogether
  CHECK(followed.is_blocked({0, 0, 1}, {0, 0, -1}));
  CHECK_FALSE(followed.is_blocked({0.6, 0, 1}, {0.6, 0, -1}));
}

TEST_CASE("rays and a thousand spheres agree with the distance of a point from a line") {
  RandomStream random(7, 0, 0);
  SphereForm cloud;
  for (int i = 0; i < 1000; ++i)
    cloud.spheres.push_back({{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}, 0.02});
  const Vec3 far_away{1000, -500, 20};  // [m] a scene far from zero is as sharp as one at zero
  const std::vector<Shape> shapes{{0, cloud, {far_away, {}}, {}}};
  const RayScene scene(shapes);
  int blocked = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a{random.uniform(-1, 1), random.uniform(-1, 1), 2}, b{random.uniform(-1, 1), random.uniform(-1, 1), -2};
    double nearest = 1;
    for (const Sphere& s : cloud.spheres)
      nearest = std::min(nearest, length(cross(s.centre - a, b - a)) / length(b - a) - s.radius);
    if (std::abs(nearest) < 1e-6) continue;  // a graze that single precision may take either way
    CHECK(scene.is_blocked(a + far_away, b + far_away) == (nearest < 0));
    blocked += nearest < 0;
  }
  CHECK(blocked > 200);
  CHECK(blocked < 900);
}
