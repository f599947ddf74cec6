#include "liquid/liquid_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "liquid/density_bounds.h"
#include "liquid/liquid_balls.h"
#include "liquid/liquid_taps.h"
#include "liquid/liquid_walls.h"
#include "liquid/near_lists.h"
#include "liquid/wall_guards.h"
#include "liquid/wendland.h"

namespace resound {
namespace {

constexpr double kCourant = 0.4;     // [1]   of h / c0
constexpr double kMayExceed = 1e-9;  // [1]   by which a given step may be above the bound: round-off
constexpr double kBrake = 5;         // [1/s] per sqrt(g / dx) …  see settle()
constexpr int kBoundEvery = 4;       // [steps]
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

template <class T>
void put_in_order(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
  std::vector<T> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = values[order[i]];
  values = std::move(sorted);
}

bool is_inside(const Box& box, const Vec3& p) {
  return p.x >= box.low.x && p.y >= box.low.y && p.z >= box.low.z && p.x <= box.high.x && p.y <= box.high.y &&
         p.z <= box.high.z;
}

PlaceGrid grid_for(const LiquidSystem& system) {
  const Vec3 size = system.bounds.high - system.bounds.low;
  const double farthest = 0.5 * std::max({size.x, size.y, size.z}) + 8 * system.settings.spacing;
  return {std::max(std::ldexp(system.settings.spacing, -20), farthest / PlaceGrid::kFarthest), system.bounds.middle()};
}

PairNumbers numbers_for(const LiquidSettings& s, const PlaceGrid& grid) {
  const Wendland kernel{s.smoothing * s.spacing};
  const double h = kernel.h, volume = s.spacing * s.spacing * s.spacing;
  PairNumbers n;
  n.half_per_unit = static_cast<float>(grid.unit / (2 * h));
  n.reach = static_cast<float>((kernel.reach() + s.reach_margin * s.spacing) / grid.unit);
  n.viscous = static_cast<float>(s.viscosity * s.sound_speed * h / (s.density * grid.unit));
  n.softening = static_cast<float>(0.01 * h * h / (grid.unit * grid.unit));
  n.unit = static_cast<float>(grid.unit);
  n.spread = static_cast<float>(2 * s.diffusion * h * s.sound_speed);
  n.acceleration = s.density * volume * kernel.slope() * grid.unit;
  n.rate = -volume * kernel.slope();
  n.fullness = volume * kernel.peak();
  n.onesidedness = volume * kernel.slope() * h * grid.unit;
  return n;
}

// Neighbours within reach in a cubic lattice, itself left out.
double neighbours_in_bulk(double smoothing) {
  int count = 0;
  for (int i = -4; i <= 4; ++i)
    for (int j = -4; j <= 4; ++j)
      for (int k = -4; k <= 4; ++k) count += i * i + j * j + k * k < 4 * smoothing * smoothing;
  return count - 1;
}

}  // namespace

double stable_liquid_step(const LiquidSettings& settings) {
  return kCourant * settings.smoothing * settings.spacing / settings.sound_speed;
}

class LiquidSolver::Model {
 public:
  explicit Model(const LiquidSystem& system)
      : settings_(system.settings),
        gravity_(system.gravity),
        bounds_(system.bounds),
        period_(system.period),
        tait_{settings_.density, settings_.sound_speed},
        mass_(settings_.density * settings_.spacing * settings_.spacing * settings_.spacing),
        grid_(grid_for(system)),
        numbers_(numbers_for(settings_, grid_)),
        bulk_(neighbours_in_bulk(settings_.smoothing)),
        walls_(system, grid_),
        balls_(system),
        taps_(system),
        guards_(system) {
    const double stable = stable_liquid_step(settings_);
    step_ = settings_.step > 0 ? settings_.step : stable;
    if (step_ > stable * (1 + kMayExceed))
      throw InputError(
          fmt::format("a step of {:.4g} s is too long for this liquid; {:.4g} s is stable", step_, stable));
    for (const LiquidParticle& particle : system.particles) add(particle);
    begin();
  }

  void move_wall(int wall, const WallMotion& motion) {
    walls_.tell(wall, motion, time());
    balls_.tell(wall, motion, time());
  }

  void settle(double duration) {
    const auto steps = static_cast<std::int64_t>(std::ceil(duration / step_));
    brake_ = std::exp(-kBrake * step_ * std::sqrt(length(gravity_) / (10 * settings_.spacing)));
    for (std::int64_t k = 0; k < steps; ++k) take_step();
    brake_ = 1;
    for (Vec3& v : velocity_) v = {};
    steps_ = 0;
    walls_.move_to(0);
    begin();
  }

