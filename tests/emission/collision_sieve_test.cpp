#include "emission/grain/collision_sieve.h"

#include <doctest/doctest.h>

#include <cmath>

#include "numerics/random_stream.h"
#include "scene/materials.h"

using namespace resound;

namespace {

constexpr double kShare = 1e-3;

TimeBlock block_of(int number) { return {number * 48, 48, {48000}, {}}; }

Scene two_sorts_of_beads() {
  Scene scene;
  scene.unheard.energy = kShare;
  Grains small, large;
  small.material = large.material = *find_material("glass");
  small.radius = 0.0005;
  large.radius = 0.001;
  scene.objects = {{"small", small}, {"large", large}};
  return scene;
}

}  // namespace

TEST_CASE("what is left out never exceeds its share of what was there") {
  EnergyPurse purse;
  SieveCount count;
  std::vector<double> energies;
  for (std::uint64_t block = 0; block < 500; ++block) {
    RandomStream chance(1, 2, block);
    energies.clear();
    for (int i = 0; i < 40; ++i) energies.push_back(std::pow(10, chance.uniform(-8, 0)));
    purse.spend(energies, kShare, 1e-3, count);
    REQUIRE(count.lost <= kShare * count.energy);
  }
  CHECK(count.all == 20'000);
  CHECK(count.left_out > count.all / 2);            // five of the eight decades
  CHECK(count.lost > 0.5 * kShare * count.energy);  // and the share is used
}

TEST_CASE("the weakest are left out first") {
  EnergyPurse purse;
  SieveCount count;
  const std::vector<double> energies{1, 1e-5, 0.5, 1e-9, 2e-3, 1e-3};
  const std::vector<bool> expected{true, false, true, false, true, false};
  CHECK(purse.spend(energies, kShare, 1e-3, count) == expected);
}

TEST_CASE("what was loud a second ago pays for nothing now") {
  EnergyPurse purse;
  SieveCount count;
  purse.spend(std::vector<double>{1e6}, kShare, 1e-3, count);
  CHECK(purse.spend(std::vector<double>{1.0, 1.0}, kShare, 1.0, count) == std::vector<bool>{true, true});
}

TEST_CASE("a click is as loud in the sieve as the fourth power of the radius and the speed make it") {
  const Scene scene = two_sorts_of_beads();
  const GrainPairs pairs(scene);
  const std::vector<int> kind_of{0, 0, 1, 1};
  const auto energy = [&](int first, int second, double speed) {
    const auto [sound, encounter] = pairs.meeting({0, {}, {0, 0, 1}, speed, first, second}, kind_of);
    Encounter elastic = encounter;
    elastic.restitution = 1;
    return sound.audible_energy(elastic, 20'000, 343);
  };
  CHECK(energy(2, 3, 1) / energy(0, 1, 1) == doctest::Approx(256).epsilon(1e-6));
  CHECK(energy(0, 1, 2) / energy(0, 1, 1) == doctest::Approx(4).epsilon(1e-6));
  CHECK(energy(0, 2, 1) > energy(0, 1, 1));  // unequal balls leave a dipole
}

TEST_CASE("the sieve passes on what is heard and counts the rest") {
  const Scene scene = two_sorts_of_beads();
  CollisionSieve sieve(scene);
  const std::vector<int> kind_of{0, 0};
  const std::vector<Collision> collisions{{0, {}, {0, 0, 1}, 1, 0, 1}, {0, {}, {0, 0, 1}, 1e-4, 0, 1}};
  MotionEvents events;
  events.contacts = {{0, 0, {}, {0, 0, 1}, StrikePulse{1e-3, 1e-4}},
                     {0, 0, {}, {0, 0, 1}, StrikePulse{1e-8, 1e-4}},
                     {0, 1, {}, {0, 0, 1}, StrikePulse{1e-8, 1e-4}},
                     {0, 1, {}, {0, 0, 1}, DropPulse{1e-12, 1e-4}}};
  events.grains = {collisions, kind_of, 3};
  const MotionEvents& heard = sieve.sift(events, block_of(0));
  CHECK(heard.grains.collisions.size() == 1);
  CHECK(heard.contacts.size() == 3);  // each object has its own measure; drops are not the sieve's business
  CHECK(sieve.left_out().clicks.left_out == 1);
  CHECK(sieve.left_out().blows.all == 3);
  CHECK(sieve.left_out().blows.left_out == 1);
  CHECK(sieve.left_out().slow == 3);
}

TEST_CASE("what is neither a click nor a blow passes untouched") {
  MotionEvents events;
  events.bubbles.resize(1);
  events.impacts.resize(2);
  events.levels.resize(3);
  events.rods.resize(4);
  events.rod_contacts.resize(5);
  events.snapshots.resize(6);
  events.skins.resize(7);
  events.vibrations.resize(8);
  CollisionSieve sieve(two_sorts_of_beads());
  const MotionEvents& sifted = sieve.sift(events, block_of(0));
  CHECK(sifted.bubbles.size() == 1);
  CHECK(sifted.impacts.size() == 2);
  CHECK(sifted.levels.size() == 3);
  CHECK(sifted.rods.size() == 4);
  CHECK(sifted.rod_contacts.size() == 5);
  CHECK(sifted.snapshots.size() == 6);
  CHECK(sifted.skins.size() == 7);
  CHECK(sifted.vibrations.size() == 8);
}
