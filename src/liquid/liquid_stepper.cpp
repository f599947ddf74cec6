#include "liquid/liquid_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "liquid/density_bounds.h"
#include "liquid/liquid_solver.h"
#include "liquid/move_kernel.h"

namespace resound {
namespace {

constexpr double kCourant = 0.4;       // [1]   of h / c0
constexpr double kMayExceed = 1e-9;    // [1]   by which a given step may be above the bound: round-off
constexpr double kBrake = 5;           // [1/s] per sqrt(g / dx) …  see settle()
constexpr double kSettleRise = 0.125;  // [dx]  that nothing is thrown higher than while it settles
constexpr int kBoundEvery = 4;         // [steps]

bool is_inside(const Box& box, const Vec3& p) {
  return p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z && p.x <= box.high.x && p.y <= box.high.y &&
         p.z <= box.high.z;
}

PlaceGrid grid_for(const LiquidSystem& system) {
  const Vec3 size = system.bounds.high - system.bounds.low;
  const double farthest = 0.5 * std::max({size.x, size.y, size.z}) + 8 * system.settings.spacing;
  return {std::max(std::ldexp(system.settings.spacing, -20), farthest / PlaceGrid::kFarthest), system.bounds.middle()};
}

LiquidSurroundings surroundings_of(const FourSums& sums, const PairNumbers& numbers) {
  const double by_scale = 1 / static_cast<double>(PairScale::kAround);
  const Vec3 aside =
      by_scale * Vec3{static_cast<double>(sums.x), static_cast<double>(sums.y), static_cast<double>(sums.z)};
  return {numbers.fullness * by_scale * sums.w, numbers.onesidedness * length(aside)};
}

}  // namespace

double stable_liquid_step(const LiquidSettings& settings) {
  return kCourant * settings.smoothing * settings.spacing / settings.sound_speed;
}

LiquidStepper::LiquidStepper(const LiquidSystem& system)
    : settings_(system.settings),
      gravity_(system.gravity),
      bounds_(system.bounds),
      period_(system.period),
      tait_{settings_.density, settings_.sound_speed},
      mass_(settings_.density * settings_.spacing * settings_.spacing * settings_.spacing),
      grid_(grid_for(system)),
      numbers_(pair_numbers(settings_, grid_)),
      neighbours_(grid_, numbers_, settings_.spacing, period_),
      age_(2 * settings_.smoothing * settings_.spacing, settings_.reach_margin * settings_.spacing,
           settings_.wall_margin * settings_.spacing, settings_.spacing),
      walls_(system, grid_),
      balls_(system),
      taps_(system),
      guards_(system) {
  const double stable = stable_liquid_step(settings_);
  step_ = settings_.step > 0 ? settings_.step : stable;
  if (step_ > stable * (1 + kMayExceed))
    throw InputError(fmt::format("a step of {:.4g} s is too long for this liquid; {:.4g} s is stable", step_, stable));
  for (const LiquidParticle& p : system.particles) particles_.add(p.position, p.velocity, tait_.excess(p.pressure));
  begin();
}

void LiquidStepper::begin() {
  walls_.move_to(time());
  find_neighbours();
  press_walls();
  accelerate(0.5 * step_);
  supplied_ = energy();
  move_balls_on(0.5 * step_);
}

// A lattice that does not fit its vessel is pressed together here and there, and would burst: what settles is slow.
void LiquidStepper::settle(double duration) {
  const auto steps = static_cast<std::int64_t>(std::ceil(duration / step_));
  brake_ = std::exp(-kBrake * step_ * std::sqrt(length(gravity_) / (10 * settings_.spacing)));
  fastest_ = std::sqrt(2 * length(gravity_) * kSettleRise * settings_.spacing);
  for (std::int64_t k = 0; k < steps; ++k) take_step();
  brake_ = 1, fastest_ = kUnlimited;
  for (Vec3& v : particles_.velocity) v = {};
  steps_ = 0;
  walls_.move_to(0);
  begin();
}

void LiquidStepper::take_step() {
  move();
  const bool is_braked = brake_ < 1;
  const double before = time();
  ++steps_;
  if (!is_braked) {
    move_balls(before);
    walls_.move_to(time());
  }
  hold();
  if (!is_braked) pour(before);
  if (lists_are_old())
    find_neighbours();
  else
    neighbours_.copy_to_images(particles_.position);
  press_walls();
  accelerate(step_);
  move_balls_on(step_);
  if (!is_braked) supplied_ += step_ * walls_.power();
}

void LiquidStepper::move() {
  for_blocks(particles_.size(), [&](std::size_t block, std::size_t first, std::size_t end) {
    const MoveFound found = move_on(particles_, first, end, step_, grid_, tait_, neighbours_.rows().data());
    found_[block] = {found.is_lost, false, found.largest};
    drifts_[block] = found.drift;
    const double to_way = step_ / settings_.spacing;
    neighbours_.moved(block, {to_way * found.moving.low, to_way * found.moving.high});
  });
  look_at_extremes();
}

PairScale LiquidStepper::scale_now() const {
  PairExtremes largest = largest_;
  largest.see(walls_.extremes());
  return pair_scale(numbers_, largest);
}

void LiquidStepper::look_at_extremes() {
  largest_ = {};
  for (const Found& found : found_) largest_.see(found.largest);
}

void LiquidStepper::move_balls(double before) {
  balls_.move(step_, before);
  for (std::size_t b = 0; b < balls_.all().size(); ++b) {
    const LiquidBalls::Ball& ball = balls_.all()[b];
    walls_.tell_ball(static_cast<int>(b), ball.position, ball.velocity, ball.acceleration);
  }
}

void LiquidStepper::hold() {
  guards_.hold(particles_.position, particles_.velocity, mass_, step_, walls_);
  for (const WallGuards::Held& held : guards_.held()) {
    set_motion(held.row);
    if (held.way == 0) continue;
    set_place(held.row);
    const std::size_t block = held.row / NearLists::kBlock;
    drifts_[block].see(particles_.position[held.row] - particles_.listed_at[held.row]);
    neighbours_.put_back(block, held.way / settings_.spacing);
  }
  supplied_ += guards_.work();
  for (std::size_t b = 0; b < balls_.all().size() && brake_ == 1; ++b)
    balls_.all()[b].velocity += guards_.impulse_on_ball(b) / balls_.all()[b].mass;
}

void LiquidStepper::pour(double before) {
  std::vector<LiquidParticle> fresh;
  taps_.pour(before, time(), gravity_, fresh);
  for (const LiquidParticle& p : fresh) {
    particles_.add(p.position, p.velocity, tait_.excess(p.pressure));
    supplied_ += mass_ * energy_of(p.position, p.velocity, 0);
  }
}

bool LiquidStepper::lists_are_old() const {
  if (particles_.listed_at.size() != particles_.size()) return true;
  return std::ranges::any_of(found_, &Found::is_lost) || age_.are_old(drifts_, walls_.travelled());
}

void LiquidStepper::find_neighbours() {
  drop_those_outside();
  particles_.take_order(neighbours_.sort(particles_.position));
  particles_.listed_at = particles_.position;
  age_.begin(particles_.listed_at, period_ > 0);
  walls_.sort(static_cast<double>(numbers_.wall_reach));
  neighbours_.list(particles_.position, walls_);
  walls_.find_active(neighbours_.of_walls());
  set_rows();
  guards_.post(particles_.position, neighbours_.rows(), neighbours_.near_walls(), walls_);
}

void LiquidStepper::drop_those_outside() {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    Vec3& place = particles_.position[i];
    if (period_ > 0) place.y -= period_ * std::floor(place.y / period_);
    if (is_inside(bounds_, place)) kept.push_back(static_cast<std::uint32_t>(i));
    has_burst_ = has_burst_ || !is_finite(place);
  }
  if (kept.size() == particles_.size()) return;
  particles_.gone += static_cast<std::int64_t>(particles_.size() - kept.size());
  particles_.take_order(kept);
}

