#include "motion/liquid/liquid_motion.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kTick = 0.001;         // [s]  walls go straight on for so long; then it is seen
constexpr double kWatchStep = 0.00025;  // [s]  the watch looks at least so often

SplashSite site_of(const LiquidSetup& setup, int object, double lookahead) {
  SplashSite site{object, setup.basins, setup.wall_objects, lookahead};
  for (std::size_t b = 0; b < site.basins.size(); ++b) {
    const Pose& pose = setup.system.walls[static_cast<std::size_t>(setup.basin_walls[b])].motion.pose;
    site.basins[b].bottom = pose.to_world(site.basins[b].bottom);
  }
  return site;
}

// Only bodies ring.
std::vector<int> those_that_ring(const Scene& scene, std::vector<int> walls) {
  for (int& wall : walls)
    if (wall >= 0 && !std::holds_alternative<Body>(scene.objects[static_cast<std::size_t>(wall)].kind)) wall = -1;
  return walls;
}

}  // namespace

LiquidMotion::LiquidMotion(const Scene& scene, const PreparedBodies& bodies, int object)
    : scene_(std::make_shared<Scene>(scene)), object_(object), setup_(set_up_liquid(scene, bodies, object)) {
  const auto& liquid = std::get<Liquid>(scene.objects[static_cast<std::size_t>(object)].kind);
  solver_ = std::make_unique<LiquidSolver>(setup_.system);
  setup_.system.particles.clear();
  if (liquid.settle > 0) solver_->settle(liquid.settle);
  const auto make_watch = [&](double lookahead) {
    SplashSite site = site_of(setup_, object, lookahead);
    site.wall_object = those_that_ring(scene, setup_.wall_objects);
    return std::make_unique<SplashWatch>(liquid.sound, liquid.matter, scene.seed, std::move(site));
  };
  lookahead_ = kTick * std::ceil(make_watch(0)->latency() / kTick + 1);
  watch_ = make_watch(lookahead_);
  watched_every_ = std::max(1, static_cast<int>(kWatchStep / solver_->step()));
  see();
}

void LiquidMotion::take_tick() {
  const double now = static_cast<double>(ticks_) * kTick, next = now + kTick;
  for (std::size_t w = 0; w < setup_.wall_objects.size(); ++w)
    solver_->move_wall(static_cast<int>(w), wall_motion(*scene_, setup_.wall_objects[w], now, next));
  for (std::size_t b = 0; b < setup_.basins.size(); ++b) {
    const int object = setup_.wall_objects[static_cast<std::size_t>(setup_.basin_walls[b])];
    watch_->move_basin(b, wall_motion(*scene_, object, now, next).pose.to_world(setup_.basins[b].bottom));
  }
  solver_->advance(next, watched_every_, [&](const LiquidView& view) { watch_->observe(view, balls_now()); });
  ++ticks_;
  see();
}

std::span<const SplashBall> LiquidMotion::balls_now() {
  balls_.clear();
  for (std::size_t b = 0; b < setup_.ball_objects.size(); ++b) {
    const auto& ball = std::get<Ball>(scene_->objects[static_cast<std::size_t>(setup_.ball_objects[b])].kind);
    const LiquidSolver::BallNow now = solver_->ball(static_cast<int>(b));
    balls_.push_back({now.position, now.velocity, ball.radius, ball.is_rough});
  }
  return balls_;
}

void LiquidMotion::see() {
  const LiquidView view = solver_->view();
  Sight sight{static_cast<double>(ticks_) * kTick,
              {view.positions.begin(), view.positions.end()},
              {view.velocities.begin(), view.velocities.end()},
              {view.crowding.begin(), view.crowding.end()},
              {}};
  for (std::size_t b = 0; b < setup_.ball_objects.size(); ++b)
    sight.balls.push_back(solver_->ball(static_cast<int>(b)).position);
  sights_.push_back(std::move(sight));
}

void LiquidMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  while (static_cast<double>(ticks_) * kTick < block.end() + lookahead_) take_tick();
  while (sights_.size() > 1 && sights_[1].time <= block.begin()) sights_.pop_front();
  const std::size_t impacts = events.impacts.size(), bubbles = events.bubbles.size();
  watch_->release(block, events);
  picture_.keep(events, impacts, bubbles, block.begin());
  events.health.push_back(
      {object_, solver_->energy(), solver_->energy_supplied(), solver_->step(), solver_->stable_step(),
       "raise fastest_m_per_s to the fastest that anything moves in the scene, or use a smaller step_s"});
}

void LiquidMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const double now = rate.seconds(static_cast<double>(sample));
  const auto later = std::ranges::find_if(sights_, [&](const Sight& s) { return s.time > now; });
  const Sight& sight = later == sights_.begin() ? *later : *std::prev(later);
  for (std::size_t b = 0; b < setup_.ball_objects.size(); ++b) {
    const int object = setup_.ball_objects[b];
    const auto& ball = std::get<Ball>(scene_->objects[static_cast<std::size_t>(object)].kind);
    shapes.push_back({object, SphereForm{{{sight.balls[b], ball.radius}}}, {}, ball.material.look});
  }
  const auto& liquid = std::get<Liquid>(scene_->objects[static_cast<std::size_t>(object_)].kind);
  std::vector<Vec3> positions = sight.positions;  // a moment ago
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] += (now - sight.time) * sight.velocities[i];
  const LiquidPicture::Particles particles{now, setup_.system.settings.spacing, positions, sight.velocities};
  if (liquid.shows_events)
    picture_.show_events(particles, object_, shapes);
  else
    picture_.show_skin(particles, object_, liquid.look, shapes);
}

void LiquidMotion::archive(StateArchive& state) {
  std::uint64_t count = sights_.size();
  state.fields(*solver_, *watch_, ticks_, picture_, count);
  if (state.is_loading()) sights_.assign(count, {});
  for (Sight& sight : sights_) state.fields(sight);
}

}  // namespace resound
