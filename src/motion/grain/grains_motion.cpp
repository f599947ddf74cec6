#include "motion/grain/grains_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "grain/event_driven.h"
#include "grain/grain_checks.h"
#include "grain/soft_grains.h"
#include "motion/grain/free_start.h"
#include "motion/grain/grain_start.h"
#include "motion/grain/grain_strikes.h"
#include "motion/grain/wall_motions.h"

namespace resound {
namespace {

// Softer and coarser than the solver's own choice: a pour takes an eighth of the time, and its collisions are the same
// within statistics (tests/render/pour_test.cpp).
constexpr SoftSettings kSoft{.overlap = 0.03, .steps_per_contact = 16};

constexpr double kTypicalSpeed = 0.1;    // [m/s]  of collisions in a flow, for their restitution
constexpr double kFlowInterval = 0.004;  // [s]  between two looks at how grains move
constexpr double kHorizon = 0.0002;      // [s]  short beside the time between two collisions of a grain in a heap

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The balls of a clump overlap: clear ones would show what is inside. They are cast of glossy stuff instead.
Look look_of(const Grains& grains) {
  Look look = grains.material.look;
  if (grains.shape != GrainShape::ball && look.finish == Finish::glass) look.finish = Finish::ceramic;
  return look;
}

}  // namespace

GrainsMotion::GrainsMotion(const Scene& scene, const PreparedBodies& bodies)
    : scene_(std::make_shared<Scene>(scene)), sorts_(grain_sorts(scene)), heard_(scene.unheard.slower) {
  GrainSystem system;
  system.kinds = sorts_.kinds;
  bool is_soft = false;
  for (int object = 0; object < static_cast<int>(scene.objects.size()); ++object) {
    const auto* grains = std::get_if<Grains>(&scene.objects[at(object)].kind);
    if (!grains) continue;
    const auto first = std::ranges::find(sorts_.object_of_kind, object) - sorts_.object_of_kind.begin();
    const auto sizes = static_cast<std::size_t>(std::ranges::count(sorts_.object_of_kind, object));
    const std::vector<Grain> fill =
        loose_fill(*grains, std::span(sorts_.kinds).subspan(static_cast<std::size_t>(first), sizes),
                   static_cast<int>(first), scene.seed, object);
    system.grains.insert(system.grains.end(), fill.begin(), fill.end());
    if (grains->count == 0) continue;
    lead_ = std::max(lead_, grains->settle);
    is_soft = grains->method == GrainMethod::soft;  // all of them have the same
    if (grains->collisions == CollisionSourceKind::resampled)
      sampled_ = std::make_unique<SampledCollisions>(
          ResampleSettings{.window = grains->window, .cell = grains->cell, .seed = scene.seed + (grains->chance << 32)},
          scene, sorts_);
  }
  system.walls = walls_of(scene, bodies, sorts_);
  for (const Grain& grain : system.grains) kind_of_.push_back(grain.kind);
  resting_ = std::make_unique<RestingGrains>(sorts_, system.walls);
  make_flow(system, is_soft);
  check(system);
  require_free_start(system, sorts_, scene);
  if (is_soft)
    solver_ = std::make_unique<SoftGrains>(system, kSoft);
  else
    solver_ = std::make_unique<EventDrivenGrains>(system);
}

double GrainsMotion::settle(double seconds) {
  if (settled_ < lead_) {
    settled_ = std::min(lead_, settled_ + seconds);
    solver_->advance(settled_, [](const Collision&) {});
  }
  return lead_ - settled_;
}

// Slower collisions than the solver of hard grains tells of are not made either; that of soft ones tells of all.
void GrainsMotion::make_flow(const GrainSystem& system, bool is_soft) {
  for (const Object& object : scene_->objects) {
    const auto* grains = std::get_if<Grains>(&object.kind);
    if (!grains || grains->count == 0 || grains->collisions != CollisionSourceKind::databank) continue;
    for (const int kind : kind_of_) diameters_.push_back(2 * sorts_.kinds[at(kind)].radius);
    const double mean = std::reduce(diameters_.begin(), diameters_.end()) / static_cast<double>(diameters_.size());
    const Restitution& restitution = sorts_.kinds[at(kind_of_.front())].surface.restitution;
    flow_ = std::make_unique<FlowCollisions>(FlowSettings{.cell = std::max(grains->cell, 3 * mean),
                                                          .restitution = restitution.at(kTypicalSpeed),
                                                          .slowest = std::sqrt(kGravity * mean) / (is_soft ? 50 : 10),
                                                          .horizon = kHorizon,
                                                          .most_per_second = std::numeric_limits<double>::infinity(),
                                                          .seed = scene_->seed + (grains->chance << 32)},
                                             sorts_, system.walls);
    return;
  }
}

// On straight ways from block to block: each begins where the last one ended, and no wall jumps into a grain.
void GrainsMotion::move_walls(const TimeBlock& block) {
  for (std::size_t w = 0; w < sorts_.walls.size(); ++w)
    solver_->move_wall(static_cast<int>(w), wall_motion(*scene_, sorts_.walls[w], block.begin(), block.end()));
}

void GrainsMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  settle(lead_);  // whatever nobody has asked for
  heard_.begin_block();
  frames_.clear();
  if (sampled_ || flow_)
    take_by_chance(block);
  else
    advance_exactly(block);
  strike_walls(heard_.all(), kind_of_, sorts_, events.contacts);
  const Resting& resting = resting_at(block.begin());
  events.grains = {heard_.all(), kind_of_, heard_.slow(), resting.loads, resting.change};
}

