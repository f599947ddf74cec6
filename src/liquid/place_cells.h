#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "liquid/liquid_rows.h"

namespace resound {

// PairRows of places by cubes of half the reach: all within reach of a place lie in at most 25 runs of rows.
class PlaceCells {
 public:
  // The order in which to put rows so that each cube's stand together; keeps the order of those within one. Cubes grow
  // where there would be too many of them. [units]
  std::vector<std::uint32_t> sort(std::span<const PlaceRow> rows, double reach);

  struct Run {
    std::uint32_t begin = 0, end = 0;  // into the sorted rows
  };
  static constexpr int kMostRuns = 25;
  int runs_around(const PlaceRow& place, Run (&runs)[kMostRuns]) const;

 private:
  std::int64_t cell(std::int32_t place, int axis) const {
    return (static_cast<std::int64_t>(place) - low_[axis]) / edge_;
  }

  double reach_ = 1;          // [units]
  std::int64_t edge_ = 1;     // [units]
  std::int64_t low_[3] = {};  // [units]
  std::int64_t count_[3] = {};
  std::vector<std::uint32_t> first_;  // of each cube, x fastest; one more at the end
};

}  // namespace resound
