#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "geometry/triangle_bvh.h"
#include "numerics/vec3.h"

namespace resound {

// Which grains are near: space in cubes no smaller than the largest grain is wide, so that grains that touch lie in the
// same or in adjacent ones. Outermost cells reach to infinity, or the grid closes on itself. Each grain keeps a list of
// all in the 27 cells around it: it is read at every event, but changes only when somebody enters another cell. Those
// who have gone out of sight stay in it, some twice, until there are too many of them.
class CellGrid {
 public:
  struct Cell {
    int x = 0, y = 0, z = 0;
  };
  CellGrid(const Box& bounds, double smallest_cell, int grains);  // open space; [m]
  CellGrid(double period, double smallest_cell, int grains);      // a cube that repeats; [m]

  void fill(std::span<const Vec3> places);  // [m]  all grains
  Cell cell_at(const Vec3& place) const;
  Cell cell_of(int grain) const { return cells_[grain]; }
  int index_of(int grain) const { return index(cells_[grain]); }  // of its cell, below cells()
  int cells() const { return static_cast<int>(heads_.size()); }
  Box box(int index, double margin) const;  // [m]  outermost cells reach far out
  double low(int axis, int cell) const { return origin_[axis] + size_[axis] * (cell - 1); }  // [m]  side of a cell
  double high(int axis, int cell) const { return origin_[axis] + size_[axis] * cell; }       // [m]
  bool is_first(int cell) const { return !periodic_ && cell == 1; }
  bool is_last(int axis, int cell) const { return !periodic_ && cell == count_[axis]; }

  // All others in the cells around a grain, and perhaps a few more; valid until the next call or move.
  std::span<const int> near(int grain);

  // Into the next cell along an axis. +1, -1: it has left the cube that repeats, upward or downward.
  int move(int grain, int axis, bool upward);

  // For fetching memory in time: the list of a grain, and who is in it as far as is known without looking at cells.
  const void* list(int grain) const { return &lists_[grain]; }
  std::span<const int> listed(int grain) const {
    const List& list = lists_[grain];
    return {list.others.data(), static_cast<std::size_t>(list.is_void() ? 0 : list.count)};
  }

  void archive(StateArchive& state) { state.fields(cells_, heads_, next_, previous_, lists_); }

 private:
  static constexpr int kRoom = 62;
  static constexpr int kStale = 12;  // others that a list takes beyond those it began with; tuned for speed
  struct alignas(64) List {
    int count = 0;
    int limit = -1;  // beyond it the list is void, and the cells have to be asked
    std::array<int, kRoom> others{};

    bool is_void() const { return count > limit; }
    void add(int grain) {
      if (count < limit) others[count] = grain;
      ++count;
    }
  };

  void make(int grains);
  void put(int grain, const Cell& cell);
  void take(int grain);
  int index(const Cell& cell) const { return cell.z * layer_ + cell.y * row_ + cell.x; }
  template <class Show>
  void visit(const Cell& low, const Cell& high, const Show& show) const;

  std::array<double, 3> origin_{}, size_{};  // [m]
  std::array<int, 3> count_{};               // cells are numbered from 1; an empty layer surrounds them
  bool periodic_ = false;
  std::vector<Cell> cells_;  // of the grains
  std::vector<int> heads_;   // first grain of each cell, -1: none
  std::vector<int> next_, previous_;
  int row_ = 0, layer_ = 0;  // steps in heads_ along y and z
  std::vector<List> lists_;
  std::vector<int> found_;  // where a list has no room
};

}  // namespace resound
