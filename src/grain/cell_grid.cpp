#include "grain/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace resound {
namespace {

constexpr double kMostCellsPerGrain = 64;  // [1]  thin clouds get larger cells rather than more of them
constexpr double kFar = 1e6;               // [m]
constexpr double kFewCells = 1 << 20;      // [1]  so many are always allowed: wide cells hold too many grains

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
  strides_ = {1, row_, layer_, 1, row_};
  heads_.assign(static_cast<std::size_t>(layer_) * (count_[2] + 2), {});
  places_.assign(static_cast<std::size_t>(grains), {});
  make_room();
  for (int k = 0; k < 9; ++k) rows_[k] = (k / 3 - 1) * layer_ + (k % 3 - 1) * row_ - 1;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double>& sides = sides_[axis];
    for (int cell = 0; cell <= count_[axis] + 1; ++cell) sides.push_back(origin_[axis] + size_[axis] * (cell - 1));
    if (periodic_) continue;
    sides[1] = -std::numeric_limits<double>::infinity();
    sides[static_cast<std::size_t>(count_[axis]) + 1] = std::numeric_limits<double>::infinity();
  }
}

// For all that a search may find.
void CellGrid::make_room() {
  if (const std::size_t room = kCellsAround * kSlots + in_rest_ + kPadding; found_.size() < room) found_.resize(room);
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
    const double side = origin_[axis] + size_[axis] * (cell[axis] - 1);
    from[axis] = side - (!periodic_ && cell[axis] == 1 ? kFar : margin);
    to[axis] = side + size_[axis] + (!periodic_ && cell[axis] == count_[axis] ? kFar : margin);
  }
  return {{from[0], from[1], from[2]}, {to[0], to[1], to[2]}};
}

int& CellGrid::entry(int index, int number) {
  return number < kSlots ? heads_[index].grains[number] : rest_[index][static_cast<std::size_t>(number - kSlots)];
}

void CellGrid::put(int grain, const Cell& cell, int at) {
  places_[grain] = {cell, at};
  Head& head = heads_[at];
  if (head.count < kSlots) {
    head.grains[head.count++] = grain;
    return;
  }
  rest_[at].push_back(grain);
  ++head.count;
  ++in_rest_;
  make_room();
}

// The last of the cell takes its place.
void CellGrid::take(int grain) {
  const int at = places_[grain].index;
  Head& head = heads_[at];
  if (head.count > kSlots) [[unlikely]]
    return take_from_full(grain);
  int number = 0;
  while (head.grains[number] != grain) ++number;
  head.grains[number] = head.grains[--head.count];
}

void CellGrid::take_from_full(int grain) {
  const int at = places_[grain].index;
  int number = 0;
  while (entry(at, number) != grain) ++number;
  const int last = --heads_[at].count;
  entry(at, number) = entry(at, last);
  --in_rest_;
  const auto rest = rest_.find(at);
  rest->second.pop_back();
  if (rest->second.empty()) rest_.erase(rest);
}

void CellGrid::fill(std::span<const Vec3> places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Cell cell = cell_at(places[i]);
    put(static_cast<int>(i), cell, index(cell));
  }
}

bool CellGrid::is_at_border(const Cell& cell) const {
  return cell.x == 1 || cell.y == 1 || cell.z == 1 || cell.x == count_[0] || cell.y == count_[1] || cell.z == count_[2];
}

// Copies the whole head, and goes on behind what counts of it.
inline int* CellGrid::add_cell(const Head* head, int* end) const {
  std::memcpy(end, head, sizeof(Head));
  if (head->count <= kSlots) return end + head->count;
  const std::vector<int>& rest = rest_.at(static_cast<int>(head - heads_.data()));
  return std::copy(rest.begin(), rest.end(), end + kSlots);
}

int* CellGrid::add_full_row(const Head* head, std::ptrdiff_t step, int* end) const {
  for (int k = 0; k < 3; ++k, head += step) end = add_cell(head, end);
  return end;
}

// Three cells, `step` apart. Most often all of them hold their grains themselves, which is one question for the three:
// kSlots has all lower bits set.
inline int* CellGrid::add_row(const Head* head, std::ptrdiff_t step, int* end) const {
  static_assert((kSlots & (kSlots + 1)) == 0);
  const Head *second = head + step, *third = second + step;
  const std::size_t a = head->count, b = second->count, c = third->count;
  if ((a | b | c) > kSlots) [[unlikely]]
    return add_full_row(head, step, end);
  std::memcpy(end, head, sizeof(Head));
  std::memcpy(end + a, second, sizeof(Head));
  std::memcpy(end + a + b, third, sizeof(Head));
  return end + a + b + c;
}

