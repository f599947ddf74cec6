#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "numerics/random_stream.h"
#include "numerics/vec3.h"

namespace resound {

// Collisions that are drawn together, some vectors wide.
struct JointBatch {
  static constexpr std::size_t kMost = 64;
  alignas(64) std::array<double, kMost> speed{}, x{}, y{}, z{};  // [m/s], unit

  void set(std::size_t i, double new_speed, const Vec3& normal) {
    speed[i] = new_speed, x[i] = normal.x, y[i] = normal.y, z[i] = normal.z;
  }
  Vec3 normal(std::size_t i) const { return {x[i], y[i], z[i]}; }
};

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

  // Each speed [m/s] and direction becomes another one of its bin, by the bits of two random numbers of its own. The
  // mean of a speed's square, which is what is heard, stays.
  void draw_like(JointBatch& batch, std::span<const std::uint64_t> even, std::span<const std::uint64_t> odd) const;

 private:
  std::array<Vec3, 3> axes_{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  // of the slices and sectors
  double shift_ = 0;                                                       // [bins]
};

}  // namespace resound
