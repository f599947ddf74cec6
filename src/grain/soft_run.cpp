#include "grain/soft_run.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace resound {
namespace {

constexpr std::size_t kLongBlock = 1000;  // [balls]  a step of more lasts longer than a team waits for a part
constexpr double kWornSkin = 0.6;         // [1]  what is left then does not last long enough to wait for more

// Blocks are as few as keep some threads busy: what lies across their borders is computed twice.
int blocks_for(std::size_t balls) {
  constexpr int kSmallest = 250, kLargest = 5000;  // balls
  const int n = static_cast<int>(balls);
  return std::max({1, std::min(4, n / kSmallest), n / kLargest});
}

}  // namespace

SoftRun::SoftRun(const GrainSystem& system, const SoftSettings& settings) : model_(system, settings) {
  for (const Wall& wall : system.walls) walls_.emplace_back(wall);
  place(system);
  blocks_.resize(static_cast<std::size_t>(blocks_for(now().balls.size())));
  if (const int threads = std::min(thread_limit(), static_cast<int>(blocks_.size())); threads > 1)
    team_ = std::make_unique<SpinTeam>(threads);
}

void SoftRun::place(const GrainSystem& system) {
  SoftState& state = state_[0];
  const Vec3 half_fall = 0.5 * model_.scale.step * model_.gravity;
  for (std::size_t g = 0; g < system.grains.size(); ++g) {
    const Grain& grain = system.grains[g];
    const SoftModel::Kind& kind = model_.kinds[grain.kind];
    order_.first_ball.push_back(static_cast<int>(state.balls.size()));
    order_.grain.push_back(static_cast<int>(g));
    order_.kind.push_back(grain.kind);
    const Vec3 velocity = grain.velocity - half_fall;
    for (std::size_t k = 0; k < kind.types.size(); ++k) {
      const Vec3 arm = grain.rotation * kind.offsets[k];
      state.balls.push_back({grain.position + arm, model_.types[kind.types[k]].radius,
                             velocity + cross(grain.spin, arm), static_cast<double>(kind.types[k])});
      state.spins.push_back({grain.spin, 0});
      order_.body.push_back(static_cast<int>(g));
      order_.ball.push_back(static_cast<int>(order_.ball.size()));
    }
    fastest_ = std::max(fastest_, length(velocity));
    if (!model_.clumps) continue;
    const Vec3 w = grain.rotation.inverse() * grain.spin;
    const Vec3 momentum{kind.inertia.x * w.x, kind.inertia.y * w.y, kind.inertia.z * w.z};
    state.bodies.push_back({grain.position, velocity, grain.rotation * momentum, grain.rotation});
  }
  order_.first_ball.push_back(static_cast<int>(state.balls.size()));
  order_.find_balls();
  state_[1] = state;
}

void SoftRun::step(double time) {
  if (begun_) current_ = 1 - current_;
  begun_ = true;
  double walls_fastest = 0;
  for (SoftWall& wall : walls_) {
    wall.go_to(time);
    walls_fastest = std::max(walls_fastest, wall.fastest(reach_));
  }
  // The fastest ball most often only rattles: before all are sorted, how far they have really got is looked up.
  if (travelled_ > skin_) {
    if (travelled_ < kFar) travelled_ = 2 * farthest() + walls_way_;
    if (travelled_ > kWornSkin * skin_) sort();
  }
  const SoftBlock::Step step{model_, walls_, order_, state_[current_], state_[1 - current_], time};
  const auto advance = [&](std::size_t b) { blocks_[b].advance(step); };
  if (!team_)
    for (std::size_t b = 0; b < blocks_.size(); ++b) advance(b);
  else if (now().balls.size() > kLongBlock * blocks_.size())
    team_->run_long(blocks_.size(), advance);
  else
    team_->run(blocks_.size(), advance);
  if (model_.clumps) blows_.step(step, blocks_);
  fastest_ = 0;
  for (const SoftBlock& block : blocks_) {
    fastest_ = std::max(fastest_, block.fastest);
    work_ += block.work;
  }
  walls_way_ += model_.scale.step * walls_fastest;
  travelled_ += model_.scale.step * (2 * fastest_ + walls_fastest);
}

double SoftRun::farthest() const {
  double squared = 0;
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const Vec3 way = now().balls[i].position - sorted_[i];
    squared = std::max(squared, dot(way, way));
  }
  return std::sqrt(squared);
}

void SoftRun::archive(StateArchive& state) {
  const std::size_t balls = now().balls.size();
  state.fields(state_[0], state_[1], order_, current_, begun_, skin_, travelled_, fastest_, work_, reach_, walls_way_,
               sorted_);
  for (SoftWall& wall : walls_) wall.archive(state);
  for (SoftBlock& block : blocks_) block.archive(state);
  blows_.archive(state);
  if (now().balls.size() != balls || next().balls.size() != balls || order_.ball.size() != balls)
    throw InputError("the checkpoint is damaged: it belongs to other grains");
}

}  // namespace resound