  void advance(double until, int every, const Watch& watch) {
    const auto last = static_cast<std::int64_t>(std::floor(until / step_ * (1 + 1e-12)));
    while (steps_ < last) {
      take_step();
      if (watch && steps_ % every == 0) watch(view());
    }
  }

  LiquidView view() {
    shown_places_.assign(static_cast<std::size_t>(ever_), {kNotANumber, kNotANumber, kNotANumber});
    shown_velocities_.resize(static_cast<std::size_t>(ever_));
    shown_crowding_.assign(static_cast<std::size_t>(ever_), 0);
    shown_walls_.assign(static_cast<std::size_t>(ever_), -1);
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        const auto number = static_cast<std::size_t>(number_[i]);
        shown_places_[number] = position_[i];
        shown_velocities_[number] = velocity_now(i);
        shown_crowding_[number] = static_cast<float>(std::max(0.0, (neighbours_[i] - 1) / bulk_));
        shown_walls_[number] = touched_wall(i);
      }
    });
    return {time(), settings_.spacing, shown_places_, shown_velocities_, shown_crowding_, shown_walls_};
  }

  double time() const { return static_cast<double>(steps_) * step_; }
  std::size_t size() const { return position_.size(); }
  Vec3 velocity_now(std::size_t i) const { return velocity_[i] - (0.5 * step_) * acceleration_[i]; }

  Vec3 momentum() const {
    Vec3 sum;
    for (std::size_t i = 0; i < size(); ++i) sum += velocity_now(i);
    return mass_ * sum;
  }

  double energy() const {
    if (has_burst_) return kNotANumber;
    double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += energy_of(position_[i], velocity_now(i), excess_[i]);
    sum *= mass_;
    for (const LiquidBalls::Ball& ball : balls_.all()) {
      const Vec3 v = ball.velocity - (0.5 * step_) * ball.acceleration;
      sum += ball.mass * energy_of(ball.position, v, 0);
    }
    return sum;
  }

  void archive(StateArchive& state) {
    state.fields(steps_, ever_, gone_, has_burst_, supplied_, position_, velocity_, acceleration_, excess_, neighbours_,
                 number_, listed_at_, walls_, balls_, guards_);
    if (!state.is_loading()) return;
    set_listed_rows();
    crowd_.cells.sort({places_.data(), size()}, static_cast<double>(numbers_.reach));
    make_lists();
    set_rows();
  }

  LiquidSettings settings_;
  Vec3 gravity_;
  Box bounds_;
  double period_;
  Tait tait_;
  double mass_;  // [kg]  of a particle
  PlaceGrid grid_;
  PairNumbers numbers_;
  double bulk_;  // [1]  neighbours
  double step_ = 0, brake_ = 1;
  LiquidWalls walls_;
  LiquidBalls balls_;
  LiquidTaps taps_;
  WallGuards guards_;

  std::int64_t steps_ = 0;
  std::int64_t ever_ = 0, gone_ = 0;
  bool has_burst_ = false;  // was a place not a number?
  double supplied_ = 0;     // [J]
  // By place, as the lists were made; velocities are half a step ahead.
  std::vector<Vec3> position_, velocity_, acceleration_;
  std::vector<double> excess_;
  std::vector<float> neighbours_;
  std::vector<std::int64_t> number_;
  std::vector<Vec3> listed_at_;  // [m]  where they were then

  NearLists near_, near_walls_, near_of_walls_;

 private:
  void add(const LiquidParticle& particle) {
    position_.push_back(particle.position);
    velocity_.push_back(particle.velocity);
    acceleration_.emplace_back();
    excess_.push_back(tait_.excess(particle.pressure));
    neighbours_.push_back(1);
    number_.push_back(ever_++);
  }

  double energy_of(const Vec3& place, const Vec3& velocity, double excess) const {  // [J/kg]
    return 0.5 * dot(velocity, velocity) - dot(gravity_, place - bounds_.low) + tait_.energy(excess);
  }

  // Velocities are given for now and kept half a step ahead.
  void begin() {
    walls_.move_to(time());
    drop_those_outside();
    find_neighbours();
    set_rows();
    press_walls();
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        acceleration_[i] = acceleration_at(i);
        velocity_[i] += (0.5 * step_) * acceleration_[i];
        neighbours_[i] = density_rate_of(static_cast<std::uint32_t>(i), liquid(), near_.of(i), walls_.rows(),
                                         near_walls_.of(i), numbers_)
                             .neighbours;
      }
    });
    supplied_ = energy();
    set_motions();
    move_balls_on(0.5 * step_);
  }

  void take_step() {
    compress_and_move();
    const bool is_braked = brake_ < 1;
    const double before = time();
    ++steps_;
    if (!is_braked) {
      move_balls(before);
      walls_.move_to(time());
    }
    hold();
    if (!is_braked) pour(before);
    if (lists_are_old()) {
      drop_those_outside();
      find_neighbours();
      set_rows();
    } else {
      set_places();
    }
    if (steps_ % kBoundEvery == 0) bound_densities();
    press_walls();
    accelerate();
    move_balls_on(step_);
    if (!is_braked) supplied_ += step_ * walls_.power();
  }

  void hold() {
    guards_.hold(position_, velocity_, mass_, step_, walls_);
    supplied_ += guards_.work();
    for (std::size_t b = 0; b < balls_.all().size() && brake_ == 1; ++b)
      balls_.all()[b].velocity += guards_.impulse_on_ball(b) / balls_.all()[b].mass;
  }

  void move_balls(double before) {
    balls_.move(step_, before);
    for (std::size_t b = 0; b < balls_.all().size(); ++b) {
      const LiquidBalls::Ball& ball = balls_.all()[b];
      walls_.tell_ball(static_cast<int>(b), ball.position, ball.velocity, ball.acceleration);
    }
  }

  PairRows liquid() const { return {places_.data(), motions_.data(), nullptr}; }

  void compress_and_move() {
    const std::size_t blocks = (size() + NearLists::kBlock - 1) / NearLists::kBlock;
    farthest_.assign(blocks, 0);
    for_blocks(size(), [&](std::size_t block, std::size_t first, std::size_t end) {
      double farthest = 0;
      for (std::size_t i = first; i < end; ++i) {
        const DensityRate rate = density_rate_of(static_cast<std::uint32_t>(i), liquid(), near_.of(i), walls_.rows(),
                                                 near_walls_.of(i), numbers_);
        excess_[i] += step_ * rate.excess;
        neighbours_[i] = rate.neighbours;
        position_[i] += step_ * velocity_[i];
        const Vec3 way = position_[i] - listed_at_[i];
        farthest = std::max(farthest, dot(way, way));
      }
      farthest_[block] = std::sqrt(farthest);
    });
  }

  void bound_densities() {
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i)
        excess_[i] = bounded_excess(excess_[i], surroundings_of(static_cast<std::uint32_t>(i), liquid(), near_.of(i),
                                                                walls_.rows(), near_walls_.of(i), numbers_));
    });
    set_places();
  }

  bool lists_are_old() const {
    if (listed_at_.size() != size()) return true;
    double farthest = 0;
    for (const double way : farthest_) {
      if (!(way < 1e300)) return true;
      farthest = std::max(farthest, way);
    }
    return farthest + std::max(farthest, walls_.travelled()) > settings_.reach_margin * settings_.spacing;
  }

  void pour(double before) {
    std::vector<LiquidParticle> fresh;
    taps_.pour(before, time(), gravity_, fresh);
    for (const LiquidParticle& particle : fresh) {
      add(particle);
      supplied_ += mass_ * energy_of(particle.position, particle.velocity, 0);
    }
  }

  void drop_those_outside() {
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < size(); ++i) {
      if (period_ > 0) position_[i].y -= period_ * std::floor(position_[i].y / period_);
      if (is_inside(bounds_, position_[i])) kept.push_back(static_cast<std::uint32_t>(i));
      has_burst_ = has_burst_ || !is_finite(position_[i]);
    }
    if (kept.size() == size()) return;
    gone_ += static_cast<std::int64_t>(size() - kept.size());
    take_order(kept);
  }

  void take_order(const std::vector<std::uint32_t>& order) {
    put_in_order(position_, order), put_in_order(velocity_, order), put_in_order(acceleration_, order);
    put_in_order(excess_, order), put_in_order(neighbours_, order), put_in_order(number_, order);
  }

  void find_neighbours() {
    listed_at_ = position_;
    set_listed_rows();
    const std::vector<std::uint32_t> order =
        crowd_.cells.sort({places_.data(), size()}, static_cast<double>(numbers_.reach));
    take_order(order);
    listed_at_ = position_;
    walls_.sort(static_cast<double>(numbers_.reach));
    make_lists();
    guards_.post(position_, places_, near_walls_, walls_);
  }

  // Copies of particles near the ends of what repeats follow the particles themselves; then rows that are nowhere.
  struct Image {
    std::uint32_t of = 0;
    double shift = 0;  // [m]  along y
  };

  void set_listed_rows() {
    images_.clear();
    const double reach = static_cast<double>(numbers_.reach) * grid_.unit;
    for (std::size_t i = 0; i < size() && period_ > 0; ++i) {
      const double y = listed_at_[i].y;
      if (y < reach) images_.push_back({static_cast<std::uint32_t>(i), period_});
      if (y > period_ - reach) images_.push_back({static_cast<std::uint32_t>(i), -period_});
    }
    const std::size_t rows = size() + images_.size() + kListStep;
    places_.assign(rows, {PlaceGrid::kNowhere, PlaceGrid::kNowhere, PlaceGrid::kNowhere, 0});
    motions_.assign(rows, {});
    for (std::size_t i = 0; i < size(); ++i) places_[i] = grid_.row(listed_at_[i], 0);
  }

  // Cells of the sorted rows are known.
  void make_lists() {
    const std::size_t n = size();
    set_listed_rows();
    crowd_.places.set({places_.data(), n});
    sort_images();
    const auto nowhere = static_cast<std::uint32_t>(n + images_.size());
    const auto nowhere_of_walls = static_cast<std::uint32_t>(walls_.size());
    near_.resize(n), near_walls_.resize(n + images_.size());
    for_blocks(n, [&](std::size_t block, std::size_t first, std::size_t end) {
      near_.begin(block);
      for (std::size_t i = first; i < end; ++i) {
        near_.add(block, places_[i], crowd_, numbers_.reach);
        if (!images_.empty()) near_.add(block, places_[i], image_crowd_, numbers_.reach);
        near_.close(block, nowhere);
      }
    });
    for_blocks(n + images_.size(), [&](std::size_t block, std::size_t first, std::size_t end) {
      near_walls_.begin(block);
      for (std::size_t i = first; i < end; ++i) {
        near_walls_.add(block, places_[i], walls_.crowd(), numbers_.reach);
        near_walls_.shorten(block, walls_.leave_out_unfelt(places_[i], near_walls_.added(block)));
        near_walls_.close(block, nowhere_of_walls);
      }
    });
    near_of_walls_.invert(near_walls_, walls_.size(), nowhere);
    walls_.find_active(near_of_walls_);
  }

  void sort_images() {
    std::vector<PlaceRow> rows;
    for (const Image& image : images_) rows.push_back(grid_.row(listed_at_[image.of] + Vec3{0, image.shift, 0}, 0));
    const std::vector<std::uint32_t> order = image_crowd_.cells.sort(rows, static_cast<double>(numbers_.reach));
    put_in_order(images_, order);
    for (std::size_t k = 0; k < order.size(); ++k) places_[size() + k] = rows[order[k]];
    image_crowd_.places.set({places_.data() + size(), images_.size()});
    image_crowd_.first = static_cast<std::uint32_t>(size());
  }

  void set_places() {
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) set_place(i);
    });
    for (std::size_t k = 0; k < images_.size(); ++k) {
      const Image& image = images_[k];
      places_[size() + k] =
          grid_.row(position_[image.of] + Vec3{0, image.shift, 0}, static_cast<double>(places_[image.of].pressure));
    }
  }
  void set_place(std::size_t i) {
    const double rho = settings_.density * (1 + excess_[i]);
    places_[i] = grid_.row(position_[i], tait_.pressure(excess_[i]) / (rho * rho));
    motions_[i].excess = static_cast<float>(excess_[i]);
  }
  void set_motions() {
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) set_motion(i, velocity_[i]);
    });
    for (std::size_t k = 0; k < images_.size(); ++k) motions_[size() + k] = motions_[images_[k].of];
  }
  void set_motion(std::size_t i, const Vec3& v) {
    motions_[i] = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
                   static_cast<float>(excess_[i])};
  }
  void set_rows() {
    set_places();
    set_motions();
  }

  void press_walls() {
    // images take the new density with them
    for (std::size_t k = 0; k < images_.size(); ++k) motions_[size() + k].excess = motions_[images_[k].of].excess;
    walls_.press(liquid(), near_of_walls_, gravity_, tait_, numbers_);
    walls_.weigh(liquid(), near_of_walls_, numbers_, mass_);
  }

  Vec3 acceleration_at(std::size_t i) const {
    return gravity_ + acceleration_of(static_cast<std::uint32_t>(i), liquid(), near_.of(i), walls_.rows(),
                                      near_walls_.of(i), numbers_);
  }

  void accelerate() {
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) acceleration_[i] = acceleration_at(i);
    });
    for_blocks(size(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        velocity_[i] = brake_ * (velocity_[i] + step_ * acceleration_[i]);
        set_motion(i, velocity_[i]);
      }
    });
    for (std::size_t k = 0; k < images_.size(); ++k) motions_[size() + k] = motions_[images_[k].of];
  }

  void move_balls_on(double step) {
    if (brake_ < 1) return;
    for (std::size_t b = 0; b < balls_.all().size(); ++b) {
      LiquidBalls::Ball& ball = balls_.all()[b];
      ball.acceleration = gravity_ + walls_.force_on_ball(static_cast<int>(b)) / ball.mass;
      ball.velocity += step * ball.acceleration;
    }
  }

  std::int16_t touched_wall(std::size_t i) const {
    double nearest = settings_.spacing;
    int wall = -1;
    for (const std::uint32_t row : near_walls_.of(i)) {
      const PlaceRow &a = places_[i], &b = walls_.rows().place[row];
      const SideRow& side = walls_.rows().side[row];
      const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
      const double facing =
          static_cast<double>(side.x) * x + static_cast<double>(side.y) * y + static_cast<double>(side.z) * z;
      if (facing <= 1) continue;
      const double away = std::sqrt(x * x + y * y + z * z) * grid_.unit - walls_.depth(row);
      if (away >= nearest) continue;
      nearest = away;
      wall = walls_.wall_of(row);
    }
    return static_cast<std::int16_t>(wall);
  }

  std::vector<PlaceRow> places_;
  std::vector<MotionRow> motions_;
  std::vector<Image> images_;
  Crowd crowd_, image_crowd_;
  std::vector<double> farthest_;  // [m]  of each block, since the lists were made
  std::vector<Vec3> shown_places_, shown_velocities_;
  std::vector<float> shown_crowding_;
  std::vector<std::int16_t> shown_walls_;
};

