#include "motion/path_knots.h"

namespace resound {
namespace {

constexpr double kInstant = 1e-3;  // [samples]  a corner of a path is rounded over this much

}  // namespace

std::vector<double> path_knots(const Path& path, const TimeBlock& block) {
  std::vector<double> offsets{0};
  for (const Waypoint& waypoint : path.waypoints()) {
    const double offset = block.rate.samples(waypoint.time) - static_cast<double>(block.first);
    if (path.is_fixed() || offset <= kInstant || offset >= block.count) continue;
    offsets.push_back(offset - kInstant);
    offsets.push_back(offset);
  }
  offsets.push_back(block.count);
  return offsets;
}

}  // namespace resound
