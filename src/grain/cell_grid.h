#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/large_pages.h"
#include "base/state_archive.h"
#include "geometry/triangle_bvh.h"
#include "numerics/vec3.h"

namespace resound {

// Which grains are near: space in cubes no smaller than the largest grain is wide, so that grains that touch lie in the
// same or in adjacent ones. Outermost cells reach to infinity, or the grid closes on itself.
//
// A cell is a quarter of a line of cache and holds the numbers of its grains itself; three cells in a row lie side by
// side, so that all around a grain are read from nine places. What does not fit (small grains among large ones) is kept
// elsewhere.
class CellGrid {
 public:
  struct Cell {
    int x = 0, y = 0, z = 0;
  };
  CellGrid(const Box& bounds, double smallest_cell, int grains);  // open space; [m]
  CellGrid(double period, double smallest_cell, int grains);      // a cube that repeats; [m]

  void fill(std::span<const Vec3> places);  // [m]  all grains
  Cell cell_at(const Vec3& place) const;
  Cell cell_of(int grain) const { return places_[grain].cell; }
  int index_of(int grain) const { return places_[grain].index; }  // of its cell, below cells()
  int cells() const { return static_cast<int>(heads_.size()); }
  Box box(int index, double margin) const;  // [m]  outermost cells reach far out
  // [m]  lower side of a cell, which is the upper one of the cell before; infinite where there is no other beyond
  double side(int axis, int cell) const { return sides_[axis][cell]; }

  // All in the cells around a grain, itself among them; valid until the next call or move. At least kPadding numbers of
  // the grain itself follow behind the end.
  static constexpr std::size_t kPadding = 4;
  std::span<const int> near(int grain);
  // Of those only what has come into sight when the grain last moved, along that axis and that way.
  std::span<const int> newly_near(int grain, int axis, bool upward);

  // Into the next cell along an axis. +1, -1: it has left the cube that repeats, upward or downward.
  int move(int grain, int axis, bool upward);

  // A cell bears a number that is told whenever a grain is in it.
  void set_mark(int index, std::uint16_t mark) { heads_[index].mark = mark; }
  std::uint16_t mark(int grain) const { return heads_[places_[grain].index].mark; }

  // For fetching memory in time: the rows of cells around a grain, as far as they are beside each other.
  template <class Show>
  void show_rows(int grain, const Show& show) const {
    for (const int row : rows_) show(&heads_[places_[grain].index + row]);
  }
  const void* place(int grain) const { return &places_[grain]; }

  void archive(StateArchive& state);

 private:
  static constexpr int kSlots = 3;
  static constexpr std::size_t kCellsAround = 27;
  struct alignas(16) Head {
    std::array<int, kSlots> grains{};  // the first of them
    std::uint16_t count = 0, mark = 0;
  };
  struct alignas(16) Place {
    Cell cell;
    int index = 0;
  };

  void make(int grains);
  void make_room();
  void put(int grain, const Cell& cell, int at);  // `at`: its index
  void take(int grain);
  [[gnu::noinline]] void take_from_full(int grain);
  int& entry(int index, int number);  // of the grains in a cell
  int index(const Cell& cell) const { return cell.z * layer_ + cell.y * row_ + cell.x; }
  bool is_at_border(const Cell& cell) const;
  int* add_cell(const Head* head, int* end) const;
  [[gnu::noinline]] int* add_full_row(const Head* head, std::ptrdiff_t step, int* end) const;
  int* add_row(const Head* head, std::ptrdiff_t step, int* end) const;
  int wrapped(int number, int axis) const;
  [[gnu::noinline]] std::span<const int> near_across_border(int grain);
  [[gnu::noinline]] std::span<const int> newly_near_in_cube(int grain, int axis, bool upward);
  std::span<const int> found_until(int* end, int grain) const;

  std::array<double, 3> origin_{}, size_{};  // [m]
  std::array<int, 3> count_{};               // cells are numbered from 1; an empty layer surrounds them
  bool periodic_ = false;
  std::array<std::vector<double>, 3> sides_;  // [m]  the lower one of each cell
  int row_ = 0, layer_ = 0;                   // steps in heads_ along y and z
  std::array<std::ptrdiff_t, 5> strides_{};   // along x, y, z, x, y
  std::array<int, 9> rows_{};                 // steps to the first of each three cells around one
  LargePageVector<Place> places_;             // of the grains
  LargePageVector<Head> heads_;
  std::unordered_map<int, std::vector<int>> rest_;  // of cells with more grains than a head holds
  std::size_t in_rest_ = 0;
  std::vector<int> found_;
};

}  // namespace resound
