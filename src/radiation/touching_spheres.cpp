#include "radiation/touching_spheres.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace resound {
namespace {

struct Row {
  double ratio;            // [1]  larger radius by smaller
  double larger, smaller;  // [1]  shares
};
// Multipoles of two touching spheres in potential flow, solved to convergence.
constexpr std::array<Row, 7> kRows{{{1, 0.902, 0.902},
                                    {1.25, 0.935, 0.859},
                                    {1.5, 0.955, 0.817},
                                    {2, 0.976, 0.738},
                                    {3, 0.992, 0.612},
                                    {5, 0.998, 0.449},
                                    {10, 1.000, 0.267}}};

// A tiny sphere at a huge one is as at a wall, whose mirror image takes its dipole away: the last two rows go on.
Row beyond(double ratio) {
  const Row &a = kRows[kRows.size() - 2], &b = kRows.back();
  const double power = std::log(b.smaller / a.smaller) / std::log(b.ratio / a.ratio);
  return {ratio, 1, b.smaller * std::pow(ratio / b.ratio, power)};
}

Row shares(double ratio) {
  if (ratio >= kRows.back().ratio) return beyond(ratio);
  std::size_t i = 0;
  while (i + 2 < kRows.size() && ratio >= kRows[i + 1].ratio) ++i;
  const Row &a = kRows[i], &b = kRows[i + 1];
  const double part = std::log(ratio / a.ratio) / std::log(b.ratio / a.ratio);
  return {ratio, std::lerp(a.larger, b.larger, part), std::lerp(a.smaller, b.smaller, part)};
}

}  // namespace

DipoleShares touching_dipole_shares(double first, double second) {
  const Row row = shares(std::max(first, second) / std::min(first, second));
  return first >= second ? DipoleShares{row.larger, row.smaller} : DipoleShares{row.smaller, row.larger};
}

}  // namespace resound
