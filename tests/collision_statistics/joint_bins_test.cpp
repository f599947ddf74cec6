#include "collision_statistics/joint_bins.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <span>

#include "numerics/random_direction.h"
#include "resampled.h"

using namespace resound;

namespace {

// One collision as bins make others of it, by random bits.
struct DrawnLike {
  double speed;
  Vec3 normal;
};
DrawnLike like(const JointBins& bins, double speed, const Vec3& normal, RandomStream& chance) {
  const std::array<std::uint64_t, 1> even{chance.bits()}, odd{chance.bits()};
  JointBatch batch;
  batch.set(0, speed, normal);
  bins.draw_like(batch, even, odd);
  return {batch.speed[0], batch.normal(0)};
}

}  // namespace

TEST_CASE("normals of any direction stay so: bins have equal solid angles") {
  Mean squares, firsts;
  for (std::uint64_t i = 0; i < 100; ++i) {
    RandomStream chance(3, 3, i);
    const JointBins bins(chance);
    for (int k = 0; k < 500; ++k) {
      const Vec3 n = like(bins, 1, any_direction(chance), chance).normal;
      CHECK(length(n) == doctest::Approx(1));
      firsts.add(n.z), squares.add(n.z * n.z);
    }
  }
  CHECK(std::abs(squares.value() - 1.0 / 3) < 3 * squares.error());
  CHECK(std::abs(firsts.value()) < 3 * firsts.error());
}

TEST_CASE("bins of speed keep the energy and raise the mean of v^2.4 by less than the 0.9 % of bins a quarter wide") {
  Mean square, power;
  bool is_near = true;
  for (std::uint64_t i = 0; i < 200000; ++i) {
    RandomStream chance(3, 4, i);
    const JointBins bins(chance);
    const double v = like(bins, 1.7, {0, 0, 1}, chance).speed / 1.7;
    square.add(v * v), power.add(std::pow(v, 2.4));
    is_near = is_near && v > 1 / 1.27 && v < 1.25;
  }
  CHECK(is_near);
  CHECK(std::abs(square.value() - 1) < 3 * square.error());
  CHECK(std::abs(power.value() - 1) < 0.009);
}

TEST_CASE("a collision drawn alone is the one drawn among others, whatever its speed, and along an axis of its bins") {
  RandomStream chance(3, 5, 6);
  const JointBins bins(chance);
  std::array<std::uint64_t, 13> even, odd;
  JointBatch batch;
  for (std::size_t i = 0; i < even.size(); ++i) {
    even[i] = chance.bits(), odd[i] = chance.bits();
    batch.set(i, i == 0 ? 0 : std::pow(10, chance.uniform(-9, 3)), any_direction(chance));
  }
  const JointBatch source = batch;
  bins.draw_like(batch, even, odd);
  CHECK(batch.speed[0] == 0);
  for (std::size_t i = 0; i < even.size(); ++i) {
    JointBatch alone;
    alone.set(0, source.speed[i], source.normal(i));
    bins.draw_like(alone, std::span(even).subspan(i, 1), std::span(odd).subspan(i, 1));
    CHECK(alone.speed[0] == batch.speed[i]);
    CHECK(alone.normal(0) == batch.normal(i));
    CHECK(length(batch.normal(i) - source.normal(i)) < 0.6);  // a cap of one slice is 0.41 high and wide
    CHECK(std::abs(batch.speed[i] - source.speed[i]) <= 0.27 * source.speed[i]);
  }
  const Vec3 pole = like(JointBins(), 1, {0, 0, 1}, chance).normal;
  CHECK(length(pole) == doctest::Approx(1));
  CHECK(pole.z > 1 - 2.0 / JointBins::kHeights);
}