// All rows anew, once there are lists.
void LiquidStepper::set_rows() {
  const std::size_t rows = particles_.size();
  sums_.resize(rows), surroundings_.resize(rows);
  found_.assign((rows + NearLists::kBlock - 1) / NearLists::kBlock, {});
  drifts_.resize(found_.size());
  for_blocks(rows, [&](std::size_t b, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      set_place(i), set_motion(i);
      found_[b].largest.see(neighbours_.rows()[i]);
    }
  });
  look_at_extremes();
  neighbours_.copy_to_images(particles_.position);
}

void LiquidStepper::set_place(std::size_t i) {
  const double rho = settings_.density * (1 + particles_.excess[i]);
  LiquidRow& row = neighbours_.rows()[i];
  row.place = grid_.row(particles_.position[i], tait_.pressure(particles_.excess[i]) / (rho * rho));
  row.motion.excess = static_cast<float>(particles_.excess[i]);
}

// As it will be half a step from now if it goes on to change as it did.
void LiquidStepper::set_motion(std::size_t i) {
  const Vec3 v = particles_.velocity[i] + step_ * particles_.acceleration[i];
  neighbours_.rows()[i].motion = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
                                  static_cast<float>(particles_.excess[i])};
}

void LiquidStepper::press_walls() {
  const LiquidRow* liquid = neighbours_.rows().data();
  walls_.press(liquid, neighbours_.of_walls(), gravity_, tait_, numbers_);
  walls_.weigh(liquid, neighbours_.of_walls(), numbers_, mass_);
}

