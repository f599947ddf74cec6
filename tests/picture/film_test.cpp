#include "picture/film.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/parallel.h"
#include "picture/scenes_to_see.h"

using namespace resound;

namespace {

Shape ball(const Vec3& centre, double radius, const Look& look = {}) {
  return {0, SphereForm{{{centre, radius}}}, {}, look};
}

to_see::Set set_with(std::vector<Shape> shapes, const Camera& camera, int width = 320, int height = 180) {
  to_see::Set set;
  set.scene.picture.camera = camera;
  set.scene.picture.width = width;
  set.scene.picture.height = height;
  set.events.snapshots.push_back({0, std::move(shapes)});
  return set;
}

double brightness(const Image& image, int x, int y) {
  const std::uint8_t* p = &image.rgb[3 * (static_cast<std::size_t>(y) * image.width + x)];
  return (p[0] + p[1] + p[2]) / 3.0;
}

double difference(const Image& a, const Image& b, int x, int y) {
  double sum = 0;
  for (int c = 0; c < 3; ++c) {
    const std::size_t i = 3 * (static_cast<std::size_t>(y) * a.width + x) + c;
    sum += std::abs(a.rgb[i] - b.rgb[i]);
  }
  return sum;
}

// Middle and size of what differs between two pictures [pixels].
struct Blob {
  double x = 0, y = 0;
  int count = 0;
};
Blob blob(const Image& a, const Image& b, double threshold = 30) {
  Blob found;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      if (difference(a, b, x, y) > threshold) {
        found.x += x + 0.5;
        found.y += y + 0.5;
        ++found.count;
      }
  found.x /= std::max(1, found.count);
  found.y /= std::max(1, found.count);
  return found;
}

const Camera kLevel{{0, -2, 1}, {0, 0, 1}, 40};
const Look kRed{Finish::plaster, {0.9, 0.05, 0.05}};

}  // namespace

TEST_CASE("a ball in the middle of the view is a disk in the middle of the picture") {
  const Image with = to_see::expose(set_with({ball({0, 0, 1}, 0.1, kRed)}, kLevel));
  const Image without = to_see::expose(set_with({}, kLevel));
  const Blob disk = blob(with, without, 60);
  CHECK(disk.x == doctest::Approx(160).epsilon(0.01));
  CHECK(disk.y == doctest::Approx(90).epsilon(0.02));
  // A ball of radius r at distance d covers a disk of radius w tan(asin(r / d)) / (2 tan(fov / 2)) pixels.
  const double radius = 160 * std::tan(std::asin(0.1 / 2.0)) / std::tan(20 * 3.14159265 / 180);
  CHECK(disk.count == doctest::Approx(3.14159265 * radius * radius).epsilon(0.08));
}

TEST_CASE("things to the right are to the right, and things above are above") {
  const Image empty = to_see::expose(set_with({}, kLevel));
  const Blob right = blob(to_see::expose(set_with({ball({0.3, 0, 1}, 0.05, kRed)}, kLevel)), empty, 60);
  const Blob above = blob(to_see::expose(set_with({ball({0, 0, 1.2}, 0.05, kRed)}, kLevel)), empty, 60);
  CHECK(right.x > 200);
  CHECK(right.y == doctest::Approx(90).epsilon(0.05));
  CHECK(above.y < 60);
  CHECK(above.x == doctest::Approx(160).epsilon(0.02));
}

TEST_CASE("the horizon is level") {
  to_see::Set set = set_with({}, {{0.7, -2, 1}, {0, 0, 1}, 40});
  const Image image = to_see::expose(set);
  for (int y = 0; y < image.height; y += 5) CHECK(std::abs(brightness(image, 2, y) - brightness(image, 317, y)) < 6);
}

TEST_CASE("shadows fall away from the sun") {
  for (const double side : {-1.0, 1.0}) {
    to_see::Set set = set_with({ball({0, 0, 0.2}, 0.2)}, {{0, -2.5, 1.6}, {0, 0, 0.2}, 50});
    set.scene.picture.sun_direction = {side, 0, 0.8};
    const Image lit = to_see::expose(set);
    const int y = 112;  // [pixels] the row of the floor beside the ball
    const double toward = brightness(lit, side > 0 ? 205 : 115, y), away = brightness(lit, side > 0 ? 115 : 205, y);
    CHECK(away < 0.7 * toward);
  }
}

TEST_CASE("a wider sun throws a softer shadow") {
  const auto half_lit = [](double sun_angle) {
    to_see::Set set = set_with({ball({0, 0, 0.5}, 0.2)}, {{0, -2.5, 1.6}, {0, 0, 0.2}, 50});
    set.scene.picture.sun_angle = sun_angle;
    const Image image = to_see::expose(set);
    set.events.snapshots[0].shapes.clear();
    const Image empty = to_see::expose(set);
    int count = 0;
    for (int y = 90; y < 180; ++y)
      for (int x = 0; x < 320; ++x) {
        const double share = brightness(image, x, y) / brightness(empty, x, y);
        count += share > 0.6 && share < 0.95;
      }
    return count;
  };
  CHECK(half_lit(12) > 2 * half_lit(1));
}

