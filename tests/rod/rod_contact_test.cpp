#include "rod/rod_contact.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "rod/rod_stable_step.h"
#include "rod_probe.h"

namespace resound {
namespace {

const RodMaterial kPlastic{.young_modulus = 2e8, .poisson_ratio = 0.4, .density = 1000};
constexpr RodSection kCord{.a = 2e-3, .b = 2e-3};

// Rods, what they may touch, and how their energy goes.
struct Fall {
  Fall(std::vector<const ElasticRod*> rods, double step, const Vec3& gravity, std::vector<RodObstacle> obstacles,
       const RodContactSettings& settings)
      : stepper(std::move(rods), {.step = step, .gravity = gravity}),
        motions(obstacles.size()),
        contacts(stepper, std::move(obstacles), settings) {}

  double kinetic() const {  // [J]
    double sum = 0;
    for (std::size_t r = 0; r < stepper.rods(); ++r) sum += stepper.energy(r).kinetic;
    return sum;
  }
  double stored() const {  // [J]  elastic and of height
    double sum = stepper.weight_energy();
    for (std::size_t r = 0; r < stepper.rods(); ++r) sum += stepper.energy(r).elastic();
    return sum;
  }
  // Goes on, block by block, and looks at the energy in the last step of each: velocities lie half a step beside the
  // positions, so that the mean of both sides counts.
  void run(double duration, int block = 50) {
    const int blocks = static_cast<int>(std::lround(duration / stepper.step() / block));
    for (int i = 0; i < blocks; ++i) {
      contacts.begin_block(time, motions);
      stepper.advance(block - 1, [&](int step, std::span<const RodPush> pushes) { contacts.add_to(pushes, step); });
      const double before = kinetic(), at = stored();
      stepper.advance(1, [&](int, std::span<const RodPush> pushes) { contacts.add_to(pushes, block - 1); });
      for (const RodContactEvent& event : contacts.begun()) begun.push_back(event);
      for (const RodContactEvent& event : contacts.ended()) ended.push_back(event);
      time += block * stepper.step();
      energy = at + contacts.energy() + (before + kinetic()) / 2;
      most = std::max(most, energy);
    }
  }

