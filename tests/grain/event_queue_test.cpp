#include <doctest/doctest.h>

#include <map>
#include <set>
#include <vector>

#include "grain/event_queue.h"
#include "grain/parabola.h"
#include "numerics/random_stream.h"

namespace resound {

TEST_CASE("the queue gives events in the order of a sorted set, however they are changed") {
  const int count = 300;
  EventQueue queue(count);
  std::set<std::pair<double, int>> sorted;
  std::vector<double> times(count, kNever);
  RandomStream random(1, 0, 0);
  const auto set = [&](int grain, double time) {
    sorted.erase({times[grain], grain});
    times[grain] = time;
    if (time < kNever) sorted.insert({time, grain});
    queue.set(grain, time);
  };
  for (int i = 0; i < count; ++i) set(i, random.exponential(1));
  bool same = true;
  for (int n = 0; n < 100000 && same; ++n) {
    const EventQueue::Event event = queue.next();
    same = event.time == sorted.begin()->first && event.grain == sorted.begin()->second;
    // the pace changes a thousandfold on the way, some wait for long, some for nothing, some for ever
    const double pace = n < 50000 ? 1 : 1000;
    const int kind = static_cast<int>(random.uniform(0, 20));
    const double wait = kind == 0 ? 0 : kind == 1 ? 100 / pace : random.exponential(pace);
    set(event.grain, event.time + wait);
    const int other = static_cast<int>(random.uniform(0, count));
    if (kind < 8) set(other, kind == 7 && sorted.size() > 200 ? kNever : event.time + random.exponential(pace));
  }
  CHECK(same);
}

TEST_CASE("a grain that is planned for one instant again and again has one event") {
  EventQueue queue(2);
  queue.set(0, 1.0);
  queue.set(1, 2.0);
  REQUIRE(queue.next().grain == 0);
  for (int n = 0; n < 200'000; ++n) queue.set(0, n % 2 == 0 ? 1.0 : 1.5);
  CHECK(queue.next().time == 1.5);
  queue.set(0, kNever);
  CHECK(queue.next().grain == 1);
}

TEST_CASE("a grain that is planned ahead again and again has one event, and others keep theirs") {
  const int count = 100;
  EventQueue queue(count);
  for (int grain = 0; grain < count; ++grain) queue.set(grain, 1 + 0.01 * grain);
  REQUIRE(queue.next().grain == 0);
  for (int n = 0; n < 200'000; ++n) queue.set(50, n % 2 == 0 ? 1.205 : 1.305);
  queue.set(0, kNever);
  std::vector<int> order;
  for (EventQueue::Event event = queue.next(); event.grain >= 0; event = queue.next()) {
    order.push_back(event.grain);
    queue.set(event.grain, kNever);
  }
  std::vector<int> expected;
  for (int grain = 1; grain < count; ++grain) {
    if (grain != 50) expected.push_back(grain);
    if (grain == 30) expected.push_back(50);
  }
  CHECK(order == expected);
}

TEST_CASE("a queue that has run empty gives what comes much later in order") {
  EventQueue queue(3);
  for (int grain = 0; grain < 3; ++grain) queue.set(grain, 1e-6 * (grain + 1));
  REQUIRE(queue.next().grain == 0);
  for (int grain = 0; grain < 3; ++grain) queue.set(grain, kNever);
  REQUIRE(queue.next().grain == -1);
  for (int grain = 0; grain < 3; ++grain) queue.set(grain, 100 - 1e-6 * grain);
  for (int grain = 2; grain >= 0; --grain) {
    CHECK(queue.next().grain == grain);
    queue.set(grain, kNever);
  }
}

TEST_CASE("an empty queue never gives an event") {
  EventQueue queue(3);
  CHECK(queue.next().grain == -1);
  queue.set(1, 5.0);
  CHECK(queue.next().grain == 1);
  queue.set(1, kNever);
  CHECK(queue.next().time == kNever);
}

}  // namespace resound
