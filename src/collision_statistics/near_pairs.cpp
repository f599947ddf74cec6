#include "collision_statistics/near_pairs.h"

#include <algorithm>
#include <cmath>

#include "grain/ball_cells.h"

namespace resound {
namespace {

constexpr double kNear = 0.2;          // [diameters]  the gap of a pair that counts
constexpr std::uint32_t kOthers = 16;  // of a cell that a grain is held against
constexpr double kEven = 4;            // gaps
constexpr double kLonger = 5;          // [horizons]  within which speeds are looked for, so that they are known of many
constexpr double kAround = 0.6;        // [diameters]  the gap to those whose pairs count, too

struct PairSums {
  double pairs = 0, gaps = 0;    // gaps in kNear of a diameter
  double meeting = 0;            // those who touch within the horizon
  double soon = 0, squares = 0;  // those within kLonger of it; [m^2/s^2] squares of their speeds
};

// The density at 0, by the mean, of gaps between 0 and 1 that are spread as exp(-k gap): k / (1 - exp(-k)), where k has
// the mean gap 1/k - 1/(exp(k) - 1). An even spread has k = 0; a few gaps are held to it as if there were kEven more.
double density_at_touch(const PairSums& sums) {
  const double mean_gap = (sums.gaps + kEven / 2) / (sums.pairs + kEven);
  double low = -1 / std::max(1 - mean_gap, 1e-4), high = 1 / std::max(mean_gap, 1e-4);
  for (int i = 0; i < 40; ++i) {
    const double k = (low + high) / 2;
    const double mean = std::abs(k) < 1e-3 ? 0.5 - k / 12 : 1 / k - 1 / std::expm1(k);
    (mean > mean_gap ? low : high) = k;
  }
  return std::abs(high) < 1e-3 ? 1 + high / 2 : -high / std::expm1(-high);
}

}  // namespace

std::vector<NearGrains> near_pairs(const FlowFrame& frame, double horizon) {
  // those that are there
  std::vector<std::size_t> who;
  std::vector<Vec3> places;
  double largest = 0;  // [m]
  for (std::size_t i = 0; i < frame.positions.size(); ++i) {
    if (!is_finite(frame.positions[i]) || !is_finite(frame.velocities[i])) continue;
    who.push_back(i);
    places.push_back(frame.positions[i]);
    largest = std::max(largest, frame.diameters[i]);
  }
  std::vector<NearGrains> found(frame.positions.size());
  if (who.empty()) return found;

  // what each has by itself, and who is around it
  const BallCells cells(places, (1 + kAround) * largest, 0);
  std::vector<PairSums> own(who.size());
  std::vector<std::vector<int>> around(who.size());
  for (std::size_t a = 0; a < who.size(); ++a) {
    cells.around(a, [&](int other) {
      const auto b = static_cast<std::size_t>(other);
      if (b == a) return;
      const double diameter = (frame.diameters[who[a]] + frame.diameters[who[b]]) / 2;
      const Vec3 apart = places[b] - places[a];
      const double distance = length(apart), gap = distance / diameter - 1;
      if (gap > kAround) return;
      around[a].push_back(other);
      if (gap < 0) return;
      const double speed = -dot(frame.velocities[who[b]] - frame.velocities[who[a]], apart) / distance;
      if (gap * diameter < speed * horizon) ++own[a].meeting;
      if (gap * diameter < speed * horizon * kLonger) ++own[a].soon, own[a].squares += speed * speed;
      if (gap > kNear) return;
      ++own[a].pairs, own[a].gaps += gap / kNear;
    });
  }

  // with theirs
  for (std::size_t a = 0; a < who.size(); ++a) {
    PairSums sums = own[a];
    const double share = own[a].meeting / (horizon * (1 + static_cast<double>(around[a].size())));  // [1/s]
    found[who[a]].rate += share;
    for (const int other : around[a]) {
      const auto b = static_cast<std::size_t>(other);
      sums.pairs += own[b].pairs, sums.gaps += own[b].gaps;
      sums.soon += own[b].soon, sums.squares += own[b].squares;
      found[who[b]].rate += share;
    }
    found[who[a]].square = sums.soon > 0 ? sums.squares / sums.soon : 0;
    // its own number of them, so that none is counted for more grains than it has; the spread of gaps from all
    found[who[a]].pairs = sums.pairs;
    if (sums.pairs > 0)
      found[who[a]].neighbours = own[a].pairs * density_at_touch(sums) / (kNear * frame.diameters[who[a]]);
  }
  return found;
}

// Over all directions of a line, |w.n| has the mean |w|/2 and its cube |w|^3/4.
MeanApproach approach_in_cell(const FlowFrame& frame, const FlowCells& cells, const CellFlow& cell,
                              std::uint32_t number) {
  const std::uint32_t me = cells.members[cell.first + number];
  const std::uint32_t others = std::min(cell.count - 1, kOthers);
  MeanApproach sum;
  for (std::uint32_t k = 1; k <= others; ++k) {
    const std::uint32_t step = k * (cell.count - 1) / others;  // spread evenly over the cell's other members
    const std::uint32_t other = cells.members[cell.first + (number + step) % cell.count];
    const Vec3 r = frame.positions[other] - frame.positions[me];
    const Vec3 flow{dot(cell.gradient[0], r), dot(cell.gradient[1], r), dot(cell.gradient[2], r)};
    const double w = length(frame.velocities[other] - frame.velocities[me] - flow);
    sum.speed += w / 2 / others;
    sum.cube += w * w * w / 4 / others;
  }
  return sum;
}

}  // namespace resound
