#include "liquid/place_cells.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr std::int64_t kMostCells = std::int64_t{1} << 22;

}  // namespace

std::vector<std::uint32_t> PlaceCells::sort(std::span<const PlaceRow> rows, double reach) {
  reach_ = reach;
  count_[0] = count_[1] = count_[2] = 0;
  first_.clear();
  if (rows.empty()) return {};
  std::int64_t low[3] = {rows[0].x, rows[0].y, rows[0].z}, high[3] = {rows[0].x, rows[0].y, rows[0].z};
  for (const PlaceRow& row : rows) {
    const std::int64_t at[3] = {row.x, row.y, row.z};
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], at[axis]);
      high[axis] = std::max(high[axis], at[axis]);
    }
  }
  std::int64_t cells = 0;
  for (edge_ = static_cast<std::int64_t>(std::ceil(reach / 2));; edge_ += edge_ / 4) {
    cells = 1;
    for (int axis = 0; axis < 3; ++axis) {
      low_[axis] = low[axis];
      count_[axis] = (high[axis] - low[axis]) / edge_ + 1;
      cells *= count_[axis];
    }
    if (cells <= kMostCells) break;
  }

  std::vector<std::uint32_t> cell_of(rows.size()), order(rows.size());
  first_.assign(static_cast<std::size_t>(cells) + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t at = (cell(rows[i].z, 2) * count_[1] + cell(rows[i].y, 1)) * count_[0] + cell(rows[i].x, 0);
    cell_of[i] = static_cast<std::uint32_t>(at);
    ++first_[cell_of[i] + 1];
  }
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < rows.size(); ++i) order[next[cell_of[i]]++] = static_cast<std::uint32_t>(i);
  return order;
}

// PairRows of cubes that the ball about the place passes, each only as far along x as it does.
int PlaceCells::runs_around(const PlaceRow& place, Run (&runs)[kMostRuns]) const {
  const double x = static_cast<double>(place.x - low_[0]), y = static_cast<double>(place.y - low_[1]),
               z = static_cast<double>(place.z - low_[2]), edge = static_cast<double>(edge_);
  struct Cells {
    std::int64_t first, last;
  };
  const auto cells = [&](double at, double width, int axis) {
    return Cells{std::max(std::int64_t{0}, static_cast<std::int64_t>(std::floor((at - width) / edge))),
                 std::min(count_[axis] - 1, static_cast<std::int64_t>(std::floor((at + width) / edge)))};
  };
  // from the place to the nearest side of a row of cubes
  const auto away = [&](double at, std::int64_t cell) {
    const double low = static_cast<double>(cell) * edge;
    return std::max({0.0, low - at, at - low - edge});
  };
  int count = 0;
  const Cells along_z = cells(z, reach_, 2), along_y = cells(y, reach_, 1);
  for (std::int64_t k = along_z.first; k <= along_z.last; ++k)
    for (std::int64_t j = along_y.first; j <= along_y.last; ++j) {
      const double dy = away(y, j), dz = away(z, k), left = reach_ * reach_ - dy * dy - dz * dz;
      if (left <= 0) continue;
      const Cells along_x = cells(x, std::sqrt(left), 0);
      if (along_x.first > along_x.last) continue;
      const std::size_t row = static_cast<std::size_t>((k * count_[1] + j) * count_[0]);
      const Run run{first_[row + static_cast<std::size_t>(along_x.first)],
                    first_[row + static_cast<std::size_t>(along_x.last) + 1]};
      if (run.begin < run.end) runs[count++] = run;
    }
  return count;
}

}  // namespace resound
