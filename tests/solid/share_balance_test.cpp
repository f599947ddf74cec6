#include "solid/share_balance.h"

#include <doctest/doctest.h>

#include <array>

#include "share_probe.h"

namespace resound {
TEST_CASE("a thread whose processor is half as fast is soon given half as much") {
  const ElasticSolid solid = bowl();
  const std::array<const ElasticSolid*, 1> solids{&solid};
  const StepWork work(solids);
  std::vector<StepShare> shares = work.shares(work.cuts(std::vector<double>{1, 1}));
  ShareBalance balance(2);
  const std::array<double, 2> speeds{2e7, 1e7};  // [cost/s]
  const double fair = time_of(work, work.cuts(speeds), speeds);
  const auto step_now = [&] {
    return time_of(work, std::array<std::size_t, 3>{0, shares[0].end_part, shares[1].end_part}, speeds);
  };
  CHECK(step_now() > 1.25 * fair);
  int moved = 0;
  for (int call = 0; call < 100; ++call) {
    std::vector<double> busy;
    for (std::size_t i = 0; i < 2; ++i)
      busy.push_back(22 * work.cost(shares[i].first_part, shares[i].end_part) / speeds[i]);
    if (const auto cuts = balance.learn(work, shares, 22, busy)) {
      shares = work.shares(*cuts);
      ++moved;
    }
  }
  CHECK(moved >= 1);
  CHECK(moved <= 3);  // it does not go to and fro
  CHECK(step_now() < 1.03 * fair);
}

}  // namespace resound
