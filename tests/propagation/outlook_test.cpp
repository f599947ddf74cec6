#include "propagation/outlook.h"

#include <doctest/doctest.h>

#include <numbers>

#include "geometry/triangle_mesh.h"

using namespace resound;

namespace {

constexpr double kDegree = std::numbers::pi / 180;
const std::vector<Vec3> kEars{{2, 0.1, 0}, {2, -0.1, 0}};
const Vec3 kBowl{0.16, 0.16, 0.05}, kRuler{0.3, 0.03, 0.002};  // [m]

Shape box(const Vec3& size, const Pose& pose = {}) {
  Shape shape;
  shape.form = MeshForm{std::make_shared<const TriangleMesh>(box_mesh(size, 63))};
  shape.pose = pose;
  return shape;
}
Pose at(const Vec3& place) { return {place, {}}; }
Pose turned(const Vec3& axis, double angle) { return {{}, rotation_about(axis, angle)}; }

// What is said of the second after the first was seen.
bool notices(const std::vector<Shape>& before, const std::vector<Shape>& now, const std::vector<Vec3>& ears = kEars) {
  Outlook outlook;
  CHECK(outlook.notices_change(before, kEars));
  return outlook.notices_change(now, ears);
}

}  // namespace

TEST_CASE("a body that turns by a degree about any axis is looked at again, one that turns by a third of it is not") {
  for (const Vec3& size : {kBowl, kRuler})
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      CAPTURE(size.x);
      CAPTURE(axis.x);
      CHECK_FALSE(notices({box(size)}, {box(size)}));
      CHECK_FALSE(notices({box(size)}, {box(size, turned(axis, kDegree / 3))}));
      CHECK(notices({box(size)}, {box(size, turned(axis, kDegree))}));
    }
}

TEST_CASE("many small turns add up until they are noticed") {
  Outlook outlook;
  int looks = 0;
  for (int i = 0; i <= 900; ++i)
    looks += outlook.notices_change(std::vector{box(kBowl, turned({0, 0, 1}, 0.1 * i * kDegree))}, kEars);
  CHECK(looks > 90 / 0.7);  // a quarter of a turn
  CHECK(looks < 90 / 0.4);
}

TEST_CASE(
    "a body is looked at again when it has moved by a degree in the eyes of an ear, and so it is if the ear moves") {
  const Shape still = box(kBowl);
  CHECK_FALSE(notices({still}, {box(kBowl, at({0, 0.01, 0}))}));  // 0.3 degrees
  CHECK(notices({still}, {box(kBowl, at({0, 0.035, 0}))}));       // 1 degree
  CHECK(notices({still}, {still}, {kEars[0], kEars[1] + Vec3{0, 0, 0.035}}));
  const Vec3 shift{0, 0.5, 0};  // of all: nothing has changed
  CHECK_FALSE(notices({still}, {box(kBowl, at(shift))}, {kEars[0] + shift, kEars[1] + shift}));
  // by the part that is nearest to the ear: a plate that ends 0.3 m before it moves by 0.7 degrees
  const Vec3 plate{3.4, 0.5, 0.01};
  CHECK(notices({box(plate)}, {box(plate, at({0, 0, 0.004}))}));
}

TEST_CASE("bodies that move against each other are looked at again after a hundredth of the smaller one's size") {
  const Shape sheet = box({1, 1, 0.001});
  const auto bowl_at = [](double x) { return box(kBowl, at({x, 0, 0.1})); };
  CHECK_FALSE(notices({sheet, bowl_at(0)}, {sheet, bowl_at(0.0005)}));
  CHECK(notices({sheet, bowl_at(0)}, {sheet, bowl_at(0.002)}));
  // so does an edge of the larger one that passes the smaller
  CHECK(notices({sheet, bowl_at(0)}, {box({1, 1, 0.001}, turned({0, 0, 1}, 0.005)), bowl_at(0)}));
  CHECK(notices({sheet}, {sheet, bowl_at(0)}));  // a new one
}

TEST_CASE("a body that bends is looked at again") {
  const auto bent = [](double depth) {  // [m]
    TriangleMesh mesh = box_mesh(kRuler, 63);
    for (Vec3& vertex : mesh.vertices) vertex.z += depth * vertex.x * vertex.x / (0.15 * 0.15);
    Shape shape;
    shape.form = MeshForm{std::make_shared<const TriangleMesh>(mesh)};
    return shape;
  };
  CHECK_FALSE(notices({box(kRuler)}, {bent(0.0005)}));
  CHECK(notices({box(kRuler)}, {bent(0.002)}));
}

TEST_CASE("shapes that are no meshes are looked at always, and nothing at all only once") {
  Shape grain;
  grain.form = SphereForm{{{{}, 0.01}}};
  CHECK(notices({grain}, {grain}));
  CHECK_FALSE(notices({}, {}));
}

TEST_CASE("what was seen is kept when a render is interrupted") {
  Outlook outlook;
  CHECK(outlook.notices_change(std::vector{box(kBowl)}, kEars));
  StateArchive saved;
  saved.fields(outlook);
  Outlook later;
  StateArchive state(saved.bytes());
  state.fields(later);
  CHECK_FALSE(later.notices_change(std::vector{box(kBowl, turned({0, 0, 1}, kDegree / 3))}, kEars));
  CHECK(later.notices_change(std::vector{box(kBowl, turned({0, 0, 1}, kDegree))}, kEars));
}
