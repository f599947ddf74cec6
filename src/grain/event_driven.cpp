#include "grain/event_driven.h"

#include <algorithm>
#include <cmath>

#include "grain/event_driven_model.h"
#include "numerics/nearest_image.h"

namespace resound {
namespace {

constexpr double kStillTouching =
    1e-9;  // [1]  of the diameter: what is farther apart when its time comes has to look again
// Balls from which on something is fetched ahead: fewer are near enough, and to ask for them costs more than it saves.
constexpr int kManyGrains = 25000, kManyNeighbours = 60000;
constexpr int kGrainsAhead = 3, kCellsAhead = 2, kNeighboursAhead = 1;  // bins of the queue
constexpr int kFetchedAtOnce = 2;
constexpr double kCreepOfWalls = 0.01;  // [1]  of the radius: balls this near a wall rest on it

}  // namespace

// ---- the loop ----

void EventDrivenGrains::Model::advance(double until, const CollisionSink& sink) {
  for (EventQueue::Event event = queue_.next(); event.time <= until; event = queue_.next()) {
    now_ = event.time;
    fetch_ahead();
    const Plan& plan = bodies_[event.grain].plan;
    if (plan.first.time <= now_) {
      pair_event(event.grain, sink);
    } else if (plan.wall != Plan::kNoWall) {
      wall_event(event.grain, sink);
    } else {
      cross_event(event.grain);
    }
  }
  time_ = until;
}

// Among many grains, the next event finds nothing of its grain in the cache. What it will need is fetched while others
// are worked on: first the grain itself, then its cells and its partner, then its neighbours.
void EventDrivenGrains::Model::fetch_ahead() {
  if (size() < kManyGrains) return;
  const auto fetch = [](const void* at) { __builtin_prefetch(at); };
  for (int k = 0; k < kFetchedAtOnce; ++k) {
    const int ball = queue_.look_ahead(grains_ahead_, kGrainsAhead);
    if (ball < 0) break;
    fetch(&balls_[ball]);
    fetch(&bodies_[ball]);
    fetch(grid_.place(ball));
    fetch(queue_.place(ball));
    fetch(&changes_[ball]);
  }
  for (int k = 0; k < kFetchedAtOnce; ++k) {
    const int ball = queue_.look_ahead(cells_ahead_, kCellsAhead);
    if (ball < 0) break;
    if (!queue_.is_planned(ball, cells_ahead_)) continue;
    grid_.show_rows(ball, fetch);
    const int partner = bodies_[ball].plan.first.partner;
    if (partner < 0) continue;
    fetch(&bodies_[partner]);
    fetch(grid_.place(partner));
    fetch(&changes_[partner]);
    fetch(queue_.place(partner));
  }
  if (size() < kManyNeighbours) return;
  for (int k = 0; k < kFetchedAtOnce; ++k) {
    const int ball = queue_.look_ahead(neighbours_ahead_, kNeighboursAhead);
    if (ball < 0) break;
    if (!queue_.is_planned(ball, neighbours_ahead_)) continue;
    for (const int other : grid_.near(ball)) fetch(&balls_[other]);
    if (const int partner = bodies_[ball].plan.first.partner; partner >= 0) grid_.show_rows(partner, fetch);
  }
}

// ---- collisions ----

[[gnu::flatten]] void EventDrivenGrains::Model::pair_event(int ball, const CollisionSink& sink) {
  Plan& plan = bodies_[ball].plan;
  if (!is_void(plan.first)) return meet(ball, plan.first.partner, sink);
  // The partner has had another collision, and has then looked out for this ball itself: the second is next.
  if (plan.second.time > now_) {
    plan.first = plan.second;
    if (is_void(plan.first)) plan.first.partner = -1;
    plan.second = {plan.first.time, -1, 0};
  } else {
    plan_pairs(plan, ball, at_time(ball, now_));
  }
  schedule(ball);
}

ImpactSpeeds EventDrivenGrains::Model::speeds(const ImpactRule& rule, double speed, double last) const {
  if (speed < slow_ || speed <= floor_) return {speed, std::max(speed, floor_), 0};
  const double e = now_ - last < contact_time_ ? 1 : rule.restitution(speed);
  return {speed, e * speed, rule.tangential_restitution};
}

void EventDrivenGrains::Model::meet(int first, int second, const CollisionSink& sink) {
  bring(first);
  bring(second);
  FlyingBall &a = balls_[first], &b = balls_[second];
  const Vec3 r = nearest_image(b.position - a.position, period_);
  const double distance = length(r), reach = a.radius + b.radius;
  if (distance - reach > kStillTouching * reach) return predict(first);
  const Vec3 normal = r / distance;
  const double speed = std::max(0.0, dot(a.velocity - b.velocity, normal));

  // Who gives way, and how
  if (b.is_asleep() && speed >= wake_) wake(second);
  BallBody &p = bodies_[first], &q = bodies_[second];
  const ImpactRule& rule = pair_rules_[p.kind * kinds_ + q.kind];
  const ImpactSpeeds s = speeds(rule, speed, std::max(p.last, q.last));
  collide({a.radius, inverse_masses_[p.kind], &a.velocity, &spins_[first]},
          {b.radius, b.is_asleep() ? 0 : inverse_masses_[q.kind], &b.velocity, &spins_[second]}, normal, s,
          rule.friction);
  p.last = q.last = now_;
  ++changes_[first];
  ++collisions_;
  if (speed >= told_) sink({now_, a.position + a.radius * normal, normal, speed, p.name, q.name});

  // What comes next
  const bool on_rigid = b.is_asleep();
  if (!on_rigid) {
    ++changes_[second];
    if (has_come_to_rest(second, speed, false)) {
      fall_asleep(second);
    } else {
      predict(second);
    }
  }
  if (has_come_to_rest(first, speed, on_rigid)) {
    fall_asleep(first);
  } else {
    predict(first);
  }
  if (!woken_.empty()) predict_woken();
}

void EventDrivenGrains::Model::wall_event(int ball, const CollisionSink& sink) {
  const int wall = bodies_[ball].plan.wall;
  if (wall >= 0 && balls_[ball].is_asleep()) wake(ball);
  FlyingBall now = at_time(ball, now_);
  const auto touch =
      wall < 0 ? std::nullopt
               : walls_[wall].touch(now.position, now.velocity, now.radius, now_, kStillTouching * now.radius);
  if (!touch || touch->approach < 0) {  // it was only to look again
    predict(ball);
    return predict_woken();
  }
  balls_[ball] = now;
  BallBody& body = bodies_[ball];
  const ImpactRule& rule = wall_rules_[wall * kinds_ + body.kind];
  const ImpactSpeeds s = speeds(rule, touch->approach, body.last);
  const Vec3 impulse =
      collide_with_wall({now.radius, inverse_masses_[body.kind], &balls_[ball].velocity, &spins_[ball]},
                        touch->wall_velocity, -touch->away, s, rule.friction);
  energy_supplied_ += dot(impulse, touch->wall_velocity);
  body.last = now_;
  ++changes_[ball];
  ++collisions_;
  if (touch->approach >= told_)
    sink({now_, now.position - now.radius * touch->away, -touch->away, touch->approach, body.name, wall_as_body(wall)});
  if (walls_[wall].motion().is_still() && has_come_to_rest(ball, touch->approach, true)) {
    fall_asleep(ball);
  } else {
    predict(ball);
  }
  predict_woken();
}

// ---- cells ----

[[gnu::flatten]] void EventDrivenGrains::Model::cross_event(int ball) {
  const int axis = bodies_[ball].plan.side / 2;
  const int turns = grid_.move(ball, axis, bodies_[ball].plan.side % 2 == 1);
  if (turns != 0) {
    bring(ball);
    Vec3& p = balls_[ball].position;
    (axis == 0 ? p.x : axis == 1 ? p.y : p.z) -= turns * period_;
  }
  Plan& plan = bodies_[ball].plan;
  const FlyingBall now = at_time(ball, now_);
  const bool upward = plan.side % 2 == 1;
  plan_crossing(plan, ball, now);
  plan_walls(plan, ball, now);
  plan_new_pairs(plan, ball, now, axis, upward);
  schedule(ball);
}

// ---- walls ----

void EventDrivenGrains::Model::move_wall(int wall, const WallMotion& motion) {
  WallField& field = walls_[wall];
  if (motion == field.motion() && motion.is_still()) return;
  now_ = time_;
  const auto wake_touching = [&] {
    for (int ball = 0; ball < size(); ++ball) {
      const FlyingBall& b = balls_[ball];
      if (b.is_asleep() && field.touch(b.position, {}, b.radius, now_, kCreepOfWalls * b.radius)) wake(ball);
    }
  };
  wake_touching();
  const bool moved_before = !field.motion().is_still();
  field.move(motion, time_);
  if (!moved_before || motion.is_still()) {
    note_wall(wall);
    mark_cells();
  }
  wake_touching();
  woken_.clear();
  for (int ball = 0; ball < size(); ++ball) predict(ball);
}

// ---- what others see ----

double EventDrivenGrains::Model::energy() const {
  double sum = 0;
  for (int ball = 0; ball < size(); ++ball) {
    const FlyingBall b = at_time(ball, time_);
    const Vec3 spin = spins_[ball];
    sum +=
        (0.5 * dot(b.velocity, b.velocity) + 0.2 * b.radius * b.radius * dot(spin, spin) - dot(gravity_, b.position)) /
        inverse_masses_[bodies_[ball].kind];
  }
  return sum;
}

void EventDrivenGrains::Model::archive(StateArchive& state) {
  state.fields(time_, now_, energy_supplied_, asleep_, collisions_, balls_, bodies_, spins_, changes_, calm_, grid_);
  for (WallField& wall : walls_) {
    WallMotion motion = wall.motion();
    double since = wall.since();
    state.fields(motion, since);
    wall.move(motion, since);
  }
  if (!state.is_loading()) return;
  for (int wall = 0; wall < static_cast<int>(walls_.size()); ++wall) note_wall(wall);
  mark_cells();
  queue_ = EventQueue(size());
  for (int ball = 0; ball < size(); ++ball) schedule(ball);
}

// ---- the face ----

struct EventDrivenGrains::Snapshot {
  bool valid = false;
  std::vector<Vec3> positions, velocities, spins;
};

EventDrivenGrains::EventDrivenGrains(const GrainSystem& system, const EventDrivenSettings& settings)
    : model_(std::make_unique<Model>(system, settings)), snapshot_(std::make_unique<Snapshot>()) {}
EventDrivenGrains::~EventDrivenGrains() = default;

void EventDrivenGrains::move_wall(int wall, const WallMotion& motion) { model_->move_wall(wall, motion); }

void EventDrivenGrains::advance(double until, const CollisionSink& sink) {
  snapshot_->valid = false;
  model_->advance(until, sink);
}

void EventDrivenGrains::look() {
  Snapshot& s = *snapshot_;
  if (s.valid) return;
  const std::size_t count = static_cast<std::size_t>(model_->size());
  s.positions.resize(count);
  s.velocities.resize(count);
  s.spins.resize(count);
  for (int ball = 0; ball < model_->size(); ++ball) {
    const FlyingBall b = model_->at_time(ball, model_->time_);
    const int name = model_->name(ball);
    s.positions[name] = b.position;
    s.velocities[name] = b.velocity;
    s.spins[name] = model_->spin(ball);
  }
  s.valid = true;
}

std::span<const Vec3> EventDrivenGrains::positions() { return look(), snapshot_->positions; }
std::span<const Vec3> EventDrivenGrains::velocities() { return look(), snapshot_->velocities; }
std::span<const Vec3> EventDrivenGrains::spins() { return look(), snapshot_->spins; }
double EventDrivenGrains::time() const { return model_->time_; }
double EventDrivenGrains::energy() { return model_->energy(); }
double EventDrivenGrains::energy_supplied() { return model_->energy_supplied_; }
int EventDrivenGrains::asleep() const { return model_->asleep_; }
std::int64_t EventDrivenGrains::collisions() const { return model_->collisions_; }

void EventDrivenGrains::archive(StateArchive& state) {
  snapshot_->valid = false;
  model_->archive(state);
}

}  // namespace resound