inline int CellGrid::wrapped(int number, int axis) const {
  return number < 1 ? number + count_[axis] : number > count_[axis] ? number - count_[axis] : number;
}

inline std::span<const int> CellGrid::found_until(int* end, int grain) const {
  std::fill_n(end, kPadding, grain);
  return {found_.data(), end};
}

// Nine rows, unrolled: as a loop they would take a twentieth of the solver's time more.
std::span<const int> CellGrid::near(int grain) {
  const auto& [cell, at] = places_[grain];
  if (periodic_ && is_at_border(cell)) return near_across_border(grain);
  const std::ptrdiff_t to_row = row_, to_layer = layer_;  // copies: what is written to found_ cannot change them
  const Head* row = heads_.data() + at - to_layer - to_row - 1;
  int* end = found_.data();
#pragma GCC unroll 3
  for (int layer = 0; layer < 3; ++layer, row += to_layer) {
    end = add_row(row, 1, end);
    end = add_row(row + to_row, 1, end);
    end = add_row(row + 2 * to_row, 1, end);
  }
  return found_until(end, grain);
}

std::span<const int> CellGrid::near_across_border(int grain) {
  const Cell cell = places_[grain].cell;
  int* end = found_.data();
  for (const int z : {-1, 0, 1})
    for (const int y : {-1, 0, 1})
      for (const int x : {-1, 0, 1}) {
        const Cell around{wrapped(cell.x + x, 0), wrapped(cell.y + y, 1), wrapped(cell.z + z, 2)};
        end = add_cell(heads_.data() + index(around), end);
      }
  return found_until(end, grain);
}

std::span<const int> CellGrid::newly_near(int grain, int axis, bool upward) {
  if (periodic_) return newly_near_in_cube(grain, axis, upward);
  const std::ptrdiff_t along = strides_[axis], b = strides_[axis + 1], c = strides_[axis + 2];
  const Head* row = heads_.data() + places_[grain].index + (upward ? along : -along) - b - c;
  int* end = add_row(row, c, found_.data());
  end = add_row(row + b, c, end);
  end = add_row(row + 2 * b, c, end);
  return found_until(end, grain);
}

std::span<const int> CellGrid::newly_near_in_cube(int grain, int axis, bool upward) {
  const auto& [cell, at] = places_[grain];
  const std::array<int, 5> numbers{cell.x, cell.y, cell.z, cell.x, cell.y};
  const auto step_to = [&](int along, int step) {  // in heads_
    return (wrapped(numbers[along] + step, along % 3) - numbers[along]) * strides_[along];
  };
  const int b = axis + 1, c = axis + 2;
  const Head* beyond = heads_.data() + at + step_to(axis, upward ? 1 : -1);
  int* end = found_.data();
  for (const std::ptrdiff_t i : {step_to(b, -1), std::ptrdiff_t{0}, step_to(b, 1)})
    for (const std::ptrdiff_t k : {step_to(c, -1), std::ptrdiff_t{0}, step_to(c, 1)})
      end = add_cell(beyond + i + k, end);
  return found_until(end, grain);
}

int CellGrid::move(int grain, int axis, bool upward) {
  auto [cell, at] = places_[grain];
  int& along = axis == 0 ? cell.x : axis == 1 ? cell.y : cell.z;
  const int step = upward ? 1 : -1;
  int turns = 0;
  take(grain);
  along += step;
  if (periodic_ && (along < 1 || along > count_[axis])) {
    along -= step * count_[axis];
    turns = step;
  }
  put(grain, cell, at + static_cast<int>((step - turns * count_[axis]) * strides_[axis]));
  return turns;
}

// Grains in the order in which they lie in the cells, which decides who is looked at first.
void CellGrid::archive(StateArchive& state) {
  std::vector<int> order;
  if (!state.is_loading())
    for (int at = 0; at < cells(); ++at)
      for (int number = 0; number < heads_[at].count; ++number) order.push_back(entry(at, number));
  state.fields(places_, order);
  if (!state.is_loading()) return;
  for (Head& head : heads_) head.count = 0;
  rest_.clear();
  in_rest_ = 0;
  for (const int grain : order) {
    if (grain < 0 || static_cast<std::size_t>(grain) >= places_.size())
      throw InputError("the checkpoint is damaged: it speaks of grains that are not there");
    const Cell cell = places_[static_cast<std::size_t>(grain)].cell;
    put(grain, cell, index(cell));
  }
}

}  // namespace resound
