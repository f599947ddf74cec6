#include "collision_file/collision_survey.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "numerics/random_stream.h"

using namespace resound;

namespace {

const ObjectNames kNames{"beads:1", "cup", "beads:2"};

template <class Counts>
std::int64_t total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

TEST_CASE("counts over time keep every collision however long the list gets") {
  TimeCounts counts;
  for (int i = 0; i < 100'000; ++i) counts.add(1e-3 * i);
  CHECK(total(counts.counts()) == 100'000);
  CHECK(counts.counts().size() <= 800);
  const double expected = counts.width() / 1e-3;  // an even rate stays even
  for (std::size_t i = 0; i + 1 < counts.counts().size(); ++i)
    CHECK(std::abs(static_cast<double>(counts.counts()[i]) - expected) <= 1.5);
}

TEST_CASE("normals of any direction and speeds of one kind fill the bins they belong to") {
  CollisionSurvey survey;
  constexpr int kCount = 200'000;
  for (int i = 0; i < kCount; ++i) {
    RandomStream random(1, 0, static_cast<std::uint64_t>(i));
    const Vec3 normal = normalized(Vec3{random.normal(), random.normal(), random.normal()});
    survey.add({1e-5 * i, {1e-6 * i, 0, 0}, normal, 0.02, 0, 0, 0, 1}, kNames);
  }
  REQUIRE(survey.pairs().size() == 1);
  const PairSurvey& pair = survey.pairs().begin()->second;
  CHECK(pair.count == kCount);
  CHECK(pair.mean_speed() == doctest::Approx(0.02));
  CHECK(pair.rms_speed() == doctest::Approx(0.02));
  for (const std::int64_t count : pair.steepness) CHECK(std::abs(count - kCount / 20) < 5 * std::sqrt(kCount / 20.0));
  for (const std::int64_t count : pair.azimuths) CHECK(std::abs(count - kCount / 36) < 5 * std::sqrt(kCount / 36.0));
  // 0.02 m/s is 10^-1.699: the bin from -1.7 on
  CHECK(pair.speeds.counts()[43] == kCount);
}

TEST_CASE("the places that are kept are an even sample of the whole list") {
  CollisionSurvey survey;
  constexpr int kCount = 300'000;
  for (int i = 0; i < kCount; ++i)
    survey.add({1e-5 * i, {static_cast<double>(i) / kCount, 0, 0}, {0, 0, 1}, 1, 0, 0, 0, 1}, kNames);
  const PairSurvey& pair = survey.pairs().begin()->second;
  REQUIRE(pair.spots.size() == PairSurvey::kMostSpots);
  std::array<int, 10> tenths{};
  for (const PairSurvey::Spot& spot : pair.spots) ++tenths[static_cast<std::size_t>(10 * spot.place.x)];
  for (const int count : tenths) CHECK(std::abs(count - 2000) < 5 * std::sqrt(2000.0));
}

TEST_CASE("sizes of one object are counted together, whoever is called first") {
  CollisionSurvey survey;
  survey.add({0, {}, {0, 0, 1}, 1, 0, 0, 0, 1}, kNames);
  survey.add({0, {}, {0, 0, 1}, 1, 0, 0, 1, 2}, kNames);
  survey.add({0, {}, {0, 0, 1}, 1, 0, 0, 2, 0}, kNames);
  CHECK(survey.objects() == ObjectNames{"beads", "cup"});
  REQUIRE(survey.pairs().size() == 2);
  CHECK(survey.pairs().at({0, 1}).count == 2);
  CHECK(survey.pairs().at({0, 0}).count == 1);
}
