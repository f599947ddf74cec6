#pragma once
#include <vector>

#include "base/state_archive.h"
#include "geometry/surface_index.h"
#include "liquid/liquid_system.h"

namespace resound {

// Rigid balls among liquid and walls. They do not turn: liquid slides along them.
class LiquidBalls {
 public:
  struct Ball {
    Vec3 position, velocity, acceleration;  // [m], [m/s] half a step ahead, [m/s^2]
    double radius = 0, mass = 0, restitution = 0;
  };

  LiquidBalls(const LiquidSystem& system);
  std::vector<Ball>& all() { return balls_; }
  const std::vector<Ball>& all() const { return balls_; }
  void move(double step, double time);  // [s]  along their velocities, and off walls and each other
  void tell(int wall, const WallMotion& motion, double now);
  void archive(StateArchive& state) { state.fields(balls_, motions_, since_); }

 private:
  void leave_wall(Ball& ball, std::size_t wall, double time) const;

  std::vector<Ball> balls_;
  std::vector<SurfaceIndex> walls_;
  std::vector<WallMotion> motions_;
  std::vector<double> since_;
};

}  // namespace resound