TEST_CASE("the picture does not depend on the number of threads") {
  const to_see::Set set = to_see::finishes();
  Image first;
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    const Image image = to_see::expose(set);
    if (threads == 1) first = image;
    CHECK((image.rgb == first.rgb));
  }
}

TEST_CASE("a frame does not depend on the frames before it") {
  to_see::Set set = to_see::rain(50);
  set.scene.picture.width = 320;
  set.scene.picture.height = 180;
  to_see::Set other = set_with({ball({0, 0, 1}, 0.3)}, kLevel);
  Film film(set.scene, PictureQuality::full);
  film.expose(other.events, other.sources, {});
  film.expose(set.events, set.sources, {});
  const Image later = film.expose(set.events, set.sources, {}).front();
  CHECK((later.rgb == to_see::expose(set).rgb));
}

TEST_CASE("a light that is on is brighter than one that is off, and lights the floor") {
  const Camera camera{{0, -2, 0.8}, {0, 0, 0.2}, 40};
  const Image on = to_see::expose(set_with({ball({0, 0, 0.2}, 0.1, {Finish::light, {1, 1, 1}})}, camera));
  const Image off = to_see::expose(set_with({ball({0, 0, 0.2}, 0.1, {Finish::light, {0, 0, 0}})}, camera));
  CHECK(brightness(on, 160, 90) > brightness(off, 160, 90) + 80);
  CHECK(brightness(on, 160, 125) > brightness(off, 160, 125) + 4);
}

TEST_CASE("the edges of a ball are anti-aliased") {
  const Image with = to_see::expose(set_with({ball({0, 0, 1}, 0.2, {Finish::plaster, {1, 1, 1}})}, kLevel));
  const Image without = to_see::expose(set_with({}, kLevel));
  int steps = 0;  // rows on whose left rim a pixel lies between background and ball
  for (int y = 60; y < 120; ++y) {
    int x = 0;
    while (difference(with, without, x, y) < 12) ++x;
    const double low = brightness(without, x, y), high = brightness(with, x + 3, y), rim = brightness(with, x, y);
    steps += rim > low + 0.1 * (high - low) && rim < low + 0.9 * (high - low);
  }
  CHECK(steps > 40);
}

TEST_CASE("a drop far smaller than a pixel is still seen, wherever it falls") {
  const Image empty = to_see::expose(set_with({}, kLevel));
  for (int i = 0; i < 20; ++i) {
    const Vec3 place{0.0137 * i, 0, 1.0 + 0.0091 * i};
    CHECK(blob(to_see::expose(set_with({ball(place, 1e-4, {Finish::plaster, {1, 1, 1}})}, kLevel)), empty).count >= 1);
  }
}

TEST_CASE("a line is about a pixel wide, near or far") {
  const Image empty = to_see::expose(set_with({}, kLevel));
  for (const double depth : {-1.0, 0.0, 4.0}) {
    const Shape line{0, LineForm{{{-5, depth, 1.01}, {5, depth, 1.01}}}, {}, {Finish::plaster, {1, 1, 0}}};
    const Blob mark = blob(to_see::expose(set_with({line}, kLevel)), empty, 20);
    CHECK(mark.count >= 320);
    CHECK(mark.count <= 3 * 320);
  }
}

TEST_CASE("tubes and meshes are seen where they are") {
  const Image empty = to_see::expose(set_with({}, kLevel));
  const Shape tube{0, TubeForm{{{{-0.2, 0, 1}, 0.03}, {{0.2, 0, 1}, 0.03}}}, {{0.2, 0, 0}, {}}, kRed};
  const Blob rod = blob(to_see::expose(set_with({tube}, kLevel)), empty, 60);
  CHECK(rod.x == doctest::Approx(160 + 0.1 * 440).epsilon(0.03));
  const Shape box{0, MeshForm{std::make_shared<TriangleMesh>(box_mesh({0.2, 0.2, 0.2}))}, {{-0.2, 0, 1}, {}}, kRed};
  CHECK(blob(to_see::expose(set_with({box}, kLevel)), empty, 60).x == doctest::Approx(160 - 0.1 * 460).epsilon(0.05));
}

