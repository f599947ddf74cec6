#include "propagation/arrival_window.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "propagation/rig.h"

using namespace resound;
using namespace resound::test;

TEST_CASE("sources of an object that are shared out alike and arrive at much the same time share a window") {
  ArrivalWindows windows;
  const std::array<ArrivalWindow::Share, 1> shares{{{0, 0, 0, Term::near, 1.0}}};
  const ArrivalWindow::Stretch first{100, 150};
  const ArrivalWindow* window = &windows.room_for({0, 0, false}, first, shares, 1);
  CHECK(window->held.holds(first));
  CHECK(window->lane(0).size() == 50);
  CHECK(&windows.room_for({0, 0, false}, {95, 153}, shares, 1) == window);
  CHECK(window->lane(0).size() == 58);
  CHECK(windows.all().size() == 1);

  windows.room_for({0, 0, false}, {1000, 1050}, shares, 1);  // later
  windows.room_for({1, 0, false}, {1000, 1050}, shares, 1);  // of another object
  windows.room_for({1, 1, false}, {1000, 1050}, shares, 1);  // for another ear
  windows.room_for({1, 0, true}, {1000, 1050}, shares, 1);   // over the ground
  CHECK(windows.all().size() == 5);
  const std::array<ArrivalWindow::Share, 1> others{{{0, 0, 0, Term::near, 0.5}}};
  windows.room_for({1, 0, true}, {1000, 1050}, others, 1);
  CHECK(windows.all().size() == 6);

  windows.clear();
  CHECK(windows.all().empty());
  const ArrivalWindow& again = windows.room_for({0, 0, false}, first, shares, 1);
  CHECK(std::ranges::all_of(again.lanes, [](double value) { return value == 0; }));
}

TEST_CASE("sources side by side are heard together as one by one") {
  const auto source_at = [](int i) {
    const Vec3 start{0.03 * i, 0.7 * (i / 5), 0.5 + 0.02 * i}, pace{2, 0, 0};
    TestSource source = monopole_at(start, sine(300 + 40 * i));
    source.object = i % 3;
    if (i % 2 == 1) source.position = [=](double t) { return start + t * pace; };
    if (i % 2 == 1) source.velocity = [=](double) { return pace; };
    return source;
  };
  Scene scene = open_air();
  const std::vector<Receiver> ears{ear_at({1, 2, 1}), ear_at({1.2, 2, 1})};
  for (const bool reflects : {false, true}) {
    scene.ground.reflects = reflects;
    std::vector<TestSource> all;
    std::vector<double> sum(2000);
    for (int i = 0; i < 40; ++i) {
      all.push_back(source_at(i));
      const std::vector<double> alone = carry(scene, ears, {source_at(i)}, 2560)[1][0];
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += alone[k];
    }
    const std::vector<double> together = carry(scene, ears, all, 2560)[1][0];
    double off = 0;
    for (std::size_t k = 0; k < sum.size(); ++k) off = std::max(off, std::abs(together[k] - sum[k]));
    REQUIRE(rms(sum) > 0);
    CHECK(off < 1e-12 * rms(sum));
  }
}
