#pragma once
#include <span>
#include <vector>

#include "grain/ball_cells.h"

namespace resound {

// Places by columns, cell by cell, so that those in a stretch can be looked at as many at a time as a processor has
// lanes.
class NearPlaces {
 public:
  // A `period` [m] above 0 repeats.
  NearPlaces(std::span<const Vec3> places, const BallCells& cells, double period);

  // Numbers in cells.in_order() of what is no farther than `reach` [m], in the order of the stretches. Some just beyond
  // it may be among them. Valid until the next call with the same room.
  std::span<const int> find(const Vec3& place, double reach, std::span<const BallCells::Stretch> stretches,
                            std::vector<int>& room) const;

 private:
  std::vector<double> x_, y_, z_;  // [m]
  double period_ = 0;              // [m]
};

}  // namespace resound
