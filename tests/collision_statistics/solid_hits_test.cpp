#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "numerics/random_stream.h"
#include "resampled.h"

using namespace resound;

TEST_CASE("collisions on a solid stay on it, with a normal of their place") {
  List source;
  for (std::uint64_t i = 0; i < 5000; ++i) {  // a tube of 40 mm about z, and its base
    RandomStream chance(6, 1, i);
    const double turn = chance.uniform(0, 2 * std::numbers::pi);
    const Vec3 out{std::cos(turn), std::sin(turn), 0};
    ListedCollision c{.time = static_cast<double>(i) * 1e-4, .speed = 0.5, .second_object = 1};
    if (i % 2)
      c.place = 0.04 * out + Vec3{0, 0, chance.uniform(0, 0.08)}, c.normal = out;
    else
      c.place = 0.04 * std::sqrt(chance.uniform()) * out, c.normal = {0, 0, -1};
    source.push_back(c);
  }
  const List made = resampled(source, {});
  CHECK(made.size() == source.size());
  double bases = 0;
  for (const ListedCollision& c : made) {
    const bool is_base = c.normal.z == -1;
    bases += is_base;
    if (is_base)
      CHECK(std::abs(c.place.z) < 1e-12);
    else
      CHECK(std::abs(std::hypot(c.place.x, c.place.y) - 0.04) < 0.0002);
  }
  CHECK(std::abs(bases / static_cast<double>(made.size()) - 0.5) < 0.03);
}

TEST_CASE("a hit on a solid is moved by less than a quarter of a cell") {
  List source;
  for (std::uint64_t i = 0; i < 400; ++i) {  // one a window, so that it is known where each came from
    RandomStream chance(7, 1, i);
    ListedCollision c{.time = (static_cast<double>(i) + 0.5) * kWindow, .speed = 0.5, .second_object = 1};
    c.place = {chance.uniform(-0.04, 0.04), chance.uniform(-0.04, 0.04), 0}, c.normal = {0, 0, -1};
    source.push_back(c);
  }
  const List made = resampled(source, {});
  REQUIRE(made.size() == source.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    CHECK(std::abs(made[i].place.x - source[i].place.x) < kCell / 4);
    CHECK(std::abs(made[i].place.y - source[i].place.y) < kCell / 4);
    CHECK(std::abs(made[i].place.z) < 1e-12);
  }
}

TEST_CASE("who never meets his like is a solid; sizes of one sort of grains are one") {
  SolidFinder finder;
  finder.add({.first_object = 0, .second_object = 0});
  finder.add({.first_object = 1, .second_object = 0});
  finder.add({.first_object = 1, .second_object = 2});
  CHECK(finder.found({"sand:1", "sand:2", "cup"}).is_solid == std::vector<bool>{false, false, true});
}
