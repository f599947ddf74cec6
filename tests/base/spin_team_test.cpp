#include "base/spin_team.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/lockstep.h"
#include "base/parallel.h"

namespace resound {

TEST_CASE("every part of every run is done once, however many threads there are") {
  for (const int threads : {1, 2, 3, 8}) {  // eight are more than most machines give us
    CAPTURE(threads);
    SpinTeam team(threads);
    CHECK(team.threads() == threads);
    std::vector<int> done(37), last(37);
    for (int run = 1; run <= 3000; ++run) {
      const std::size_t parts = static_cast<std::size_t>(run) % 38;
      team.run(parts, [&](std::size_t part) { ++done[part], last[part] = run; });
      for (std::size_t part = 0; part < parts; ++part) REQUIRE(last[part] == run);
    }
    for (int part = 0; part < 37; ++part) {
      int expected = 0;
      for (int run = 1; run <= 3000; ++run) expected += run % 38 > part;
      CHECK(done[static_cast<std::size_t>(part)] == expected);
    }
  }
}

TEST_CASE("each run sees what the run before it has written") {
  SpinTeam team(3);
  std::vector<double> now(64, 1.0), next(64);
  for (int run = 0; run < 2000; ++run) {
    team.run(64, [&](std::size_t i) { next[i] = 0.5 * (now[i] + now[(i + 7) % 64]) + 1; });
    team.run(64, [&](std::size_t i) { now[i] = next[i]; });
  }
  for (const double value : now) CHECK(value == doctest::Approx(2001));
}

TEST_CASE("the caller does its own work on its own thread, and its trouble reaches it") {
  SpinTeam team(2);
  std::thread::id where;
  int parts = 0;
  std::atomic<int> done{0};
  team.run(
      5, [&](std::size_t) { ++done; }, [&] { where = std::this_thread::get_id(), ++parts; });
  CHECK(where == std::this_thread::get_id());
  CHECK(parts == 1);
  CHECK(done == 5);
  CHECK_THROWS_AS(team.run(
                      5, [&](std::size_t) { ++done; }, [] { throw std::runtime_error("no"); }),
                  std::runtime_error);
  team.run(5, [&](std::size_t) { ++done; });
  CHECK(done == 15);
}

TEST_CASE("threads abreast see what the others have written, step by step") {
  for (const int threads : {1, 2, 3}) {
    SpinTeam team(threads);
    const auto count = static_cast<std::size_t>(threads);
    int abreast = 0;
    for (int run = 0; run < 400; ++run) {
      Lockstep pace(count);
      std::vector<int> ring(2 * count, 1);  // two states that take turns
      const auto move = [&](std::size_t own) {
        for (int step = 0; step < 50; ++step) {
          if (!pace.wait_for_all(step)) return;
          const std::size_t now = static_cast<std::size_t>(step) % 2 * count, next = count - now;
          ring[next + own] = (ring[now + own] + ring[now + (own + 1) % count]) % 1000003;
          pace.reach(own, step + 1);
        }
      };
      if (!team.run_abreast(static_cast<std::size_t>(team.threads()), move)) continue;
      ++abreast;
      int expected = 1;  // all are alike and double
      for (int step = 0; step < 50; ++step) expected = 2 * expected % 1000003;
      for (std::size_t i = 0; i < count; ++i) REQUIRE(ring[i] == expected);
    }
    if (threads == 1) CHECK(abreast == 0);
  }
}

TEST_CASE("who waits for a mark that is never reached can be sent home") {
  Lockstep pace(2);
  std::thread waiting([&] { CHECK_FALSE(pace.wait(1, 1)); });
  pace.leave();
  waiting.join();
  pace.begin();
  pace.reach(1, 1);
  CHECK(pace.wait(1, 1));
}

TEST_CASE("loops use a team while somebody holds it: every index once, also within each other, and trouble is told") {
  const ThreadLimit limit(2);
  const std::shared_ptr<SpinTeam> team = close_team();
  REQUIRE(team);
  CHECK(close_team() == team);
  std::vector<int> counts(3000);
  for (int round = 0; round < 20; ++round)
    parallel_for(30, [&](std::size_t i) { parallel_for(100, [&](std::size_t k) { ++counts[100 * i + k]; }); });
  CHECK(std::ranges::all_of(counts, [](int count) { return count == 20; }));
  CHECK_THROWS_AS(parallel_for(50,
                               [](std::size_t i) {
                                 if (i == 7) throw std::runtime_error("seven");
                               }),
                  std::runtime_error);
  std::atomic<int> sum = 0;
  team->run(10, [&](std::size_t) { parallel_for(10, [&](std::size_t i) { sum += static_cast<int>(i); }); });
  CHECK(sum == 450);
}

TEST_CASE("one thread needs no team") {
  const ThreadLimit limit(1);
  CHECK_FALSE(close_team());
}

TEST_CASE("a limit of threads can be asked for") {
  const ThreadLimit limit(1);
  CHECK(thread_limit() == 1);
}

}  // namespace resound
