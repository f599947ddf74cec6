#include "grain/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kMostCellsPerGrain = 64;  // [1]  thin clouds get larger cells rather than more of them
constexpr double kFar = 1e6;               // [m]
constexpr double kFewCells =
    1 << 20;  // [1]  so many are always allowed: cells wider than grains make lists that overflow

}  // namespace

CellGrid::CellGrid(const Box& bounds, double smallest_cell, int grains) {
  const Vec3 size = bounds.high - bounds.low;
  const double most = std::max(kFewCells, kMostCellsPerGrain * grains);
  double side = smallest_cell;
  const auto cells = [&](double extent) { return std::max(1.0, std::floor(extent / side)); };
  while (cells(size.x) * cells(size.y) * cells(size.z) > most) side *= 1.2;
  origin_ = {bounds.low.x, bounds.low.y, bounds.low.z};
  const std::array<double, 3> extent{size.x, size.y, size.z};
  for (int axis = 0; axis < 3; ++axis) {
    count_[axis] = static_cast<int>(cells(extent[axis]));
    size_[axis] = std::max(side, extent[axis] / count_[axis]);
  }
  make(grains);
}

CellGrid::CellGrid(double period, double smallest_cell, int grains) : periodic_(true) {
  const double most = std::cbrt(std::max(kFewCells, kMostCellsPerGrain * grains));
  const int count = std::max(3, static_cast<int>(std::min(most, std::floor(period / smallest_cell))));
  count_ = {count, count, count};
  size_.fill(period / count);
  make(grains);
}

void CellGrid::make(int grains) {
  row_ = count_[0] + 2;
  layer_ = row_ * (count_[1] + 2);
  heads_.assign(static_cast<std::size_t>(layer_) * (count_[2] + 2), -1);
  cells_.assign(static_cast<std::size_t>(grains), {});
  next_.assign(static_cast<std::size_t>(grains), -1);
  previous_.assign(static_cast<std::size_t>(grains), -1);
  lists_.assign(static_cast<std::size_t>(grains), {});
}

CellGrid::Cell CellGrid::cell_at(const Vec3& place) const {
  const auto along = [&](double x, int axis) {
    const double cell = std::floor((x - origin_[axis]) / size_[axis]);
    return 1 + static_cast<int>(std::clamp(cell, 0.0, count_[axis] - 1.0));
  };
  return {along(place.x, 0), along(place.y, 1), along(place.z, 2)};
}

Box CellGrid::box(int index, double margin) const {
  const std::array<int, 3> cell{index % row_, index / row_ % (count_[1] + 2), index / layer_};
  std::array<double, 3> from{}, to{};
  for (int axis = 0; axis < 3; ++axis) {
    from[axis] = low(axis, cell[axis]) - (is_first(cell[axis]) ? kFar : margin);
    to[axis] = high(axis, cell[axis]) + (is_last(axis, cell[axis]) ? kFar : margin);
  }
  return {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}};
}

void CellGrid::put(int grain, const Cell& cell) {
  const int at = index(cell);
  cells_[grain] = cell;
  previous_[grain] = -1;
  next_[grain] = heads_[at];
  if (next_[grain] >= 0) previous_[next_[grain]] = grain;
  heads_[at] = grain;
}

void CellGrid::take(int grain) {
  if (next_[grain] >= 0) previous_[next_[grain]] = previous_[grain];
  (previous_[grain] >= 0 ? next_[previous_[grain]] : heads_[index(cells_[grain])]) = next_[grain];
}

template <class Show>
void CellGrid::visit(const Cell& low, const Cell& high, const Show& show) const {
  const auto wrapped = [&](int i, int axis) {
    return !periodic_ ? i : i < 1 ? i + count_[axis] : i > count_[axis] ? i - count_[axis] : i;
  };
  for (int z = low.z; z <= high.z; ++z)
    for (int y = low.y; y <= high.y; ++y) {
      const int row = wrapped(z, 2) * layer_ + wrapped(y, 1) * row_;
      for (int x = low.x; x <= high.x; ++x)
        for (int grain = heads_[row + wrapped(x, 0)]; grain >= 0; grain = next_[grain]) show(grain);
    }
}

void CellGrid::fill(std::span<const Vec3> places) {
  for (std::size_t i = 0; i < places.size(); ++i) put(static_cast<int>(i), cell_at(places[i]));
}

std::span<const int> CellGrid::near(int grain) {
  List& list = lists_[grain];
  if (!list.is_void()) return {list.others.data(), static_cast<std::size_t>(list.count)};
  const auto [x, y, z] = cells_[grain];
  found_.clear();
  visit({x - 1, y - 1, z - 1}, {x + 1, y + 1, z + 1}, [&](int other) {
    if (other != grain) found_.push_back(other);
  });
  list.count = static_cast<int>(found_.size());
  list.limit = list.count > kRoom ? -1 : std::min(kRoom, list.count + kStale);
  if (list.limit >= 0) std::copy(found_.begin(), found_.end(), list.others.begin());
  return found_;
}

int CellGrid::move(int grain, int axis, bool upward) {
  Cell cell = cells_[grain];
  int Cell::*const along = axis == 0 ? &Cell::x : axis == 1 ? &Cell::y : &Cell::z;
  const int step = upward ? 1 : -1;
  int turns = 0;
  take(grain);
  Cell low{cell.x - 1, cell.y - 1, cell.z - 1}, high{cell.x + 1, cell.y + 1, cell.z + 1};
  low.*along = high.*along = cell.*along + 2 * step;
  if (!periodic_ || count_[axis] > 3)  // with three cells around, all remain in sight
    visit(low, high, [&](int other) { lists_[other].add(grain); });
  cell.*along += step;
  if (periodic_ && (cell.*along < 1 || cell.*along > count_[axis])) {
    cell.*along -= step * count_[axis];
    turns = step;
  }
  put(grain, cell);
  lists_[grain].limit = -1;
  return turns;
}

}  // namespace resound
