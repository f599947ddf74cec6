#include "propagation/outlook.h"

#include <doctest/doctest.h>

#include <numbers>

#include "geometry/triangle_mesh.h"

using namespace resound;

namespace {

constexpr double kDegree = std::numbers::pi / 180;
const std::vector<Vec3> kEars{{2, 0.1, 0}, {2, -0.1, 0}};

// A box as large as a bowl.
Shape box(const Pose& pose, int object = 0) {
  static const auto kMesh = std::make_shared<const TriangleMesh>(box_mesh({0.16, 0.16, 0.05}));
  Shape shape;
  shape.object = object;
  shape.form = MeshForm{kMesh};
  shape.pose = pose;
  return shape;
}
Pose at(const Vec3& place) {
  Pose pose;
  pose.position = place;
  return pose;
}
Pose turned(double angle) {
  Pose pose;
  pose.rotation = rotation_about({0, 0, 1}, angle);
  return pose;
}

// What is said of the second after the first was seen.
bool has_changed(const std::vector<Shape>& before, const std::vector<Shape>& now,
                 const std::vector<Vec3>& ears = kEars) {
  Outlook outlook;
  CHECK(outlook.has_changed(before, kEars));
  return outlook.has_changed(now, ears);
}

}  // namespace

TEST_CASE("a body that turns by a degree is looked at again, one that turns by a third of it is not") {
  CHECK_FALSE(has_changed({box({})}, {box({})}));
  CHECK_FALSE(has_changed({box({})}, {box(turned(kDegree / 3))}));
  CHECK(has_changed({box({})}, {box(turned(kDegree))}));
}

TEST_CASE("many small turns add up until they are noticed") {
  Outlook outlook;
  int looks = 0;
  for (int i = 0; i <= 900; ++i) looks += outlook.has_changed(std::vector{box(turned(0.1 * i * kDegree))}, kEars);
  CHECK(looks > 90 / 0.7);  // a quarter of a turn
  CHECK(looks < 90 / 0.4);
}

TEST_CASE(
    "a body that moves is looked at again when an ear has seen it move by a degree, and so is one whose ear moves") {
  CHECK_FALSE(has_changed({box({})}, {box(at({0, 0.01, 0}))}));  // 0.3 degrees
  CHECK(has_changed({box({})}, {box(at({0, 0.035, 0}))}));       // 1 degree
  CHECK(has_changed({box({})}, {box({})}, {kEars[0], kEars[1] + Vec3{0, 0, 0.035}}));
  // both together: nothing has changed
  const Vec3 shift{0, 0.5, 0};
  CHECK_FALSE(has_changed({box({})}, {box(at(shift))}, {kEars[0] + shift, kEars[1] + shift}));
}

TEST_CASE("bodies that move against each other are looked at again after a hundredth of the smaller one's size") {
  const Shape other = box(at({0.3, 0, 0}), 1);
  CHECK_FALSE(has_changed({box({}), other}, {box(at({0.0005, 0, 0})), other}));
  CHECK(has_changed({box({}), other}, {box(at({0.002, 0, 0})), other}));
  CHECK(has_changed({box({})}, {box({}), other}));  // a new one
}

TEST_CASE("a body that bends is looked at again") {
  TriangleMesh bent = box_mesh({0.16, 0.16, 0.05});
  for (Vec3& vertex : bent.vertices) vertex.z += 0.2 * vertex.x * vertex.x;  // 1.3 mm at the ends
  bent.vertices.front().z += 0.002;
  Shape shape = box({});
  shape.form = MeshForm{std::make_shared<const TriangleMesh>(bent)};
  CHECK(has_changed({box({})}, {shape}));
}

TEST_CASE("each of many grains is watched") {
  Shape grains;
  SphereForm form;
  for (int i = 0; i < 1000; ++i) form.spheres.push_back({{0.001 * i, 0, 0}, 0.0005});
  grains.form = form;
  Shape moved = grains;
  std::get<SphereForm>(moved.form).spheres[501].centre.y += 0.02;
  CHECK(has_changed({grains}, {moved}));
}

TEST_CASE("what was seen is kept when a render is interrupted") {
  Outlook outlook;
  CHECK(outlook.has_changed(std::vector{box({})}, kEars));
  StateArchive saved;
  saved.fields(outlook);
  Outlook later;
  StateArchive state(saved.bytes());
  state.fields(later);
  CHECK_FALSE(later.has_changed(std::vector{box(turned(kDegree / 3))}, kEars));
  CHECK(later.has_changed(std::vector{box(turned(kDegree))}, kEars));
}
