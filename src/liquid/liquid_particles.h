#pragma once
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_system.h"

namespace resound {

// The particles of a liquid, sorted by place as lists of neighbours were made last.
struct LiquidParticles {
  std::vector<Vec3> position;        // [m]
  std::vector<Vec3> velocity;        // [m/s]    half a step ahead
  std::vector<Vec3> acceleration;    // [m/s^2]
  std::vector<double> excess;        // [1]      rho / rho0 - 1
  std::vector<double> rate;          // [1/s]    at which it grows
  std::vector<float> neighbours;     // [1]      of liquid within the kernel's reach
  std::vector<std::int64_t> number;  // that the outside knows it by
  std::vector<Vec3> listed_at;       // [m]      where they were when lists were made
  std::int64_t ever = 0, gone = 0;   // that have come, that have left

  std::size_t size() const { return position.size(); }
  void add(const Vec3& place, const Vec3& velocity, double excess);
  void take_order(const std::vector<std::uint32_t>& order);  // those that it leaves out are no more
  void archive(StateArchive& state);
};

}  // namespace resound
