// Every row of the table of what a generator of collisions must do, with its own tolerance.
#include "collision_statistics/resampler.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <tuple>

#include "base/parallel.h"
#include "numerics/random_direction.h"
#include "resampled.h"

using namespace resound;

namespace {

using CellKey = std::tuple<std::int64_t, int, int, int>;
using Counts = std::map<CellKey, double>;

// A Poisson source in a box of 6 x 6 x 6 cells whose rate falls off from one corner. Slow collisions have normals of
// any direction, fast ones stand upright: speed and normal belong together.
List poisson_source(double seconds, double rate, std::uint64_t seed) {
  List list;
  RandomStream chance(seed, 1, 0);
  for (double t = chance.exponential(rate); t < seconds; t += chance.exponential(rate)) {
    ListedCollision c;
    c.time = t;
    const auto place = [&] { return 0.06 * chance.uniform() * chance.uniform(); };
    c.place = {place(), place(), place()};
    c.speed = 0.05 * std::exp(chance.normal());
    c.normal = any_direction(chance);
    if (c.speed > 0.08) c.normal = normalized(c.normal + Vec3{0, 0, c.normal.z > 0 ? 2.0 : -2.0});
    c.first = static_cast<std::int32_t>(list.size());  // so that it can be recognised
    list.push_back(c);
  }
  return list;
}

CellKey cell_of(const ListedCollision& c) {
  const auto at = [](double x) { return static_cast<int>(std::floor(x / kCell)); };
  return {static_cast<std::int64_t>(std::floor(c.time / kWindow)), at(c.place.x), at(c.place.y), at(c.place.z)};
}

Counts counts_of(const List& list) {
  Counts counts;
  for (const ListedCollision& c : list) ++counts[cell_of(c)];
  return counts;
}

// p of the Kolmogorov-Smirnov test against even numbers between 0 and 1.
double even_chance(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const double n = static_cast<double>(numbers.size());
  double greatest = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    greatest =
        std::max({greatest, numbers[i] - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - numbers[i]});
  const double x = greatest * (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n));
  double p = 0;
  for (int k = 1; k < 100; ++k) p += 2 * (k % 2 ? 1 : -1) * std::exp(-2 * k * k * x * x);
  return std::clamp(p, 0.0, 1.0);
}

}  // namespace

TEST_CASE("counts: exact ones are kept, Poisson ones have mean 0 and dispersion 1 about their source") {
  const List source = poisson_source(1, 60000, 1);
  const Counts had = counts_of(source);
  const double total = static_cast<double>(source.size()), cells = static_cast<double>(had.size());
  CHECK(counts_of(resampled(source, {})) == had);

  const List made = resampled(source, {.counts = CountRule::poisson});
  CHECK(std::abs(static_cast<double>(made.size()) - total) < 3 * std::sqrt(total));
  const Counts has = counts_of(made);
  double difference = 0, square = 0, uneven = 0;
  for (const auto& [cell, n] : had) {
    const double by = (has.contains(cell) ? has.at(cell) : 0) - n;
    difference += by, square += by * by, uneven += n * n;
  }
  CHECK(std::abs(difference / cells) < 3 * std::sqrt(total) / cells);
  CHECK(std::abs(square / total - 1) < 3 * std::sqrt(2 * uneven / (total * total) + 1 / total));
  for (const auto& [cell, n] : has) CHECK(had.contains(cell));
}

TEST_CASE(
    "over independent Poisson sources counts disperse by 1 if exact, 2 if Poisson, and 1.375 from a smoothed rate") {
  const int runs = 400;
  const double windows = 8;
  for (const auto& [rule, expected] :
       {std::pair(CountRule::exact, 1.0), {CountRule::poisson, 2.0}, {CountRule::smooth, 1.375}}) {
    Mean mean, square;
    for (int run = 0; run < runs; ++run) {
      List source;
      RandomStream chance(99, 7, static_cast<std::uint64_t>(run));
      for (double t = chance.exponential(1000); t < (windows + 2) * kWindow; t += chance.exponential(1000))
        source.push_back({.time = t, .place = {0.005, 0.005, 0.005}, .normal = {0, 0, 1}, .speed = 1});
      std::vector<double> count(static_cast<std::size_t>(windows) + 2);
      for (const ListedCollision& c : resampled(source, {.counts = rule, .seed = static_cast<std::uint64_t>(run)}))
        if (c.time >= 0 && c.time < (windows + 2) * kWindow) ++count[static_cast<std::size_t>(c.time / kWindow)];
      for (std::size_t w = 1; w <= static_cast<std::size_t>(windows); ++w)
        mean.add(count[w]), square.add((count[w] - 20) * (count[w] - 20));
    }
    CHECK(std::abs(mean.value() - 20) < 5 * mean.error());
    CHECK(std::abs(square.value() / 20 - expected) < 0.12 * expected);
  }
}

