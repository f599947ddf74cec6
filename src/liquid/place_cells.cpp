#include "liquid/place_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resound {
namespace {

constexpr double kMostCells = 1 << 22;

// Rounds down; std::floor is a call on processors of old.
std::int64_t whole_below(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - (static_cast<double>(whole) > x ? 1 : 0);
}

void read(const PlaceRow& row, double (&at)[3]) { at[0] = row.x, at[1] = row.y, at[2] = row.z; }

}  // namespace

std::size_t PlaceCells::Runs::rows() const {
  std::size_t sum = 0;
  for (int r = 0; r < count; ++r) sum += run[r].end - run[r].begin;
  return sum;
}

void PlaceCells::choose_axes(const double (&size)[3]) {
  std::iota(axis_, axis_ + 3, 0);
  std::stable_sort(axis_, axis_ + 3, [&](int a, int b) { return size[a] > size[b]; });
  std::rotate(axis_, axis_ + 1, axis_ + 3);  // middle, short, long
}

// Boxes from the one that holds a place: those `n` farther begin at least n - 1 edges from it.
void PlaceCells::find_rows_beside(double reach) {
  beside_.clear();
  for (std::int64_t slow = -2; slow <= 2; ++slow)
    for (std::int64_t across = -2; across <= 2; ++across) {
      const double up = std::max(0.0, std::abs(static_cast<double>(slow)) - 1) * edge_[2];
      const double aside = std::max(0.0, std::abs(static_cast<double>(across)) - 1) * edge_[1];
      const double left = reach * reach - up * up - aside * aside;
      if (left <= 0) continue;
      if (slow == 0 && across == 0) own_ = beside_.size();
      beside_.push_back({across, slow, static_cast<std::int64_t>(std::ceil(std::sqrt(left) / edge_[0]))});
    }
}

PlaceCells::Cell PlaceCells::cell_at(const PlaceRow& place) const {
  double at[3];
  read(place, at);
  const auto cell = [&](int k) { return whole_below((at[axis_[k]] - low_[k]) / edge_[k]); };
  return {cell(0), cell(1), cell(2)};
}

std::vector<std::uint32_t> PlaceCells::sort(std::span<const PlaceRow> rows, double reach) {
  std::fill(count_, count_ + 3, 0);
  first_.clear(), cell_of_.clear(), near_.clear();
  if (rows.empty()) return {};
  double low[3], high[3], size[3];
  read(rows[0], low), read(rows[0], high);
  for (const PlaceRow& row : rows) {
    double at[3];
    read(row, at);
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], at[k]), high[k] = std::max(high[k], at[k]);
  }
  for (int k = 0; k < 3; ++k) size[k] = high[k] - low[k];
  choose_axes(size);
  double cells = 0;
  for (double edge = std::ceil(reach / 4);; edge *= 1.25) {
    cells = 1;
    for (int k = 0; k < 3; ++k) {
      edge_[k] = k == 0 ? edge : 2 * edge;
      low_[k] = low[axis_[k]];
      count_[k] = static_cast<std::int64_t>(size[axis_[k]] / edge_[k]) + 1;
      cells *= static_cast<double>(count_[k]);
    }
    if (cells <= kMostCells) break;
  }
  find_rows_beside(reach);

  std::vector<std::uint32_t> unsorted(rows.size()), order(rows.size());
  first_.assign(static_cast<std::size_t>(cells) + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Cell cell = cell_at(rows[i]);
    unsorted[i] = static_cast<std::uint32_t>((cell.slow * count_[1] + cell.across) * count_[0] + cell.along);
    ++first_[unsorted[i] + 1];
  }
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  cell_of_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t to = next[unsorted[i]]++;
    order[to] = static_cast<std::uint32_t>(i);
    cell_of_[to] = unsorted[i];
  }
  return order;
}

void PlaceCells::add_run(const Cell& cell, const Beside& beside, Runs& runs) const {
  const std::int64_t across = cell.across + beside.across, slow = cell.slow + beside.slow;
  if (across < 0 || across >= count_[1] || slow < 0 || slow >= count_[2]) return;
  const std::int64_t from = std::max(std::int64_t{0}, cell.along - beside.to_either_side),
                     to = std::min(count_[0] - 1, cell.along + beside.to_either_side);
  if (from > to) return;
  const std::int64_t row = (slow * count_[1] + across) * count_[0];
  const Run run{first_[static_cast<std::size_t>(row + from)], first_[static_cast<std::size_t>(row + to) + 1]};
  if (run.begin < run.end) runs.run[runs.count++] = run;
}

void PlaceCells::find_runs_around(std::uint32_t cell, Runs& runs) const {
  // There are few enough for 32 bits, which are divided faster.
  const auto along = static_cast<std::uint32_t>(count_[0]), across = static_cast<std::uint32_t>(count_[1]);
  const std::uint32_t row = cell / along;
  const Cell at{cell % along, row % across, row / across};
  runs.count = 0;
  for (const Beside& beside : beside_) add_run(at, beside, runs);
}

// Boxes within reach of any row, or a little farther: one axis after the other.
void PlaceCells::mark_near() {
  if (first_.empty()) return;
  const auto cells = first_.size() - 1;
  std::vector<std::uint8_t> before(cells);
  near_.resize(cells);
  for (std::size_t c = 0; c < cells; ++c) near_[c] = first_[c] < first_[c + 1];
  std::size_t stride = 1;
  for (int k = 0; k < 3; ++k) {
    const std::size_t farthest = k == 0 ? static_cast<std::size_t>(beside_[own_].to_either_side) : 2;
    before = near_;
    for (std::size_t shift = stride; shift <= farthest * stride && shift < cells; shift += stride)
      for (std::size_t c = 0; c + shift < cells; ++c) {
        near_[c] |= before[c + shift];
        near_[c + shift] |= before[c];
      }
    stride *= static_cast<std::size_t>(count_[k]);
  }
}

bool PlaceCells::may_be_near(const PlaceRow& place) const {
  if (near_.empty()) return false;
  const Cell at = cell_at(place);
  if (at.along < 0 || at.along >= count_[0] || at.across < 0 || at.across >= count_[1] || at.slow < 0 ||
      at.slow >= count_[2])
    return true;
  return near_[static_cast<std::size_t>((at.slow * count_[1] + at.across) * count_[0] + at.along)] != 0;
}

void PlaceCells::find_runs_around(const PlaceRow& place, Runs& runs) const {
  runs.count = 0;
  if (first_.empty()) return;
  const Cell at = cell_at(place);
  for (const Beside& beside : beside_) add_run(at, beside, runs);
}

}  // namespace resound