  RodStepper stepper;
  std::vector<RodObstacleMotion> motions;
  RodContacts contacts;
  std::vector<RodContactEvent> begun, ended;
  double energy = 0;        // [J]  in the last block
  double time = 0;          // [s]
  double most = -INFINITY;  // [J]
};

const Vec3 kDown{0, 0, -kGravity};

double mean_height(const RodStepper& stepper, std::size_t rod) {
  double sum = 0;
  for (std::size_t i = 0; i < stepper.rod(rod).vertices(); ++i) sum += stepper.position(rod)[i].z;
  return sum / static_cast<double>(stepper.rod(rod).vertices());
}

Vec3 momentum(const RodStepper& stepper) {
  Vec3 sum;
  for (std::size_t r = 0; r < stepper.rods(); ++r)
    for (std::size_t i = 0; i < stepper.rod(r).vertices(); ++i)
      sum += stepper.rod(r).cells()[i].mass * stepper.velocity(r)[i];
  return sum;
}

}  // namespace

TEST_CASE("a rod that falls flat on a lossless floor comes back as high as it was") {
  const double height = 0.05;
  const ElasticRod rod(straight_rod({0, 0, height}, {0.3, 0, height}, 15), kCord, kPlastic);
  const ContactRule lossless{.friction = 0, .restitution = 1};
  Fall fall({&rod}, 5e-6, kDown, {{PlaneForm{}, lossless}}, {.rules = {lossless}});
  const double flight = std::sqrt(2 * (height - 2e-3) / kGravity);
  fall.run(flight * 2);
  CHECK(mean_height(fall.stepper, 0) == doctest::Approx(height).epsilon(0.01));
  CHECK(fall.most <= (1 + 1e-3) * rod.mass() * kGravity * height);
  REQUIRE(fall.begun.size() == 16);
  CHECK(fall.begun[0].speed == doctest::Approx(kGravity * flight).epsilon(1e-2));
  CHECK(fall.begun[0].time == doctest::Approx(flight).epsilon(1e-2));
  CHECK(fall.begun[0].normal.z == doctest::Approx(1));
  CHECK(fall.begun[0].other_rod == -1);
  double impulse = 0;
  for (const RodContactEvent& event : fall.ended) impulse += event.impulse;
  CHECK(impulse == doctest::Approx(2 * rod.mass() * kGravity * flight).epsilon(0.01));
}

TEST_CASE("a rod that falls flat keeps the share of its speed that the restitution asks for") {
  const ElasticRod rod(straight_rod({0, 0, 0.02}, {0.3, 0, 0.02}, 15), kCord, kPlastic);
  for (const double restitution : {0.3, 0.7}) {
    const ContactRule rule{.friction = 0.3, .restitution = restitution};
    Fall fall({&rod}, 5e-6, kDown, {{PlaneForm{}, rule}}, {.rules = {rule}});
    const double flight = std::sqrt(2 * (0.02 - 2e-3) / kGravity);
    fall.run(flight * 1.05, 10);
    REQUIRE(!fall.ended.empty());
    const double since = fall.time - fall.ended[0].time - fall.ended[0].duration;
    const double left = fall.stepper.velocity(0)[7].z + kGravity * since;
    CHECK(left == doctest::Approx(restitution * kGravity * flight).epsilon(0.04));
  }
}

TEST_CASE("a rod that slides is slowed by friction times its weight and then stays") {
  const double friction = 0.4, speed = 0.2;
  const ElasticRod rod(straight_rod({0, 0, 2e-3}, {0.3, 0, 2e-3}, 15), kCord, kPlastic);
  const ContactRule rule{.friction = friction, .restitution = 0};
  Fall fall({&rod}, 5e-6, kDown, {{PlaneForm{}, rule}}, {.rules = {rule}});
  for (std::size_t i = 0; i < 16; ++i) fall.stepper.velocity(0).set(i, {0, speed, 0});
  fall.run(0.02);
  CHECK(fall.stepper.velocity(0)[8].y == doctest::Approx(speed - friction * kGravity * 0.02).epsilon(0.03));
  fall.run(0.08);
  const double way = speed * speed / (2 * friction * kGravity);
  CHECK(fall.stepper.position(0)[8].y == doctest::Approx(way).epsilon(0.03));
  CHECK(std::abs(fall.stepper.velocity(0)[8].y) < 1e-3);
}

TEST_CASE("two rods that cross bounce, keep their momentum and gain no energy") {
  const ElasticRod low(straight_rod({-0.1, 0, 0}, {0.1, 0, 0}, 21), kCord, kPlastic);
  const ElasticRod high(straight_rod({0, -0.1, 0.01}, {0, 0.1, 0.01}, 21), kCord, kPlastic);
  const ContactRule lossless{.friction = 0.5, .restitution = 1};
  Fall fall({&low, &high}, 5e-6, {}, {}, {.rules = {lossless, lossless}});
  for (std::size_t i = 0; i < 22; ++i) fall.stepper.velocity(1).set(i, {0.3, 0, -2});
  const double before = fall.kinetic() + fall.stored();
  const Vec3 pushed = momentum(fall.stepper);
  fall.run(0.01);
  CHECK(length(momentum(fall.stepper) - pushed) < 1e-10 * length(pushed));
  CHECK(fall.most < (1 + 2e-3) * before);
  REQUIRE(!fall.begun.empty());
  CHECK(fall.begun[0].rod == 0);
  CHECK(fall.begun[0].other_rod == 1);
  CHECK(std::abs(fall.begun[0].normal.z) == doctest::Approx(1).epsilon(0.02));
  CHECK(fall.begun[0].speed == doctest::Approx(2).epsilon(0.02));
  CHECK(mean_height(fall.stepper, 0) < -2e-3);                             // the low one has been pushed down
  CHECK(fall.stepper.position(1)[10].z > fall.stepper.position(0)[10].z);  // and the high one has not gone through
}

TEST_CASE("a rod falls on a ball and drapes over it without gaining energy") {
  const ElasticRod rod(straight_rod({-0.1, 0, 0.06}, {0.1, 0, 0.06}, 30), kCord,
                       {.young_modulus = 1e6, .poisson_ratio = 0.4, .density = 1000});
  Fall fall({&rod}, 2e-5, kDown, {{BallForm{.radius = 0.04}, {}}}, {});
  const double begin = fall.kinetic() + fall.stored();
  fall.run(0.25);
  CHECK(fall.most < begin + 1e-3 * rod.mass() * kGravity * 0.05);
  for (std::size_t i = 0; i <= 30; ++i) CHECK(length(fall.stepper.position(0)[i]) > 0.04 + 1.7e-3);
  CHECK(fall.begun[0].normal.z == doctest::Approx(1).epsilon(0.01));
}

TEST_CASE("a box of triangles holds a rod as a plane does") {
  const ElasticRod rod(straight_rod({-0.1, 0, 0.02}, {0.1, 0.01, 0.02}, 20), kCord, kPlastic);
  const auto box = std::make_shared<const SurfaceIndex>(box_mesh({0.4, 0.4, 0.1}));
  Fall on_box({&rod}, 1e-5, kDown, {{box, {}}}, {}), on_plane({&rod}, 1e-5, kDown, {{PlaneForm{}, {}}}, {});
  on_box.motions[0].pose.position = {0, 0, -0.05};
  on_box.run(0.1), on_plane.run(0.1);
  CHECK(on_box.begun.size() > 20);
  for (std::size_t i = 0; i <= 20; ++i)
    CHECK(length(on_box.stepper.position(0)[i] - on_plane.stepper.position(0)[i]) < 1e-6);
}

TEST_CASE("a floor that rises lifts a rod and does the work") {
  const ElasticRod rod(straight_rod({0, 0, 2.1e-3}, {0.3, 0, 2.1e-3}, 15), kCord, kPlastic);
  const ContactRule soft{.friction = 0.3, .restitution = 0.1};
  Fall fall({&rod}, 1e-5, kDown, {{PlaneForm{}, soft}}, {.rules = {soft}});
  const double begin = fall.kinetic() + fall.stored();
  fall.motions[0].velocity = {0, 0, 0.1};
  for (int i = 0; i < 100; ++i) {
    fall.motions[0].pose.position.z = 0.1 * fall.time;
    fall.run(1e-3, 100);
  }
  CHECK(mean_height(fall.stepper, 0) == doctest::Approx(0.01 + 2e-3).epsilon(0.01));
  const double gained = fall.energy - begin;
  CHECK(gained > 0.9 * rod.mass() * kGravity * 0.01);
  CHECK(fall.contacts.work() >= gained);
  CHECK(fall.contacts.work() < 1.5 * gained);
}

TEST_CASE("coils that touch at rest do so without force") {
  const ElasticRod rod(helix_rod({.radius = 0.03, .pitch = 1e-3, .turns = 6, .edges_a_turn = 20}),
                       RodSection{.a = 0.5e-3, .b = 0.5e-3}, kPlastic);
  Fall fall({&rod}, 5e-6, {}, {}, {});
  fall.run(0.01);
  CHECK(fall.stepper.fastest() < 1e-9);
}

TEST_CASE("a slinky that is let go closes with a chatter of its coils and gains no energy") {
  const ElasticRod rod(helix_rod({.radius = 0.02, .pitch = 1.5e-3, .turns = 8, .edges_a_turn = 16}),
                       RodSection{.a = 0.5e-3, .b = 0.5e-3}, kPlastic);
  Fall fall({&rod}, 2.5e-6, {}, {}, {.rules = {{.friction = 0.3, .restitution = 0.8}}});
  std::vector<Vec3> drawn = rod.shape().vertices;
  for (Vec3& v : drawn) v.z *= 8;
  fall.stepper.set_state(0, placed(rod, drawn));
  const double begin = fall.kinetic() + fall.stored();
  fall.run(0.25);
  CHECK(fall.begun.size() > 20);
  CHECK(fall.most < (1 + 2e-3) * begin);
  for (const RodContactEvent& event : fall.ended) CHECK(event.impulse >= 0);
  for (const RodContactEvent& event : fall.begun) CHECK(event.other_rod == 0);
}

TEST_CASE("contacts saved and loaded go on with the same bits") {
  const ElasticRod rod(helix_rod({.radius = 0.02, .pitch = 2e-3, .turns = 4, .edges_a_turn = 16}),
                       RodSection{.a = 0.5e-3, .b = 0.5e-3}, kPlastic);
  const auto make = [&] { return Fall({&rod}, 1e-5, kDown, {{PlaneForm{}, {}}}, {}); };
  Fall one = make();
  std::vector<Vec3> high = rod.shape().vertices;
  for (Vec3& v : high) v.z += 0.005;
  one.stepper.set_state(0, placed(rod, high));
  while (one.contacts.touching() == 0 && one.time < 0.1) one.run(1e-4, 10);
  CHECK(one.contacts.touching() > 0);
  StateArchive saved;
  one.stepper.archive(saved), one.contacts.archive(saved);
  Fall other = make();
  StateArchive loaded(saved.bytes());
  other.stepper.archive(loaded), other.contacts.archive(loaded);
  other.time = one.time;
  one.run(0.01), other.run(0.01);
  for (std::size_t i = 0; i < rod.vertices(); ++i) CHECK(one.stepper.position(0)[i] == other.stepper.position(0)[i]);
}

TEST_CASE("a chain of cord that falls in a heap comes to rest and never gains energy") {
  std::vector<Vec3> line;
  for (int i = 0; i <= 200; ++i) line.push_back({3e-3 * std::sin(0.2 * i), 3e-3 * std::cos(0.17 * i), 0.02 + 2e-3 * i});
  const ElasticRod rod(curved_rod(line), RodSection{.a = 1e-3, .b = 1e-3},
                       {.young_modulus = 2e6, .poisson_ratio = 0.4, .density = 1000, .mass_damping = 5});
  Fall fall({&rod}, 2e-5, kDown, {{PlaneForm{}, {}}}, {});
  const double begin = fall.kinetic() + fall.stored();
  fall.run(1.5);
  CHECK(fall.most < (1 + 1e-3) * begin);
  CHECK(fall.stepper.fastest() < 0.2);
  for (std::size_t i = 0; i <= 200; ++i) CHECK(fall.stepper.position(0)[i].z > 0.5e-3);
}

}  // namespace resound