LiquidSolver::LiquidSolver(const LiquidSystem& system) : model_(std::make_unique<Model>(system)) {}
LiquidSolver::~LiquidSolver() = default;
LiquidSolver::LiquidSolver(LiquidSolver&&) noexcept = default;
LiquidSolver& LiquidSolver::operator=(LiquidSolver&&) noexcept = default;

void LiquidSolver::move_wall(int wall, const WallMotion& motion) { model_->move_wall(wall, motion); }
void LiquidSolver::settle(double duration) { model_->settle(duration); }
void LiquidSolver::advance(double until, int every, const Watch& watch) { model_->advance(until, every, watch); }
double LiquidSolver::time() const { return model_->time(); }
double LiquidSolver::step() const { return model_->step_; }
double LiquidSolver::stable_step() const { return stable_liquid_step(model_->settings_); }
LiquidView LiquidSolver::view() { return model_->view(); }
std::size_t LiquidSolver::count() const { return model_->size(); }
std::int64_t LiquidSolver::gone() const { return model_->gone_; }
LiquidSolver::BallNow LiquidSolver::ball(int index) const {
  const LiquidBalls::Ball& ball = model_->balls_.all()[static_cast<std::size_t>(index)];
  return {ball.position, ball.velocity - (0.5 * model_->step_) * ball.acceleration};
}
Vec3 LiquidSolver::force_on_ball(int index) const { return model_->walls_.force_on_ball(index); }
Vec3 LiquidSolver::momentum() const { return model_->momentum(); }
double LiquidSolver::energy() const { return model_->energy(); }
double LiquidSolver::energy_supplied() const { return model_->supplied_; }
double LiquidSolver::excess(std::size_t number) const {
  const auto found = std::ranges::find(model_->number_, static_cast<std::int64_t>(number));
  return found == model_->number_.end() ? kNotANumber
                                        : model_->excess_[static_cast<std::size_t>(found - model_->number_.begin())];
}
double LiquidSolver::wall_pressure_near(const Vec3& place) const {
  double nearest = 1e300, pressure = 0;
  for (std::uint32_t row = 0; row < model_->walls_.size(); ++row) {
    const double away = length(model_->walls_.place(row) - place);
    if (away < nearest) nearest = away, pressure = model_->walls_.pressure(row);
  }
  return pressure;
}
std::size_t LiquidSolver::wall_particles() const { return model_->walls_.size(); }
std::size_t LiquidSolver::listed_pairs() const { return model_->near_.pairs() + model_->near_walls_.pairs(); }
void LiquidSolver::archive(StateArchive& state) { model_->archive(state); }

}  // namespace resound
