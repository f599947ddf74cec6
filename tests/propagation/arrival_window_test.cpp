#include "propagation/arrival_window.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "propagation/rig.h"

using namespace resound;
using namespace resound::test;

namespace {

// Rows of sources side by side, some of which move, of two kinds and of objects that change within a piece of work.
TestSource neighbour(int i) {
  const Vec3 start{0.03 * i, 0.7 * (i / 20), 0.5 + 0.02 * i}, pace{2, 0, 0};
  TestSource source =
      i % 7 == 0 ? dipole_at(start, {0.1, 0.2, 0.3}, sine(300 + 40 * i)) : monopole_at(start, sine(300 + 40 * i));
  source.object = i / 14;
  if (i % 5 == 1) source.position = [=](double t) { return start + t * pace; };
  if (i % 5 == 1) source.velocity = [=](double) { return pace; };
  return source;
}

}  // namespace

TEST_CASE("sources of an object that are shared out alike and arrive at much the same time share a window") {
  ArrivalWindows windows;
  const std::array<ArrivalWindow::Share, 1> shares{{{0, 0, 0, Term::near, 1.0}}};
  const ArrivalWindow::Stretch first{100, 150};
  CHECK(windows.room_for({0, 0, false}, first, shares, 1).held.holds(first));
  CHECK(windows.all()[0].lane(0).size() == 50);
  windows.room_for({0, 0, false}, {95, 153}, shares, 1);
  CHECK(windows.all().size() == 1);
  CHECK(windows.all()[0].lane(0).size() == 58);

  windows.room_for({0, 0, false}, {1000, 1050}, shares, 1);  // later
  windows.room_for({1, 0, false}, {1000, 1050}, shares, 1);  // of another object
  windows.room_for({1, 1, false}, {1000, 1050}, shares, 1);  // for another ear
  windows.room_for({1, 0, true}, {1000, 1050}, shares, 1);   // over the ground
  CHECK(windows.all().size() == 5);
  const std::array<ArrivalWindow::Share, 1> others{{{0, 0, 0, Term::near, 0.5}}};
  windows.room_for({1, 0, true}, {1000, 1050}, others, 1);
  CHECK(windows.all().size() == 6);
}

TEST_CASE("a window tells each lane from the first sample that is reached, and begins silent") {
  ArrivalWindows windows;
  const std::array<ArrivalWindow::Share, 2> shares{{{0, 0, 0, Term::far, 1.0}, {1, 0, 0, Term::near, 1.0}}};
  for (int round = 0; round < 2; ++round) {
    ArrivalWindow& window = windows.room_for({0, 0, false}, {-20, 30}, shares, 2);
    for (const int lane : {0, 1})
      CHECK(std::ranges::all_of(window.lane(lane), [](double value) { return value == 0; }));
    window.lanes[window.held.length() + static_cast<std::size_t>(7 - window.held.first)] = 3;  // second lane, at 7
    CHECK(window.lane(1)[27] == 3);
    std::ranges::fill(window.lanes, 1.0);
    windows.clear();
  }
}

TEST_CASE("sources side by side are heard together as one by one") {
  Scene scene = open_air();
  const std::vector<Receiver> ears{ear_at({1, 2, 1}), {Path({{0, {1, 2, 1}}, {1, {2, 2, 1}}})}};
  for (const bool reflects : {false, true})
    for (const int block : {32, 13, 100}) {
      CAPTURE(reflects);
      CAPTURE(block);
      scene.ground.reflects = reflects;
      for (const std::size_t ear : {std::size_t{0}, std::size_t{1}}) {
        std::vector<TestSource> all;
        std::vector<double> sum(1000);
        for (int i = 0; i < 40; ++i) {
          all.push_back(neighbour(i));
          const std::vector<double> alone = carry(scene, ears, {neighbour(i)}, 1500, block)[ear][0];
          for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += alone[k];
        }
        const std::vector<double> together = carry(scene, ears, all, 1500, block)[ear][0];
        double off = 0;
        for (std::size_t k = 0; k < sum.size(); ++k) off = std::max(off, std::abs(together[k] - sum[k]));
        REQUIRE(rms(sum) > 0);
        CHECK(off < 1e-12 * rms(sum));
      }
    }
}
