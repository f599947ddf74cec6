#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Watches how particles fall, to find out whether lengths, axes and times mean what they are said to mean: whatever is
// in the air falls with g, and with nothing else in common.
class FallSurvey {
 public:
  // Three frames, an interval [s] apart; the same particle has the same place in each.
  void add(std::span<const Vec3> before, std::span<const Vec3> now, std::span<const Vec3> after, double interval);

  // The acceleration that more particles share than any other, if enough do.
  struct Fall {
    int axis = 2;      // 0 x, 1 y, 2 z
    double value = 0;  // [m/s^2]  along it, signed
    double share = 0;  // [1]  of those that move
  };
  std::optional<Fall> found() const;

  // What is wrong with what was found, for unit [m], up axis and frames a second as they were said; empty if nothing.
  // Axes are counted after they were turned so that z is up.
  std::string trouble(double unit, double frames_per_second) const;

 private:
  static constexpr int kBins = 400;                                        // a bin is 5 % wide
  static constexpr double kLowest = 1e-4;                                  // [m/s^2]
  std::array<std::array<std::array<std::size_t, kBins>, 2>, 3> counts_{};  // [axis][sign][bin]
  std::size_t moving_ = 0;
};

}  // namespace resound
