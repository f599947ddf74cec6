#include "solid/share_balance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "solid/solid_mesh.h"

namespace resound {
namespace {

ElasticSolid bowl() { return {in_halved_order(linear_tets(brick_mesh(BowlShape{0.08, 0.05, 0.004}, 0.0155))), {}}; }

// The longest of the threads' times for a step.
double time_of(const StepWork& work, std::span<const std::size_t> cuts, std::span<const double> speeds) {
  double longest = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i)
    longest = std::max(longest, work.cost(cuts[i], cuts[i + 1]) / speeds[i]);
  return longest;
}

}  // namespace

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
