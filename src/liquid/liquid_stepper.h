#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/spin_team.h"
#include "base/state_archive.h"
#include "liquid/liquid_balls.h"
#include "liquid/liquid_neighbours.h"
#include "liquid/liquid_particles.h"
#include "liquid/liquid_system.h"
#include "liquid/liquid_taps.h"
#include "liquid/liquid_walls.h"
#include "liquid/list_age.h"
#include "liquid/tait.h"
#include "liquid/wall_guards.h"

namespace resound {

// Moves a liquid and its balls step by step.
//
//   densities, places -> balls, walls, guards, taps -> lists of neighbours (now and then)
//     -> pressure of walls -> sums over pairs -> velocities, and how fast densities change
//
// One sweep over the pairs gives both. Densities ought to change with the velocities half a step later, which follow
// from the forces of that very sweep; rows therefore hold what these will be if forces stay as they were a step ago.
class LiquidStepper {
 public:
  explicit LiquidStepper(const LiquidSystem& system);  // throws InputError for a step above the stable one

  void begin();  // velocities are given for now: sets them half a step ahead
  void take_step();
  void settle(double duration);  // [s]
  void move_wall(int wall, const WallMotion& motion);

  double time() const { return static_cast<double>(steps_) * step_; }  // [s]
  double step() const { return step_; }                                // [s]
  std::int64_t steps() const { return steps_; }
  const LiquidSettings& settings() const { return settings_; }
  const LiquidParticles& particles() const { return particles_; }
  const LiquidNeighbours& neighbours() const { return neighbours_; }
  const LiquidWalls& walls() const { return walls_; }
  const LiquidBalls& balls() const { return balls_; }
  Vec3 velocity_now(std::size_t i) const { return particles_.velocity[i] - (0.5 * step_) * particles_.acceleration[i]; }
  Vec3 momentum() const;                         // [kg m/s]  of the liquid
  double energy() const;                         // [J]  of liquid and balls; not a number after a blow-up
  double supplied() const { return supplied_; }  // [J]
  void use_threads() { team_ = close_team(); }   // as many as may work now
  void archive(StateArchive& state);

 private:
  // What a pass over a block of rows finds out by the way.
  struct Found {
    bool is_lost = false;  // is a place not a number?
    bool is_crowded = false;
    PairExtremes largest;
  };

  double energy_of(const Vec3& place, const Vec3& velocity, double excess) const;  // [J/kg]
  void move();
  void kick_block(std::size_t block, std::size_t first, std::size_t end, const PairScale& scale, double step);
  void move_balls(double before);
  void hold();
  void pour(double before);
  bool lists_are_old() const;
  void find_neighbours();
  void drop_those_outside();
  void set_rows();
  void set_place(std::size_t i);
  void set_motion(std::size_t i);
  void press_walls();
  void accelerate(double step);
  void move_balls_on(double step);
  void look_at_extremes();
  PairScale scale_now() const;

  LiquidSettings settings_;
  Vec3 gravity_;   // [m/s^2]
  Box bounds_;     // [m]
  double period_;  // [m]
  Tait tait_;
  double mass_;  // [kg]  of a particle
  PlaceGrid grid_;
  PairNumbers numbers_;
  double step_ = 0;  // [s]
  // While it settles: by which velocities are multiplied, and how large they may be.
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  double brake_ = 1, fastest_ = kUnlimited;  // [1], [m/s]
  LiquidParticles particles_;
  LiquidNeighbours neighbours_;
  ListAge age_;
  LiquidWalls walls_;
  LiquidBalls balls_;
  LiquidTaps taps_;
  WallGuards guards_;

  std::int64_t steps_ = 0;
  bool has_burst_ = false;              // was a place not a number, or are particles upon each other?
  double supplied_ = 0;                 // [J]
  std::vector<PairSums> sums_;          // by row
  std::vector<FourSums> surroundings_;  // likewise
  std::vector<Found> found_;            // by block
  std::vector<Drift> drifts_;           // likewise [m]  since the lists were made
  PairExtremes largest_;                // of the rows
  std::shared_ptr<SpinTeam> team_;
};

}  // namespace resound
