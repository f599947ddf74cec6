#pragma once
#include <cstdint>
#include <functional>
#include <memory>

#include "base/state_archive.h"
#include "liquid/liquid_system.h"
#include "liquid/liquid_view.h"

namespace resound {

// A liquid of particles that press on each other, on walls and on balls: weakly compressible SPH with density diffusion
// [Antuono et al. 2010], explicit, in steps of fixed length.
//
//   lists of neighbours (now and then) -> densities, places -> pressure of walls -> forces -> velocities
//
// Forces within a pair are opposite to the last bit. Particles keep their number, which is their place in
// LiquidSystem::particles; those of taps follow in the order in which they come. Steps lie on a grid from time 0:
// advance() goes to the last one at or before the time it is given. The same system gives the same motion, bit for bit,
// for any number of threads.
class LiquidSolver {
 public:
  explicit LiquidSolver(const LiquidSystem& system);  // throws InputError for a step above stable_step()
  ~LiquidSolver();
  LiquidSolver(LiquidSolver&&) noexcept;
  LiquidSolver& operator=(LiquidSolver&&) noexcept;

  // From now on the wall goes this way. A driver tells it before each block; telling what is known already is free.
  void move_wall(int wall, const WallMotion& motion);

  // Comes to rest: moves for so long [s] with a strong brake, walls still and taps closed, then sets the clock back.
  void settle(double duration);

  using Watch = std::function<void(const LiquidView&)>;
  // Goes on to a time [s]; shows the liquid after every `every` steps to whoever watches.
  void advance(double until, int every = 1, const Watch& watch = {});

  double time() const;         // [s]
  double step() const;         // [s]
  double stable_step() const;  // [s]
  LiquidView view();           // at time(); valid until the next call of advance or view
  std::size_t count() const;   // particles that are there
  std::int64_t gone() const;   // that have left the bounds

  struct BallNow {
    Vec3 position, velocity;  // [m], [m/s]
  };
  BallNow ball(int index) const;
  Vec3 force_on_ball(int index) const;  // [N]  by the liquid

  Vec3 momentum() const;           // [kg m/s]  of the liquid
  double energy() const;           // [J]  of motion, height (0 at the floor of the bounds) and pressing, balls included
  double energy_supplied() const;  // [J]  at the start, what taps brought, what moving walls did
  double excess(std::size_t number) const;             // [1]   rho / rho0 - 1 of a particle
  double wall_pressure_near(const Vec3& place) const;  // [Pa]  of the wall particle nearest to a place
  std::size_t wall_particles() const;
  std::size_t listed_pairs() const;  // for benchmarks
  void archive(StateArchive& state);

 private:
  class Model;
  std::unique_ptr<Model> model_;
};

// The largest stable step [s]: kCourant h / c0.
double stable_liquid_step(const LiquidSettings& settings);

}  // namespace resound
