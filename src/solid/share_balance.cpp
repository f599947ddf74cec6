#include "solid/share_balance.h"

#include <algorithm>

namespace resound {
namespace {

constexpr int kSteps = 200;           // between two looks: some milliseconds
constexpr double kNews = 0.5;         // weight of the last look
constexpr double kWorthwhile = 0.03;  // of the time: to move a cut costs about two steps

}  // namespace

std::optional<std::vector<std::size_t>> ShareBalance::learn(const StepWork& work, std::span<const StepShare> shares,
                                                            int steps, std::span<const double> busy) {
  steps_ += steps;
  for (std::size_t i = 0; i < busy_.size(); ++i) busy_[i] += busy[i];
  if (steps_ < kSteps) return {};
  double now = 0, then = 0;  // [s]  of a step
  for (std::size_t i = 0; i < busy_.size(); ++i) {
    const double cost = work.cost(shares[i].first_part, shares[i].end_part);
    const double seen = steps_ * cost / busy_[i];
    speeds_[i] = speeds_[i] > 0 ? speeds_[i] + kNews * (seen - speeds_[i]) : seen;
    now = std::max(now, cost / speeds_[i]);
    busy_[i] = 0;
  }
  steps_ = 0;
  std::vector<std::size_t> cuts = work.cuts(speeds_);
  for (std::size_t i = 0; i < busy_.size(); ++i) then = std::max(then, work.cost(cuts[i], cuts[i + 1]) / speeds_[i]);
  if (then > (1 - kWorthwhile) * now) return {};
  return cuts;
}

}  // namespace resound
