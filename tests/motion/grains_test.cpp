#include "motion/grain/grains_motion.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.h"
#include "motion/grain/grain_start.h"
#include "motion/motion.h"
#include "motion/wall/wall_shapes.h"
#include "numerics/gravity.h"

using namespace resound;

namespace {

constexpr double kFall = 0.1;  // [m]

// One bead above the middle of a bar that lies at z = 0.5 m.
Scene bead_over_bar() {
  Scene scene;
  Bar bar;
  bar.pose.position = {0, 0, 0.5};
  Grains grains;
  grains.count = 1;
  grains.settle = 0;
  grains.fill_radius = 0.001;
  grains.position = {0, 0, 0.5 + bar.thickness / 2 + kFall};
  scene.objects = {{"bar", bar}, {"bead", grains}};
  return scene;
}

TimeBlock block_at(const Scene& scene, SampleIndex first, int count) {
  return {first, count, scene.simulation_rate(), {}};
}

}  // namespace

TEST_CASE("grains of a loose fill do not touch and lie within their cylinder") {
  Grains grains;
  grains.count = 500;
  grains.spread = 0.3;
  grains.fill_radius = 0.015;
  grains.position = {0.1, -0.2, 0.3};
  const std::vector<double> sizes = grain_sizes(grains);
  std::vector<GrainKind> kinds;
  for (const double size : sizes) kinds.push_back({.radius = size});
  const std::vector<Grain> fill = loose_fill(grains, kinds, 3, 7, 2);
  REQUIRE(fill.size() == 500);
  const auto radius = [&](const Grain& grain) { return sizes.at(static_cast<std::size_t>(grain.kind - 3)); };
  double nearest = 1;
  for (std::size_t i = 0; i < fill.size(); ++i) {
    const Vec3 at = fill[i].position - grains.position;
    CHECK(std::hypot(at.x, at.y) + radius(fill[i]) <= grains.fill_radius);
    CHECK(at.z >= radius(fill[i]));
    for (std::size_t j = 0; j < i; ++j)
      nearest = std::min(nearest, length(fill[i].position - fill[j].position) - radius(fill[i]) - radius(fill[j]));
  }
  CHECK(nearest > 0);
}

TEST_CASE("sizes of grains are spread evenly about their mean") {
  Grains grains;
  CHECK(grain_sizes(grains) == std::vector{grains.radius});
  grains.spread = 0.5;
  const std::vector<double> sizes = grain_sizes(grains);
  double sum = 0;
  for (const double size : sizes) sum += size;
  CHECK(sum / static_cast<double>(sizes.size()) == doctest::Approx(grains.radius));
  CHECK(sizes.front() > 0.5 * grains.radius);
  CHECK(sizes.back() < 1.5 * grains.radius);
}

TEST_CASE("a bead lands on a bar when and as hard as its fall says") {
  const Scene scene = bead_over_bar();
  Motion motion(scene);
  const auto& grains = std::get<Grains>(scene.objects[1].kind);
  const double start = loose_fill(grains, grain_sorts(scene).kinds, 0, scene.seed, 1).front().position.z;
  const double way = start - grains.radius - (0.5 + std::get<Bar>(scene.objects[0].kind).thickness / 2);
  const double landing = std::sqrt(2 * way / kGravity), speed = std::sqrt(2 * kGravity * way);
  int told = 0;
  for (SampleIndex first = 0; first < 12'000 && told == 0; first += 48) {
    const MotionEvents& events = motion.advance(block_at(scene, first, 48));
    if (events.contacts.empty()) continue;
    told = 1;
    const Contact& contact = events.contacts.front();
    CHECK(contact.object == 0);
    CHECK(contact.time == doctest::Approx(landing).epsilon(1e-9));
    CHECK(contact.direction.z == doctest::Approx(-1));
    REQUIRE(events.grains.collisions.size() == 1);
    CHECK(events.grains.collisions[0].speed == doctest::Approx(speed).epsilon(1e-9));
    const GrainKind kind = grain_sorts(scene).kinds.front();
    const WallSort wall = grain_sorts(scene).walls.front();
    const double restitution =
        std::sqrt(kind.surface.restitution.at(speed) * wall.surface.restitution.at(speed));  // as in the solvers
    CHECK(std::get<StrikePulse>(contact.pulse).impulse ==
          doctest::Approx((1 + restitution) * kind.mass() * speed).epsilon(1e-6));
  }
  CHECK(told == 1);
}

