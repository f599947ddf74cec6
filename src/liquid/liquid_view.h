#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Which wall each particle touches (nearer than spacing), -1: none. To find out is dear, and most of a liquid is never
// asked: it may be done when somebody does.
class TouchedWalls {
 public:
  using Find = std::function<int(std::size_t)>;

  TouchedWalls() = default;
  TouchedWalls(const std::vector<std::int16_t>& known) : known_(known) {}
  TouchedWalls(Find find) : find_(std::move(find)) {}
  int operator[](std::size_t particle) const { return find_ ? find_(particle) : known_[particle]; }

 private:
  std::span<const std::int16_t> known_;
  Find find_;
};

// A liquid of particles at one instant, as a detector of events and a picture see it, whoever moves it. A particle
// keeps its place in the spans for life; one that has left has no finite position.
struct LiquidView {
  double time = 0;                   // [s]
  double spacing = 0;                // [m]  dx: each particle stands for dx^3 of liquid
  std::span<const Vec3> positions;   // [m]
  std::span<const Vec3> velocities;  // [m/s]
  std::span<const float> crowding;   // [1]  neighbours beside those within the bulk: 0 alone, 1 deep within
  TouchedWalls wall;
};

}  // namespace resound