void GrainsMotion::take_by_chance(const TimeBlock& block) {
  run_ahead(block);
  taken_.clear();
  if (sampled_) sampled_->take(block.begin(), block.end(), taken_);
  if (flow_) flow_->take(block.begin(), block.end(), taken_);
  for (const Collision& collision : taken_) heard_.add(collision);
}

void GrainsMotion::look_who_rests(const TimeBlock& block) {
  if (!resting_->is_due(block.begin())) return;
  resting_->look(block.begin(), block.end(), solver_->positions(), solver_->velocities(), kind_of_,
                 wall_motions(*scene_, sorts_, block.begin(), block.end()));
  rested_.push_back({block.begin(), resting_->change(), {resting_->loads().begin(), resting_->loads().end()}});
}

// A solver that runs ahead has seen what rests later: a container damped before the grains are there would be too soft.
const GrainsMotion::Resting& GrainsMotion::resting_at(double time) {
  static const Resting kNone;
  while (rested_.size() > 1 && rested_[1].time <= time) rested_.erase(rested_.begin());
  return rested_.empty() ? kNone : rested_.front();
}

GrainsMotion::Frame GrainsMotion::frame_now(SampleIndex sample) const {
  return {sample,
          {solver_->positions().begin(), solver_->positions().end()},
          {solver_->rotations().begin(), solver_->rotations().end()}};
}

void GrainsMotion::advance_exactly(const TimeBlock& block) {
  move_walls(block);
  const auto keep = [&](Collision collision) {
    collision.time -= lead_;
    heard_.add(collision);
  };
  for (const SampleIndex frame : block.frames) {
    solver_->advance(lead_ + block.rate.seconds(static_cast<double>(frame)), keep);
    frames_.push_back(frame_now(frame));
  }
  solver_->advance(lead_ + block.end(), keep);
  look_who_rests(block);
}

double GrainsMotion::delay() const { return sampled_ ? sampled_->delay() : 3 * kFlowInterval; }

// Every few milliseconds the flow is told where the grains are and how fast. Who reaches a wall is asked in each block:
// between it and others a grain bounces to and fro, and is told of once a look.
void GrainsMotion::show_flow(const TimeBlock& next) {
  const int blocks = std::max(1, static_cast<int>(kFlowInterval * next.rate.hz / next.count));
  const FlowFrame frame{next.begin(), solver_->positions(), solver_->velocities(), diameters_};
  if (next.first / next.count % blocks == 0) flow_->add(frame);
  flow_->look_at_walls(frame, next.end() - next.begin(), wall_motions(*scene_, sorts_, next.begin(), next.end()));
}

void GrainsMotion::run_ahead(const TimeBlock& block) {
  while (block.rate.seconds(static_cast<double>(ahead_)) < block.end() + delay()) {
    if (waiting_.empty()) waiting_.push_back(frame_now(ahead_));
    const TimeBlock next{ahead_, block_length(block.rate), block.rate, {}};
    if (flow_) show_flow(next);
    move_walls(next);
    solver_->advance(lead_ + next.end(), [&](Collision collision) {
      collision.time -= lead_;
      if (sampled_) sampled_->add(collision, kind_of_);
    });
    if (sampled_) sampled_->pass(next.end());
    look_who_rests(next);
    ahead_ = next.last();
    waiting_.push_back(frame_now(ahead_));
  }
  for (const SampleIndex frame : block.frames) frames_.push_back(frame_between(frame));
  const auto is_over = [&](const Frame& frame) { return frame.sample + block_length(block.rate) < block.last(); };
  std::erase_if(waiting_, is_over);
}

// Straight on between the two around it, which are a block apart.
GrainsMotion::Frame GrainsMotion::frame_between(SampleIndex sample) const {
  const auto after = std::ranges::upper_bound(waiting_, sample, {}, &Frame::sample);
  const Frame& from = after == waiting_.begin() ? *after : *(after - 1);
  const Frame& to = after == waiting_.end() ? from : *after;
  Frame frame = from;
  frame.sample = sample;
  if (to.sample == from.sample) return frame;
  const double part = static_cast<double>(sample - from.sample) / static_cast<double>(to.sample - from.sample);
  for (std::size_t i = 0; i < frame.positions.size(); ++i)
    frame.positions[i] += part * (to.positions[i] - from.positions[i]);
  return frame;
}

void GrainsMotion::depict(SampleIndex sample, SampleRate, std::vector<Shape>& shapes) const {
  const auto frame = std::ranges::find(frames_, sample, &Frame::sample);
  if (frame == frames_.end()) return;
  for (int object = 0; object < static_cast<int>(scene_->objects.size()); ++object) {
    const auto* grains = std::get_if<Grains>(&scene_->objects[at(object)].kind);
    if (!grains) continue;
    SphereForm form;
    for (std::size_t i = 0; i < kind_of_.size(); ++i) {
      if (sorts_.object_of_kind[at(kind_of_[i])] != object) continue;
      const GrainKind& kind = sorts_.kinds[at(kind_of_[i])];
      if (!kind.is_clump()) form.spheres.push_back({frame->positions[i], kind.radius});
      for (const ClumpBall& ball : kind.balls)
        form.spheres.push_back({frame->positions[i] + frame->rotations[i] * ball.offset, ball.radius});
    }
    shapes.push_back({object, std::move(form), {}, look_of(*grains)});
  }
}

void GrainsMotion::archive(StateArchive& state) {
  state.fields(settled_);
  solver_->archive(state);
  state.fields(*resting_, rested_);
  if (sampled_) state.fields(*sampled_, ahead_, waiting_);
  if (flow_) state.fields(*flow_, ahead_, waiting_);
}

}  // namespace resound