TEST_CASE("a large mesh that is instanced looks like the same mesh built anew") {
  const auto coarse = std::make_shared<TriangleMesh>(round_bar_mesh(0.5, 0.1, 4, 240));  // below the limit
  const auto fine = std::make_shared<TriangleMesh>(round_bar_mesh(0.5, 0.1, 8, 240));    // above it, the same surface
  REQUIRE(coarse->triangles.size() < 2500);
  const Pose pose{{0.05, 0.1, 1}, rotation_about({0.2, 0.3, 1}, 0.7)};
  const Image a = to_see::expose(set_with({{0, MeshForm{coarse}, pose, kRed}}, kLevel));
  const Image b = to_see::expose(set_with({{0, MeshForm{fine}, pose, kRed}}, kLevel));
  CHECK(blob(a, b, 12).count < 20);
}

TEST_CASE("a scene a kilometre away looks like one at zero") {
  const Vec3 far{1000, -2000, 0};
  to_see::Set near_set = set_with({ball({0, 0, 1}, 0.1, kRed)}, kLevel), far_set = near_set;
  far_set.scene.picture.camera.position += far;
  far_set.scene.picture.camera.look_at += far;
  far_set.events.snapshots[0].shapes[0].pose.position += far;
  CHECK(blob(to_see::expose(near_set), to_see::expose(far_set), 12).count == 0);
}

TEST_CASE("draft pictures have the same size and show the same things") {
  const to_see::Set set = set_with({ball({0, 0, 1}, 0.2, kRed)}, kLevel, 321, 181);
  const Image full = to_see::expose(set), draft = to_see::expose(set, PictureQuality::draft);
  CHECK(draft.width == 321);
  CHECK(draft.rgb.size() == full.rgb.size());
  CHECK(blob(full, draft, 90).count < 400);
  CHECK(difference(full, draft, 160, 90) < 20);
}

TEST_CASE("what lies on a vibrating body moves along with it") {
  const auto mesh = std::make_shared<TriangleMesh>(box_mesh({0.1, 0.1, 0.1}));
  const auto middle_of = [&](double lift) {  // of the second mesh [pixels]
    to_see::Set set =
        set_with({{0, MeshForm{mesh}, {{-0.3, 0, 1}, {}}, {}}, {0, MeshForm{mesh}, {{0.3, 0, 1}, {}}, kRed}}, kLevel);
    set.scene.picture.exaggeration = 10;
    Vibration vibration{.sample = 0, .object = 0, .displacement = {}, .speed = {}};
    vibration.displacement.assign(2 * mesh->vertices.size(), {0, 0, lift});
    set.sources.vibrations.push_back(vibration);
    const Image with = to_see::expose(set);
    set.events.snapshots[0].shapes.pop_back();
    return blob(with, to_see::expose(set), 60);
  };
  const double pixels_a_metre = 160 / (2 * std::tan(20 * 3.14159265 / 180));
  const Blob rest = middle_of(0), lifted = middle_of(0.01);
  CHECK(rest.x > 200);
  CHECK(rest.y - lifted.y == doctest::Approx(0.1 * pixels_a_metre).epsilon(0.1));
}

TEST_CASE("the velocity map colours a body and brings its legend") {
  to_see::Set set = to_see::vibrating_bar(1e-7);
  const Image plain = to_see::expose(set);
  set.scene.picture.show_velocity = true;
  const Image coloured = to_see::expose(set);
  to_see::keep(coloured, "velocity");
  const auto redness = [&](int x, int y) {
    const std::uint8_t* p = &coloured.rgb[3 * (static_cast<std::size_t>(y) * coloured.width + x)];
    return p[0] - p[2];
  };
  CHECK(redness(640, 360) > 60);   // the middle moves outward at 100 mm/s
  CHECK(redness(980, 360) < -60);  // a quarter from the end it moves inward
  CHECK(difference(plain, coloured, 80, 660) > 5);
}

TEST_CASE("ten thousand balls render") {
  to_see::Set set = to_see::balls(10000);
  set.scene.picture.width = 640;
  set.scene.picture.height = 360;
  const Image with = to_see::expose(set);
  to_see::keep(with, "balls");
  set.events.snapshots[0].shapes.clear();
  CHECK(blob(with, to_see::expose(set)).count > 30000);
}

TEST_CASE("an empty floor is the same from frame to frame, and smooth") {
  const Image image = to_see::expose(set_with({}, kLevel));
  for (int y = 1; y < 80; ++y)
    for (int x = 1; x < 319; ++x) CHECK(std::abs(brightness(image, x, y) - brightness(image, x, y - 1)) < 4);
}

TEST_CASE("the nine finishes look as they should") {  // for people: see RESOUND_PICTURES in docs/picture.md
  for (const auto& [name, set] :
       {std::pair{"finishes", to_see::finishes()}, {"close_up", to_see::close_up()}, {"rain", to_see::rain()}}) {
    const Image image = to_see::expose(set);
    to_see::keep(image, name);
    CHECK(image.rgb.size() == 3u * 1280 * 720);
  }
}