void LiquidStepper::accelerate(double step) {
  const PairScale scale = scale_now();
  const bool is_bounded = (steps_ + 1) % kBoundEvery == 0;
  for_blocks(particles_.size(), [&](std::size_t b, std::size_t first, std::size_t end) {
    sum_pairs(neighbours_.short_block(b, walls_, 2 * settings_.smoothing), numbers_, scale, sums_.data() + first,
              is_bounded ? surroundings_.data() + first : nullptr);
    kick_block(b, first, end, scale, step);
    for (std::size_t i = first; i < end && is_bounded; ++i)
      particles_.excess[i] = bounded_excess(particles_.excess[i], surroundings_of(surroundings_[i], numbers_));
  });
  for (const Found& found : found_) has_burst_ = has_burst_ || found.is_crowded;
}

void LiquidStepper::kick_block(std::size_t block, std::size_t first, std::size_t end, const PairScale& scale,
                               double step) {
  const double by_push = numbers_.acceleration / static_cast<double>(scale.push),
               by_rate = numbers_.rate / static_cast<double>(scale.rate);
  std::int32_t most = 0;
  for (std::size_t i = first; i < end; ++i) {
    const FourSums& sum = sums_[i].push;
    const Vec3 pushed{static_cast<double>(sum.x), static_cast<double>(sum.y), static_cast<double>(sum.z)};
    particles_.acceleration[i] = gravity_ + by_push * pushed;
    particles_.rate[i] = by_rate * sums_[i].rate;
    particles_.neighbours[i] = static_cast<float>(sum.w - 1);
    most = std::max(most, sum.w);
  }
  found_[block].is_crowded = most > PairScale::kMostNeighbours;
  for (std::size_t i = first; i < end; ++i)
    particles_.velocity[i] = brake_ * (particles_.velocity[i] + step * particles_.acceleration[i]);
  if (fastest_ == kUnlimited) return;
  for (std::size_t i = first; i < end; ++i) {
    Vec3& velocity = particles_.velocity[i];
    if (const double squared = dot(velocity, velocity); squared > fastest_ * fastest_)
      velocity *= fastest_ / std::sqrt(squared);
  }
}

void LiquidStepper::move_balls_on(double step) {
  if (brake_ < 1) return;
  for (std::size_t b = 0; b < balls_.all().size(); ++b) {
    LiquidBalls::Ball& ball = balls_.all()[b];
    ball.acceleration = gravity_ + walls_.force_on_ball(static_cast<int>(b)) / ball.mass;
    ball.velocity += step * ball.acceleration;
  }
}

void LiquidStepper::move_wall(int wall, const WallMotion& motion) {
  walls_.tell(wall, motion, time());
  balls_.tell(wall, motion, time());
}

Vec3 LiquidStepper::momentum() const {
  Vec3 sum;
  for (std::size_t i = 0; i < particles_.size(); ++i) sum += velocity_now(i);
  return mass_ * sum;
}

double LiquidStepper::energy_of(const Vec3& place, const Vec3& velocity, double excess) const {
  return 0.5 * dot(velocity, velocity) - dot(gravity_, place - bounds_.low) + tait_.energy(excess);
}

double LiquidStepper::energy() const {
  if (has_burst_) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::size_t i = 0; i < particles_.size(); ++i)
    sum += energy_of(particles_.position[i], velocity_now(i), particles_.excess[i]);
  sum *= mass_;
  for (const LiquidBalls::Ball& ball : balls_.all())
    sum += ball.mass * energy_of(ball.position, ball.velocity - (0.5 * step_) * ball.acceleration, 0);
  return sum;
}

void LiquidStepper::archive(StateArchive& state) {
  state.fields(steps_, has_burst_, supplied_, particles_, walls_, balls_, guards_);
  if (!state.is_loading()) return;
  neighbours_.sort(particles_.listed_at);
  neighbours_.list(particles_.listed_at, walls_);
  age_.begin(particles_.listed_at, period_ > 0);
  walls_.find_active(neighbours_.of_walls());
  set_rows();
}

}  // namespace resound
