#pragma once
#include <array>
#include <vector>

#include "base/state_archive.h"
#include "geometry/triangle_bvh.h"
#include "numerics/vec3.h"

namespace resound {

// Which grains are near: space in cubes no smaller than the largest grain is wide, so that grains that touch lie in the
// same or in adjacent ones. Outermost cells reach to infinity, or the grid closes on itself.
class CellGrid {
 public:
  struct Cell {
    int x = 0, y = 0, z = 0;
    bool operator==(const Cell&) const = default;
  };
  CellGrid(const Box& bounds, double smallest_cell, int grains);  // open space; [m]
  CellGrid(double period, double smallest_cell, int grains);      // a cube that repeats; [m]

  Cell cell_at(const Vec3& place) const;
  Cell cell_of(int grain) const { return cells_[grain]; }
  double low(int axis, int cell) const { return origin_[axis] + size_[axis] * (cell - 1); }  // [m]  side of a cell
  double high(int axis, int cell) const { return origin_[axis] + size_[axis] * cell; }       // [m]
  bool is_first(int cell) const { return !periodic_ && cell == 1; }
  bool is_last(int axis, int cell) const { return !periodic_ && cell == count_[axis]; }
  int count(int axis) const { return count_[axis]; }

  void put(int grain, const Cell& cell);
  void take(int grain);

  // Grains in the 27 cells around one, itself among them, or only in the nine that come into sight when the cell has
  // been entered along an axis, upward or downward. Returns how many; `found` has room for all grains.
  int around(const Cell& cell, int* found) const;
  int ahead(const Cell& cell, int axis, bool upward, int* found) const;

  void archive(StateArchive& state) { state.fields(cells_, heads_, next_, previous_); }

 private:
  void make(int grains);
  int index(const Cell& cell) const { return (cell.z * (count_[1] + 2) + cell.y) * (count_[0] + 2) + cell.x; }
  bool inside(const Cell& cell) const;  // all neighbours are where they seem to be
  int block(const Cell& cell, const Cell& low, const Cell& high, int* found) const;

  std::array<double, 3> origin_{}, size_{};  // [m]
  std::array<int, 3> count_{};               // cells are numbered from 1; an empty layer surrounds them
  bool periodic_ = false;
  std::vector<Cell> cells_;  // of the grains
  std::vector<int> heads_;   // first grain of each cell, -1: none
  std::vector<int> next_, previous_;
  int row_ = 0, layer_ = 0;  // steps in heads_ along y and z
};

}  // namespace resound