TEST_CASE("a gate holds grains until it opens") {
  Scene scene = bead_over_bar();
  std::get<Grains>(scene.objects[1].kind).settle = 0.3;
  Fixture gate;
  gate.shape = FixtureShape::disc;
  gate.radius = 0.02;
  gate.path = Path(std::get<Grains>(scene.objects[1].kind).position);
  gate.opens = 0.05;
  scene.objects.push_back({"gate", gate});
  Motion motion(scene);
  const double landing = 0.05 + std::sqrt(2 * kFall / kGravity);
  double first_contact = 0;
  for (SampleIndex first = 0; first < 12'000 && first_contact == 0; first += 48)
    if (const MotionEvents& events = motion.advance(block_at(scene, first, 48)); !events.contacts.empty())
      first_contact = events.contacts.front().time;
  CHECK(first_contact == doctest::Approx(landing).epsilon(0.01));  // it lay on the gate, a hair above or on it
}

TEST_CASE("while grains settle no gate is open and nothing moves yet") {
  Scene scene = bead_over_bar();
  auto& grains = std::get<Grains>(scene.objects[1].kind);
  grains.settle = 0.3;
  Fixture gate;
  gate.shape = FixtureShape::disc;
  gate.radius = 0.02;
  gate.opens = 0;
  gate.path = Path({{0, grains.position}, {1, grains.position + Vec3{0, 0, -1}}});
  scene.objects.push_back({"gate", gate});
  Motion motion(scene);
  double first_contact = 0;
  for (SampleIndex first = 0; first < 12'000 && first_contact == 0; first += 48)
    if (const MotionEvents& events = motion.advance(block_at(scene, first, 48)); !events.contacts.empty())
      first_contact = events.contacts.front().time;
  CHECK(first_contact == doctest::Approx(std::sqrt(2 * kFall / kGravity)).epsilon(0.01));
}

TEST_CASE("grains go on with the same bits after a checkpoint") {
  Scene scene = bead_over_bar();
  std::get<Grains>(scene.objects[1].kind).count = 40;
  std::get<Grains>(scene.objects[1].kind).fill_radius = 0.008;
  Motion whole(scene), first(scene), second(scene);
  std::vector<double> times, resumed;
  const auto run = [&](Motion& motion, SampleIndex from, SampleIndex to, std::vector<double>& into) {
    for (; from < to; from += 48)
      for (const Collision& collision : motion.advance(block_at(scene, from, 48)).grains.collisions)
        into.push_back(collision.time);
  };
  run(whole, 0, 14'400, times);
  run(first, 0, 7'200, resumed);
  StateArchive saved;
  first.archive(saved);
  StateArchive loaded(saved.bytes());
  second.archive(loaded);
  run(second, 7'200, 14'400, resumed);
  CHECK(times.size() > 40);
  CHECK(times == resumed);
}

TEST_CASE("the outline of a cup is a few straight lines for grains") {
  Body body;
  body.shape = CupShape{0.04, 0.09, 0.001, 0.001};
  const WallShape wall = wall_of(body, PreparedBody{});
  const auto& profile = std::get<RevolvedWall>(wall).profile;
  CHECK(profile.size() <= 8);
  CHECK(profile.front().radius == 0);
  CHECK(profile.back().radius == 0);
  double widest = 0, highest = 0;
  for (const ProfilePoint& point : profile) {
    widest = std::max(widest, point.radius);
    highest = std::max(highest, point.height);
  }
  CHECK(widest == doctest::Approx(0.04));
  CHECK(highest == doctest::Approx(0.09));
}

TEST_CASE("dice begin apart, turned by chance, and are seen as the balls that they are made of") {
  Scene scene;
  Grains dice;
  dice.shape = GrainShape::die;
  dice.method = GrainMethod::soft;
  dice.count = 12;
  dice.radius = 0.008;
  dice.spread = 0.2;
  dice.fill_radius = 0.04;
  dice.settle = 0;
  dice.velocity = {1, 0, 0};
  dice.tumble = 20;
  scene.objects = {{"dice", dice}};
  const GrainSorts sorts = grain_sorts(scene);
  const std::vector<Grain> fill = loose_fill(dice, sorts.kinds, 0, 1, 0);
  for (std::size_t i = 0; i < fill.size(); ++i) {
    const GrainKind& kind = sorts.kinds[static_cast<std::size_t>(fill[i].kind)];
    CHECK(kind.is_clump());
    CHECK(kind.reach() <= 0.008 * 1.2 * std::sqrt(3.0));
    CHECK(length(fill[i].spin) == doctest::Approx(20));
    CHECK(fill[i].velocity == Vec3{1, 0, 0});
    for (std::size_t j = 0; j < i; ++j) {
      CHECK(fill[i].rotation != fill[j].rotation);
      CHECK(length(fill[i].position - fill[j].position) >
            kind.reach() + sorts.kinds[static_cast<std::size_t>(fill[j].kind)].reach());
    }
  }
  Motion motion(scene);
  TimeBlock block = block_at(scene, 0, 48);
  const std::vector<SampleIndex> frames{0};
  block.frames = frames;
  const MotionEvents& events = motion.advance(block);
  REQUIRE(events.snapshots.size() == 1);
  const auto& spheres = std::get<SphereForm>(events.snapshots[0].shapes.at(0).form).spheres;
  std::size_t expected = 0;
  for (const Grain& grain : fill) expected += sorts.kinds[static_cast<std::size_t>(grain.kind)].balls.size();
  CHECK(spheres.size() == expected);
}

TEST_CASE("seeds stay in a vessel that is shaken with three times their weight") {
  constexpr double kRadius = 0.033, kHeight = 0.08;  // [m]
  std::vector<Waypoint> base, top;
  for (int i = 0; i < 9; ++i) {
    const double aside = i == 0 ? 0 : i % 2 == 1 ? 1 : -1;
    const Vec3 place{0.03 * aside, 0, 0.3 + 0.045 * aside};
    base.push_back({0.1 + 0.125 * i, place});
    top.push_back({0.1 + 0.125 * i, place + Vec3{0, 0, kHeight}});
  }
  Fixture cup, lid;
  cup.shape = FixtureShape::cup;
  cup.radius = kRadius;
  cup.height = kHeight;
  cup.path = Path(base);
  lid.shape = FixtureShape::disc;
  lid.radius = 1.1 * kRadius;
  lid.path = Path(top);
  Grains seeds;
  seeds.count = 40;
  seeds.radius = 0.002;
  seeds.spread = 0.2;
  seeds.restitution = 0.5;
  seeds.position = {0, 0, 0.303};
  seeds.fill_radius = 0.025;
  seeds.settle = 0.2;
  Scene scene;
  scene.objects = {{"seeds", seeds}, {"cup", cup}, {"lid", lid}};
  Motion motion(scene);
  std::size_t hits = 0;
  for (SampleIndex first = 0; first < 48'000; first += 48) {
    const std::vector<SampleIndex> frames{first};
    TimeBlock block = block_at(scene, first, 48);
    block.frames = frames;
    const MotionEvents& events = motion.advance(block);
    hits += events.grains.collisions.size();
    const Vec3 origin = cup.path.position(block.begin());
    for (const Sphere& seed : std::get<SphereForm>(events.snapshots.at(0).shapes.at(0).form).spheres) {
      const Vec3 at = seed.centre - origin;
      REQUIRE(std::hypot(at.x, at.y) + seed.radius < kRadius * (1 + 1e-6));
      REQUIRE(at.z - seed.radius > -1e-6 * kRadius);
      REQUIRE(at.z + seed.radius < kHeight + 1e-6 * kRadius);
    }
  }
  CHECK(hits > 2000);
}

TEST_CASE("grains that begin within a wall are refused, with how many and what to do") {
  Scene scene;
  Grains beads;
  beads.count = 50;
  beads.radius = 0.001;
  beads.position = {0, 0, 0.1};
  beads.fill_radius = 0.01;
  beads.settle = 0;
  Fixture tube;
  tube.shape = FixtureShape::tube;
  tube.radius = 0.005;
  tube.height = 0.2;
  tube.path = Path{{0, 0, 0.05}};
  scene.objects = {{"beads", beads}, {"pipe", tube}};
  CHECK_THROWS_WITH_AS(Motion{scene}, doctest::Contains("of the 50 beads begin within pipe; move"), InputError);
  std::get<Fixture>(scene.objects[1].kind).radius = 0.02;
  CHECK_NOTHROW(Motion{scene});
}
