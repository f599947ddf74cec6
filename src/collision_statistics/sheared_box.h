#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "collision_statistics/databank.h"
#include "grain/grain_solver.h"

namespace resound {

struct ShearedBoxSettings {
  int balls = 1000;
  int warm_up = 8, rounds = 40;  // each as long as two collisions of every ball
  std::uint64_t seed = 1;
};

// Measures how balls collide at one key, in a cube that repeats in space:
//
//   u_x = U sin(2 pi y / L) -> collisions where the shear is within a fifth of its largest -> every round: flow and
//   temperature as they were
//
// A sine has no ends, so that a plain cube serves, and its shear is even over two layers of the cube. Hard balls up to
// phi = 0.56; soft ones beyond, where hard ones would hardly move.
class ShearedBoxes {
 public:
  explicit ShearedBoxes(const ShearedBoxSettings& settings = {}) : settings_(settings) {}
  DatabankRow measure(const FlowKey& key);

 private:
  ShearedBoxSettings settings_;
  std::map<double, std::vector<Grain>> starts_;  // by solid fraction: to place balls that lie dense takes long
};

// The keys of the table that ships, in its order.
std::vector<FlowKey> databank_keys();

}  // namespace resound
