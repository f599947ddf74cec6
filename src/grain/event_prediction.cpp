#include <algorithm>
#include <bit>
#include <cmath>

#include "grain/event_driven_model.h"

namespace resound {
namespace {

constexpr double kNoGap = 1e-12;  // [1]  a gap below this share of the distance is none
constexpr int kMostSteps = 100;

// d + v t + a t^2 / 2 stays positive until `limit`: a bound without a root.
bool stays(double d, double v, double a, double limit) {
  if (a > 0) return v >= 0 || v * v < 2 * a * d;
  return d > 0 && d + limit * (v + 0.5 * a * limit) > 0;
}

}  // namespace

void EventDrivenGrains::Model::predict(int ball) {
  if (balls_[ball].time == now_) return predict_from(ball, balls_[ball]);
  predict_from(ball, at_time(ball, now_));
}

// Here and where balls meet and cross, what is called becomes part of the function, where files are compiled together
// and unless it is rare: passing things on would take a twentieth of the solver's time. Itself it is called from places
// enough to stay apart.
[[gnu::flatten, gnu::noinline]] void EventDrivenGrains::Model::predict_from(int ball, const FlyingBall& now) {
  Plan& plan = bodies_[ball].plan;
  if (now.is_asleep()) {
    plan = {};
    plan_walls(plan, ball, now);
  } else {
    plan_crossing(plan, ball, now);
    plan_walls(plan, ball, now);
    plan_pairs(plan, ball, now);
  }
  schedule(ball);
}

// Nothing here branches on which side it is, because that cannot be guessed.
void EventDrivenGrains::Model::plan_crossing(Plan& plan, int ball, const FlyingBall& now) const {
  const CellGrid::Cell cell = grid_.cell_of(ball);
  double first = kNever;
  int where = 0;
  const auto consider = [&](double after, int side) {
    const int sooner = -static_cast<int>(after < first);  // all bits, or none
    where = (side & sooner) | (where & ~sooner);
    first = std::min(after, first);  // as it was if `after` is no number: at rest on a side
  };
  const auto look = [&](int axis, int number, double x, double v, double a) {
    if (a == 0) {
      const int upward = v > 0 ? 1 : 0;
      consider(std::abs(grid_.side(axis, number + upward) - x) / std::abs(v), 2 * axis + upward);
      return;
    }
    // Most often it stays within: a square root is taken only if it can get there before it leaves elsewhere
    const double below = x - grid_.side(axis, number), above = grid_.side(axis, number + 1) - x;
    if (!stays(below, v, a, first)) consider(first_zero(below, v, a), 2 * axis);
    if (!stays(above, -v, -a, first)) consider(first_zero(above, -v, -a), 2 * axis + 1);
  };
  look(0, cell.x, now.position.x, now.velocity.x, gravity_.x);
  look(1, cell.y, now.position.y, now.velocity.y, gravity_.y);
  look(2, cell.z, now.position.z, now.velocity.z, gravity_.z);
  plan.side = static_cast<std::int8_t>(where);
  plan.wall = Plan::kNoWall;
  plan.own_time = now_ + first;
}

// Up to where it leaves its cell; in the next one it is looked at again.
void EventDrivenGrains::Model::plan_walls(Plan& plan, int ball, const FlyingBall& now) const {
  std::uint64_t near = wall_sets_[grid_.mark(ball)];
  if (near == 0) return;
  const bool asleep = now.is_asleep();
  const BallFlight flight{now.position, now.velocity, asleep ? Vec3{} : gravity_};
  double limit = plan.own_time - now_;
  for (; near != 0; near &= near - 1) {
    const int w = std::countr_zero(near);
    if (asleep && walls_[w].motion().is_still()) continue;
    const WallField::Look look = walls_[w].look(flight, now.radius, now_, limit);
    if (look.after >= limit) continue;
    limit = look.after;
    plan.own_time = now_ + look.after;
    plan.wall = look.touches ? static_cast<std::int16_t>(w) : Plan::kLookAgain;
  }
}

// A ball that others have in mind tells them by its changes; so each has only to know whom it meets first itself, and
// whom it would meet if that one is hit by another before.
void EventDrivenGrains::Model::plan_pairs(Plan& plan, int ball, const FlyingBall& now) {
  plan.is_far_sighted = asleep_ == 0;
  if (!plan.is_far_sighted) return plan_pairs_among_sleepers(plan, ball, now);
  const FirstMeetings found = search_(now, balls_.data(), grid_.near(ball), space_, kNever, nullptr);
  plan.first = meeting(found.first.after, found.first.other);
  plan.second = meeting(found.second.after, found.second.other);
}

// Where some sleep, it looks no farther than to the side of its cell, and for the first alone if that may be a sleeper:
// to find when it meets one is dear.
void EventDrivenGrains::Model::plan_pairs_among_sleepers(Plan& plan, int ball, const FlyingBall& now) {
  const std::span<const int> others = grid_.near(ball);
  if (sleepers_.size() < others.size() + CellGrid::kPadding) sleepers_.resize(others.size() + CellGrid::kPadding);
  const double before = plan.own_time - now_;
  const FirstMeetings found = search_(now, balls_.data(), others, space_, before, sleepers_.data());
  plan.first = meeting(found.first.after, found.first.other);
  plan.second = meeting(found.second.after, found.second.other);
  if (found.sleepers == 0) return;
  double limit = std::min(found.first.after, before);
  for (int k = 0; k < found.sleepers; ++k) {
    const double t = sleeper_time(now, balls_[sleepers_[k]], limit);
    if (t < limit) limit = t, plan.first = meeting(t, sleepers_[k]);
  }
  plan.second = {plan.first.time, -1, 0};
}

// In a new cell: whom it knew already it still meets at the same time.
void EventDrivenGrains::Model::plan_new_pairs(Plan& plan, int ball, const FlyingBall& now, int axis, bool upward) {
  if (!plan.is_far_sighted || asleep_ > 0) return plan_pairs(plan, ball, now);
  const std::span<const int> others = grid_.newly_near(ball, axis, upward);
  const FirstMeetings found = search_(now, balls_.data(), others, space_, plan.second.time - now_, nullptr);
  if (found.first.other >= 0) plan.add(meeting(found.first.after, found.first.other));
  if (found.second.other >= 0) plan.add(meeting(found.second.after, found.second.other));
}

// A ball that falls towards one that does not: by steps that surely miss nothing, as with walls.
double EventDrivenGrains::Model::sleeper_time(const FlyingBall& now, const FlyingBall& sleeper, double limit) const {
  const double reach = now.radius + sleeper.radius, g = length(gravity_);
  double t = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 r = now.position - sleeper.position + t * (now.velocity + 0.5 * t * gravity_);
    const Vec3 v = now.velocity + t * gravity_;
    const double distance = length(r), gap = distance - reach, slope = dot(r, v) / distance;
    if (gap <= kNoGap * reach && slope < 0) return t;
    const double wait = first_zero(std::max(gap, 0.0), slope, -g);
    t += wait;
    if (t >= limit) return kNever;
    if (wait <= 0) return t;
  }
  return t;
}

}  // namespace resound
