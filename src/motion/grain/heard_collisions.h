#pragma once
#include <cstdint>
#include <vector>

#include "grain/collision.h"

namespace resound {

// The collisions of a block that are fast enough to be heard; of the others only their number is kept.
class HeardCollisions {
 public:
  explicit HeardCollisions(double slowest) : slowest_(slowest) {}  // [m/s]

  void begin_block() {
    all_.clear();
    slow_ = 0;
  }
  bool hears(double speed) {
    if (speed >= slowest_) return true;
    ++slow_;
    return false;
  }
  void add(const Collision& collision) {
    if (hears(collision.speed)) all_.push_back(collision);
  }
  void add_heard(const Collision& collision) { all_.push_back(collision); }  // asked before
  const std::vector<Collision>& all() const { return all_; }
  std::int64_t slow() const { return slow_; }

 private:
  double slowest_;
  std::vector<Collision> all_;
  std::int64_t slow_ = 0;
};

}  // namespace resound
