#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Particles of a flow at one instant. Each is a grain, or stands for many; one that is not there has no finite place.
struct FlowFrame {
  double time = 0;                    // [s]
  std::span<const Vec3> positions;    // [m]
  std::span<const Vec3> velocities;   // [m/s]
  std::span<const double> diameters;  // [m]  of the particles
};

// One cell of space at one instant.
struct CellFlow {
  std::uint32_t first = 0, count = 0;  // its particles, in FlowCells::members
  double diameter = 0;                 // [m]  mean, of the particles
  double phi = 0;                      // [1]  solid fraction where they are
  Vec3 velocity;                       // [m/s]  mean
  double shear = 0;                    // [1/s]  G = sqrt(2 E:E), E the strain rate
  std::array<Vec3, 3> gradient{};      // [1/s]  of the components of the velocity
  std::array<double, 6> strain{};      // [1]  E/G: xx yy zz xy yz zx
  double variance = 0;                 // [m^2/s^2]  of a component of the velocity, less the mean and its gradient
  bool has_gradient = false;           // were there enough particles to see one?
  double loss = 0;                     // [W/kg]  by which motion and height together shrink until the next frame
};

struct FlowCells {
  std::vector<CellFlow> cells;         // that are not empty, in an order of their own
  std::vector<std::uint32_t> members;  // particles by cell
  std::vector<double> fractions;       // [1]  solid fraction around each particle of the frame
};

inline constexpr double kDensest = 0.63;  // [1]  solid fraction that balls reach

// Finds the state of every cell of a grid of this edge [m]. Density is that of the cube of three particle diameters
// around each particle, so that a cell that is filled in part does not count as thin; the gradient of the velocity is
// fitted where a cell has ten particles or more.
FlowCells flow_cells(const FlowFrame& frame, double edge);

}  // namespace resound
