#include "grain/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kMostCellsPerGrain = 64;  // [1]  thin clouds get larger cells rather than more of them
constexpr double kFewCells = 1 << 15;

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
}

CellGrid::Cell CellGrid::cell_at(const Vec3& place) const {
  const auto along = [&](double x, int axis) {
    const double cell = std::floor((x - origin_[axis]) / size_[axis]);
    return 1 + static_cast<int>(std::clamp(cell, 0.0, count_[axis] - 1.0));
  };
  return {along(place.x, 0), along(place.y, 1), along(place.z, 2)};
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

bool CellGrid::inside(const Cell& cell) const {
  return !periodic_ ||
         (cell.x > 1 && cell.y > 1 && cell.z > 1 && cell.x < count_[0] && cell.y < count_[1] && cell.z < count_[2]);
}

int CellGrid::block(const Cell& cell, const Cell& low, const Cell& high, int* found) const {
  int n = 0;
  const auto show = [&](int at) {
    for (int grain = heads_[at]; grain >= 0; grain = next_[grain]) found[n++] = grain;
  };
  if (inside(cell)) {
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y) {
        const int middle = z * layer_ + y * row_ + cell.x;
        for (int x = low.x - cell.x; x <= high.x - cell.x; ++x) show(middle + x);
      }
    return n;
  }
  const auto wrapped = [](int i, int count) { return i < 1 ? i + count : i > count ? i - count : i; };
  for (int z = low.z; z <= high.z; ++z)
    for (int y = low.y; y <= high.y; ++y)
      for (int x = low.x; x <= high.x; ++x)
        show(index({wrapped(x, count_[0]), wrapped(y, count_[1]), wrapped(z, count_[2])}));
  return n;
}

int CellGrid::around(const Cell& cell, int* found) const {
  return block(cell, {cell.x - 1, cell.y - 1, cell.z - 1}, {cell.x + 1, cell.y + 1, cell.z + 1}, found);
}

int CellGrid::ahead(const Cell& cell, int axis, bool upward, int* found) const {
  Cell low{cell.x - 1, cell.y - 1, cell.z - 1}, high{cell.x + 1, cell.y + 1, cell.z + 1};
  int Cell::*const along = axis == 0 ? &Cell::x : axis == 1 ? &Cell::y : &Cell::z;
  (upward ? low : high).*along = cell.*along + (upward ? 1 : -1);
  return block(cell, low, high, found);
}

}  // namespace resound
