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
#include "collision_statistics/joint_bins.h"
#include "collision_statistics/window_profile.h"
#include "numerics/poisson_number.h"
#include "numerics/random_direction.h"

using namespace resound;

namespace {

using List = std::vector<ListedCollision>;
using CellKey = std::tuple<std::int64_t, int, int, int>;
using Counts = std::map<CellKey, double>;

const ListedObjects kBeads{{"beads", "cup"}, {false, true}};
constexpr double kWindow = 0.02, kCell = 0.01;  // [s], [m]

List resampled(const List& source, ResampleSettings settings, const ListedObjects& objects = kBeads) {
  List made;
  Resampler resampler(settings, objects, [&](std::span<const ListedCollision> some) {
    made.insert(made.end(), some.begin(), some.end());
  });
  for (const ListedCollision& c : source) resampler.add(c);
  resampler.finish();
  return made;
}

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

struct Mean {
  double sum = 0, squares = 0, n = 0;
  void add(double x) { sum += x, squares += x * x, ++n; }
  double value() const { return sum / n; }
  double error() const { return std::sqrt((squares / n - value() * value()) / n); }
};

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

TEST_CASE("a Poisson number has the mean and the variance of its law, small and large") {
  for (const double mean : {0.3, 4.0, 29.0, 31.0, 700.0}) {
    CAPTURE(mean);
    RandomStream chance(5, 0, static_cast<std::uint64_t>(mean * 10));
    const int n = 40000;
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<double>(poisson_number(mean, chance));
      sum += k, squares += (k - mean) * (k - mean);
    }
    CHECK(std::abs(sum / n - mean) < 4 * std::sqrt(mean / n));
    CHECK(std::abs(squares / n / mean - 1) < 4 * std::sqrt((2 + 1 / mean) / n));
  }
}

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

TEST_CASE("a window's profile keeps its mean, is never negative and meets its neighbours") {
  for (const double a : {0.0, 5.0, 100.0})
    for (const double b : {0.0, 40.0, 1000.0})
      for (const double c : {0.0, 70.0}) {
        const WindowProfile profile(a, b, c), next(b, c, 3);
        double sum = 0;
        for (int i = 0; i < 1000; ++i) {
          CHECK(profile.density((i + 0.5) / 1000) > -1e-12);
          sum += profile.density((i + 0.5) / 1000) / 1000;
        }
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
        CHECK(profile.density(1) * (b + 8) == doctest::Approx(next.density(0) * (c + 8)));
      }
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
