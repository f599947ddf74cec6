#pragma once
#include <array>
#include <cstdint>

#include "numerics/random_stream.h"
#include "numerics/vec3.h"

namespace resound {

// The bins of one histogram of speed and direction together, and what is drawn from one of them.
//
// Directions: equal solid angles, kHeights slices of equal height times kSectors. A bin and its mirror image through
// the centre are bins of the same kind, so that n and -n, which are one collision, fare alike. Speeds: equal ratios.
// Each histogram has its bins turned and shifted by chance: what a bin's borders do to one group of collisions, they do
// not do to all, and no direction and no speed is favoured. Bins blur the squares of a normal's components by 0.5 %.
class JointBins {
 public:
  static constexpr int kHeights = 24, kSectors = 48;
  static constexpr double kRatio = 1.25;  // [1]  of the borders of a bin of speeds

  JointBins() = default;  // of no turn
  explicit JointBins(RandomStream& chance);

  // Anywhere in the bin of the direction; x, y: 0 … 1, by chance.
  Vec3 direction_like(const Vec3& direction, double x, double y) const;
  // Anywhere in the bin of the speed [m/s]; x: 0 … 1, by chance. The mean of its square, which is what is heard, is
  // that of the speed.
  double speed_like(double speed, double x) const;

 private:
  std::array<Vec3, 3> axes_;  // of the slices and sectors
  double shift_ = 0;          // [bins]
};

}  // namespace resound
