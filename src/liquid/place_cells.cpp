#include "liquid/place_cells.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr std::int64_t kMostCells = std::int64_t{1} << 22;

}  // namespace

std::vector<std::uint32_t> PlaceCells::sort(std::span<const PlaceRow> rows, double edge) {
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
  for (edge_ = static_cast<std::int64_t>(std::ceil(edge));; edge_ += edge_ / 4) {
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

int PlaceCells::runs_around(const PlaceRow& place, Run (&runs)[9]) const {
  const std::int32_t at[3] = {place.x, place.y, place.z};
  std::int64_t low[3], high[3];
  for (int axis = 0; axis < 3; ++axis) {
    if (at[axis] < low_[axis] - edge_) return 0;
    const std::int64_t c = at[axis] < low_[axis] ? -1 : cell(at[axis], axis);
    low[axis] = std::max<std::int64_t>(c - 1, 0);
    high[axis] = std::min(c + 1, count_[axis] - 1);
    if (low[axis] > high[axis]) return 0;
  }
  int count = 0;
  for (std::int64_t z = low[2]; z <= high[2]; ++z)
    for (std::int64_t y = low[1]; y <= high[1]; ++y) {
      const std::size_t row = static_cast<std::size_t>((z * count_[1] + y) * count_[0]);
      const Run run{first_[row + static_cast<std::size_t>(low[0])],
                    first_[row + static_cast<std::size_t>(high[0]) + 1]};
      if (run.begin < run.end) runs[count++] = run;
    }
  return count;
}

}  // namespace resound
