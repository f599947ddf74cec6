#include "liquid/liquid_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "liquid/liquid_stepper.h"

namespace resound {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// Neighbours within reach in a cubic lattice, itself left out.
double neighbours_in_bulk(double smoothing) {
  int count = 0;
  for (int i = -4; i <= 4; ++i)
    for (int j = -4; j <= 4; ++j)
      for (int k = -4; k <= 4; ++k) count += i * i + j * j + k * k < 4 * smoothing * smoothing;
  return count - 1;
}

}  // namespace

class LiquidSolver::Model : public LiquidStepper {
 public:
  explicit Model(const LiquidSystem& system)
      : LiquidStepper(system), bulk_(neighbours_in_bulk(system.settings.smoothing)) {}

  LiquidView view() {
    const auto ever = static_cast<std::size_t>(particles().ever);
    places_.assign(ever, {kNotANumber, kNotANumber, kNotANumber});
    velocities_.resize(ever);
    crowding_.assign(ever, 0);
    row_of_.assign(ever, kNoRow);
    for_blocks(particles().size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        const auto number = static_cast<std::size_t>(particles().number[i]);
        places_[number] = particles().position[i];
        velocities_[number] = velocity_now(i);
        crowding_[number] = static_cast<float>(static_cast<double>(particles().neighbours[i]) / bulk_);
        row_of_[number] = static_cast<std::uint32_t>(i);
      }
    });
    const TouchedWalls touched([this](std::size_t number) { return touched_wall(number); });
    return {time(), settings().spacing, places_, velocities_, crowding_, touched};
  }

 private:
  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

  int touched_wall(std::size_t number) const {
    const std::uint32_t row = row_of_[number];
    if (row == kNoRow) return -1;
    return walls().touched_by(neighbours().rows()[row].place, neighbours().near_walls().of(row));
  }

  double bulk_;  // [1]  neighbours
  std::vector<Vec3> places_, velocities_;
  std::vector<float> crowding_;
  std::vector<std::uint32_t> row_of_;  // by number; kNoRow: it has left
};

LiquidSolver::LiquidSolver(const LiquidSystem& system) : model_(std::make_unique<Model>(system)) {}
LiquidSolver::~LiquidSolver() = default;
LiquidSolver::LiquidSolver(LiquidSolver&&) noexcept = default;
LiquidSolver& LiquidSolver::operator=(LiquidSolver&&) noexcept = default;

void LiquidSolver::move_wall(int wall, const WallMotion& motion) { model_->move_wall(wall, motion); }

void LiquidSolver::settle(double duration) {
  model_->use_threads();
  model_->settle(duration);
}

void LiquidSolver::advance(double until, int every, const Watch& watch) {
  model_->use_threads();
  const auto last = static_cast<std::int64_t>(std::floor(until / step() * (1 + 1e-12)));
  while (model_->steps() < last) {
    model_->take_step();
    if (watch && model_->steps() % every == 0) watch(view());
  }
}

double LiquidSolver::time() const { return model_->time(); }
double LiquidSolver::step() const { return model_->step(); }
double LiquidSolver::stable_step() const { return stable_liquid_step(model_->settings()); }
LiquidView LiquidSolver::view() { return model_->view(); }
std::size_t LiquidSolver::count() const { return model_->particles().size(); }
std::int64_t LiquidSolver::gone() const { return model_->particles().gone; }
LiquidSolver::BallNow LiquidSolver::ball(int index) const {
  const LiquidBalls::Ball& ball = model_->balls().all()[static_cast<std::size_t>(index)];
  return {ball.position, ball.velocity - (0.5 * step()) * ball.acceleration};
}
Vec3 LiquidSolver::force_on_ball(int index) const { return model_->walls().force_on_ball(index); }
Vec3 LiquidSolver::momentum() const { return model_->momentum(); }
double LiquidSolver::energy() const { return model_->energy(); }
double LiquidSolver::energy_supplied() const { return model_->supplied(); }
double LiquidSolver::excess(std::size_t number) const {
  const LiquidParticles& particles = model_->particles();
  const auto found = std::ranges::find(particles.number, static_cast<std::int64_t>(number));
  return found == particles.number.end() ? kNotANumber
                                         : particles.excess[static_cast<std::size_t>(found - particles.number.begin())];
}
double LiquidSolver::wall_pressure_near(const Vec3& place) const {
  const LiquidWalls& walls = model_->walls();
  double nearest = 1e300, pressure = 0;
  for (std::uint32_t row = 0; row < walls.size(); ++row) {
    const double away = length(walls.place(row) - place);
    if (away < nearest) nearest = away, pressure = walls.pressure(row);
  }
  return pressure;
}
std::size_t LiquidSolver::wall_particles() const { return model_->walls().size(); }
std::size_t LiquidSolver::listed_pairs() const { return model_->neighbours().pairs(); }
void LiquidSolver::archive(StateArchive& state) { model_->archive(state); }

}  // namespace resound
