#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "geometry/shape.h"

namespace resound {

// Where ears, and things that may hide something from them, were at the last look. Tells whether another would see
// anything else: a body that rings at rest, or flies without turning, shows the same of itself for long.
class Outlook {
 public:
  // Since it last said so, has a body turned or bent by more than half a degree, an ear seen one move by as much, or
  // one moved against another by a hundredth of its size?
  bool has_changed(std::span<const Shape> shapes, std::span<const Vec3> ears);

  void archive(StateArchive& state) { state.fields(ends_, points_, ears_); }

 private:
  std::vector<std::size_t> ends_;  // of each shape, in points_
  std::vector<Vec3> points_;       // [m]  some of each shape
  std::vector<Vec3> ears_;         // [m]
};

}  // namespace resound