TEST_CASE("of the source's collisions, a share of 1/e is never drawn by Poisson counts") {
  const List source = poisson_source(1, 60000, 2);
  std::set<std::int32_t> drawn;
  for (const ListedCollision& c : resampled(source, {.counts = CountRule::poisson})) drawn.insert(c.first);
  const double never = 1 - static_cast<double>(drawn.size()) / static_cast<double>(source.size());
  CHECK(std::abs(never - std::exp(-1)) < 0.006);
}

TEST_CASE("the first time in each window is as even as that of its number of even times") {
  const List source = poisson_source(6, 20000, 3);
  struct First {
    double time = 1, n = 0;
  };
  std::map<CellKey, First> firsts;
  for (const ListedCollision& c : resampled(source, {})) {
    First& first = firsts[cell_of(c)];
    first.time = std::min(first.time, c.time / kWindow - std::floor(c.time / kWindow));
    ++first.n;
  }
  std::vector<double> even;
  for (const auto& [cell, first] : firsts) even.push_back(1 - std::pow(1 - first.time, first.n));
  CHECK(even.size() > 10000);
  CHECK(even_chance(even) > 0.01);
}

TEST_CASE("times are in order, and the rate runs on across the borders of windows") {
  // The rate rises by as much in every window: an even rate in each would jump at each border.
  List source;
  const int windows = 12, per_step = 20000;
  for (int w = 0; w < windows; ++w)
    for (int i = 0; i < per_step * (w + 1); ++i)
      source.push_back({.time = (w + (i + 0.5) / (per_step * (w + 1))) * kWindow, .normal = {0, 0, 1}, .speed = 1});
  const List made = resampled(source, {});
  CHECK(std::ranges::is_sorted(made, {}, &ListedCollision::time));
  const double side = 0.05;  // of a window
  for (int border = 3; border < windows - 1; ++border) {
    double before = 0, after = 0;
    for (const ListedCollision& c : made) {
      const double x = c.time / kWindow - border;
      before += x > -side && x < 0, after += x >= 0 && x < side;
    }
    const double slope = per_step * side * side;  // of a rate that rises evenly, between the middles of the two sides
    const double jump = after - before - slope, step = per_step * side;
    CHECK(std::abs(jump) < 0.1 * step + 3 * std::sqrt(before + after));
  }
  // nothing repeats with the windows
  const List steady = poisson_source(4, 20000, 4);
  double re = 0, im = 0;
  const List again = resampled(steady, {});
  for (const ListedCollision& c : again) {
    const double turn = 2 * std::numbers::pi * c.time / kWindow;
    re += std::cos(turn), im += std::sin(turn);
  }
  CHECK((re * re + im * im) / static_cast<double>(again.size()) < 7);  // 1 on the average; over 7 once in 1000
}

TEST_CASE("places are even in their cells") {
  const List made = resampled(poisson_source(1, 60000, 5), {});
  std::array<double, 8> octants{};
  for (const ListedCollision& c : made) {
    const auto upper = [](double x) { return x / kCell - std::floor(x / kCell) >= 0.5; };
    ++octants[static_cast<std::size_t>(upper(c.place.x) + 2 * upper(c.place.y) + 4 * upper(c.place.z))];
  }
  double chi = 0;
  const double expected = static_cast<double>(made.size()) / 8;
  for (const double n : octants) chi += (n - expected) * (n - expected) / expected;
  CHECK(chi < 18.5);  // 7 degrees of freedom, 99 %
}

TEST_CASE("speed and normal stay together, and a shuffle of one against the other is found out") {
  const List source = poisson_source(1, 100000, 6);
  const List made = resampled(source, {});
  struct Joint {
    Mean energy, upright, across;
    explicit Joint(const List& list) {
      for (const ListedCollision& c : list) {
        const double square = c.speed * c.speed;
        energy.add(square), upright.add(square * c.normal.z * c.normal.z), across.add(square * c.normal.x * c.normal.x);
      }
    }
  };
  const auto apart = [](const Mean& a, const Mean& b) {  // [standard errors]
    return std::abs(a.value() - b.value()) / std::hypot(a.error(), b.error());
  };
  const Joint had(source), has(made);
  CHECK(apart(had.energy, has.energy) < 3);
  CHECK(apart(had.upright, has.upright) < 3);
  CHECK(apart(had.across, has.across) < 3);

  List shuffled = made;
  for (std::size_t i = shuffled.size() - 1; i > 0; --i) {
    RandomStream chance(1, 2, i);
    std::swap(shuffled[i].normal,
              shuffled[static_cast<std::size_t>(chance.uniform() * static_cast<double>(i + 1))].normal);
  }
  const Joint mixed(shuffled);
  CHECK(apart(had.energy, mixed.energy) < 3);
  CHECK(apart(had.upright, mixed.upright) > 10);
  CHECK(apart(had.across, mixed.across) > 10);
}

