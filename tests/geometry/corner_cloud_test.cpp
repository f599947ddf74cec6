#include "geometry/corner_cloud.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "numerics/random_stream.h"

using namespace resound;

namespace {

Shape box_at(const Vec3& place) {
  Shape shape;
  shape.form = MeshForm{std::make_shared<const TriangleMesh>(box_mesh({0.2, 0.3, 0.4}))};
  shape.pose = {place, rotation_about({1, 2, 3}, 0.7)};
  return shape;
}

Vec3 random_vector(RandomStream& random) {
  return {random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
}

}  // namespace

TEST_CASE("a plane has a cloud of corners behind it just when it has each of them behind it") {
  const std::vector<Shape> shapes{box_at({40, -30, 2}), box_at({40.6, -30, 2})};
  CornerCloud cloud;
  cloud.show(shapes);
  RandomStream random(5, 0, 0);
  int behind = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 point = Vec3{40.3, -30, 2} + 2.0 * random_vector(random), normal = random_vector(random);
    double nearest = 1e9;  // [m]  before the plane to behind it
    for (const Shape& shape : shapes)
      for (const Vec3& vertex : std::get<MeshForm>(shape.form).mesh->vertices)
        nearest = std::min(nearest, dot(normalized(normal), point - shape.pose.to_world(vertex)));
    if (std::abs(nearest) < 2e-6) continue;
    CHECK(cloud.is_behind(point, normal) == (nearest > 0));
    behind += nearest > 0;
  }
  CHECK(behind > 200);
  CHECK(behind < 1800);
}

TEST_CASE("a cloud of corners knows nothing of shapes that have none, of too many corners, and of nothing") {
  CornerCloud cloud;
  const auto knows = [&](const std::vector<Shape>& shapes) {
    cloud.show(shapes);
    return cloud.is_behind({100, 0, 0}, {1, 0, 0});
  };
  CHECK(knows({box_at({})}));
  Shape grain;
  grain.form = SphereForm{{{{}, 0.01}}};
  CHECK_FALSE(knows({box_at({}), grain}));
  CHECK_FALSE(knows(std::vector(600, box_at({}))));  // more than a ray would ask
  CHECK_FALSE(knows({}));
}
