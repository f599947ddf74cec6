#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "liquid/liquid_rows.h"

namespace resound {

// Rows of places in small boxes, half the reach wide across and a quarter of it along the axis on which they follow
// each other: all within reach of a box lie in at most 25 runs of rows. The axis on which the rows stretch farthest is
// the slowest, so that near ones have near numbers.
class PlaceCells {
 public:
  // The order in which to put rows so that each box's stand together; keeps the order of those within one. Boxes grow
  // where there would be too many of them. [units]
  std::vector<std::uint32_t> sort(std::span<const PlaceRow> rows, double reach);

  struct Run {
    std::uint32_t begin = 0, end = 0;  // into the sorted rows
  };
  struct Runs {
    static constexpr int kMost = 25;
    Run run[kMost];
    int count = 0;
    std::size_t rows() const;  // in all of them
  };
  std::uint32_t cell_of(std::size_t row) const { return cell_of_[row]; }  // of the sorted rows
  void find_runs_around(std::uint32_t cell, Runs& runs) const;
  void find_runs_around(const PlaceRow& place, Runs& runs) const;

  void mark_near();                               // for those who ask
  bool may_be_near(const PlaceRow& place) const;  // false: nothing is within reach

 private:
  struct Cell {
    std::int64_t along = 0, across = 0, slow = 0;
  };
  struct Beside {  // a row of boxes beside one, and how many to either side of it are within reach
    std::int64_t across = 0, slow = 0, to_either_side = 0;
  };
  void choose_axes(const double (&size)[3]);
  void find_rows_beside(double reach);
  Cell cell_at(const PlaceRow& place) const;
  void add_run(const Cell& cell, const Beside& beside, Runs& runs) const;

  int axis_[3] = {};     // along, across, slow: 0 is x, …
  double edge_[3] = {};  // [units]  by these
  double low_[3] = {};   // [units]
  std::int64_t count_[3] = {};
  std::vector<Beside> beside_;        // in the order of rows
  std::size_t own_ = 0;               // which of them is the box's own
  std::vector<std::uint32_t> first_;  // of each box; one more at the end
  std::vector<std::uint32_t> cell_of_;
  std::vector<std::uint8_t> near_;  // by box
};

}  // namespace resound