TEST_CASE("the result depends on the seed, and neither on threads nor on what else is in the list") {
  List source = poisson_source(0.5, 100000, 8);
  const List one = [&] {
    const ThreadLimit limit(1);
    return resampled(source, {.counts = CountRule::poisson});
  }();
  const List two = [&] {
    const ThreadLimit limit(2);
    return resampled(source, {.counts = CountRule::poisson});
  }();
  const auto same = [](const ListedCollision& a, const ListedCollision& b) {
    return a.time == b.time && a.place == b.place && a.normal == b.normal && a.speed == b.speed && a.first == b.first;
  };
  CHECK(std::ranges::equal(one, two, same));
  CHECK_FALSE(std::ranges::equal(one, resampled(source, {.counts = CountRule::poisson, .seed = 2}), same));

  // another cell joins, and another pair that is met first: the speeds of all others stay
  List more;
  more.push_back({.time = 0, .place = {0, 0, 0}, .normal = {0, 0, -1}, .speed = 9, .second_object = 1});
  for (const ListedCollision& c : source) {
    more.push_back(c);
    if (c.first % 50 == 0) more.push_back(c), more.back().place.x += 1;
  }
  List joined = resampled(more, {.counts = CountRule::poisson});
  std::erase_if(joined, [](const ListedCollision& c) { return c.place.x > 0.5 || c.second_object == 1; });
  REQUIRE(joined.size() == one.size());
  const auto by_place = [](const ListedCollision& a, const ListedCollision& b) {
    return std::tuple(a.first, a.place.x, a.place.y) < std::tuple(b.first, b.place.x, b.place.y);
  };
  List sorted = one;
  std::ranges::sort(sorted, by_place), std::ranges::sort(joined, by_place);
  CHECK(std::ranges::equal(sorted, joined, [](const ListedCollision& a, const ListedCollision& b) {
    return a.speed == b.speed && a.normal == b.normal && a.place == b.place;
  }));
}

TEST_CASE("a checkpoint in the middle changes nothing") {
  const List source = poisson_source(0.3, 30000, 9);
  const List whole = resampled(source, {.counts = CountRule::smooth});
  List made;
  const auto sink = [&](std::span<const ListedCollision> some) { made.insert(made.end(), some.begin(), some.end()); };
  Resampler before({.counts = CountRule::smooth}, kBeads, sink);
  const std::size_t half = source.size() / 2;
  for (std::size_t i = 0; i < half; ++i) before.add(source[i]);
  StateArchive saved;
  before.archive(saved);
  Resampler after({.counts = CountRule::smooth}, kBeads, sink);
  StateArchive loaded{saved.bytes()};
  after.archive(loaded);
  for (std::size_t i = half; i < source.size(); ++i) after.add(source[i]);
  after.finish();
  REQUIRE(made.size() == whole.size());
  CHECK(std::ranges::equal(made, whole, [](const ListedCollision& a, const ListedCollision& b) {
    return a.time == b.time && a.speed == b.speed;
  }));
}

TEST_SUITE("slow") {
  TEST_CASE("ten million collisions are resampled in the memory of one million") {
    const auto peak = [] {  // [kB]  the most memory that this process ever had
      std::ifstream status("/proc/self/status");
      std::string word;
      while (status >> word)
        if (word == "VmHWM:") break;
      double size = 0;
      status >> size;
      return size;
    };
    std::vector<double> peaks;
    for (const std::size_t count : {1'000'000u, 10'000'000u}) {
      std::size_t made = 0;
      Resampler resampler({}, kBeads, [&](std::span<const ListedCollision> window) { made += window.size(); });
      RandomStream chance(1, 2, 3);
      for (std::size_t i = 0; i < count; ++i)
        resampler.add({.time = 1e-6 * static_cast<double>(i),
                       .place = {chance.uniform(0, 0.08), chance.uniform(0, 0.08), chance.uniform(0, 0.08)},
                       .normal = any_direction(chance),
                       .speed = chance.uniform()});
      resampler.finish();
      CHECK(made == count);
      peaks.push_back(peak());
    }
    MESSAGE("peak memory: " << peaks[0] << " kB, " << peaks[1] << " kB");
    CHECK(peaks[0] > 0);
    CHECK(peaks[1] - peaks[0] < 10'000);  // 800 MB of collisions have passed
  }
}
