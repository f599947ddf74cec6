#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "collision_file/listed_collision.h"

namespace resound {

// Counts over time with equal bins. It does not know how long it will get: when it is full, bins join in pairs.
class TimeCounts {
 public:
  void add(double time);                                               // [s]  not negative
  double width() const { return width_; }                              // [s]  of a bin
  const std::vector<std::int64_t>& counts() const { return counts_; }  // up to the last that is not empty

 private:
  static constexpr std::size_t kMost = 800;
  double width_ = 1e-4;
  std::vector<std::int64_t> counts_;
};

// Counts by the logarithm of the speed, ten bins a decade from 1e-6 m/s on; slower ones fall into the first.
class SpeedCounts {
 public:
  static constexpr int kPerDecade = 10, kDecades = 8;
  static constexpr double kLowest = -6;  // [log10 m/s]

  void add(double speed);
  const std::array<std::int64_t, kPerDecade * kDecades>& counts() const { return counts_; }

 private:
  std::array<std::int64_t, kPerDecade * kDecades> counts_{};
};

// What is known of the collisions between two objects.
struct PairSurvey {
  std::int64_t count = 0;
  double fastest = 0;                    // [m/s]
  double speed_sum = 0, square_sum = 0;  // [m/s], [m^2/s^2]
  TimeCounts times;
  SpeedCounts speeds;
  std::array<std::int64_t, 20> steepness{};  // by |normal . vertical|, in equal bins: even for normals of any direction
  std::array<std::int64_t, 36> azimuths{};   // of the normal about the vertical
  struct Spot {
    Vec3 place;        // [m]
    double speed = 0;  // [m/s]
  };
  std::vector<Spot> spots;  // at most kMostSpots, each collision with the same chance to be among them

  static constexpr std::size_t kMostSpots = 20'000;
  double mean_speed() const { return count > 0 ? speed_sum / static_cast<double>(count) : 0; }
  double rms_speed() const;
};

// What a list of collisions holds, gathered row by row with flat memory. All sizes of an object's grains are one, and
// who of two objects is called first makes no difference.
class CollisionSurvey {
 public:
  void add(const ListedCollision& collision, const ObjectNames& names);  // of the list, so far

  std::int64_t count() const { return count_; }
  double begin() const { return begin_; }  // [s]
  double end() const { return end_; }      // [s]
  const ObjectNames& objects() const { return objects_; }
  using Pair = std::pair<std::int32_t, std::int32_t>;  // of objects, the lower index first
  const std::map<Pair, PairSurvey>& pairs() const { return pairs_; }

 private:
  std::int32_t object_called(std::int32_t name, const ObjectNames& names);

  std::int64_t count_ = 0;
  double begin_ = 0, end_ = 0;
  ObjectNames objects_;
  std::vector<std::int32_t> object_of_;  // by the list's names
  std::map<Pair, PairSurvey> pairs_;
};

}  // namespace resound
