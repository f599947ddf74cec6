#include <algorithm>
#include <cmath>

#include "grain/event_driven_model.h"
#include "grain/pair_kernel.h"

namespace resound {
namespace {

constexpr double kNoGap = 1e-12;  // [1]  a gap below this share of the distance is none
constexpr int kMostSteps = 100;

double component(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// d + v t + a t^2 / 2 stays positive until `limit`: a bound without a root.
bool stays(double d, double v, double a, double limit) {
  if (a > 0) return v >= 0 || v * v < 2 * a * d;
  return d > 0 && d + limit * (v + 0.5 * a * limit) > 0;
}

}  // namespace

FlyingBall EventDrivenGrains::Model::at_time(int ball, double time) const {
  FlyingBall b = balls_[ball];
  if (b.is_asleep()) return b;
  const double dt = time - b.time;
  b.position += dt * (b.velocity + 0.5 * dt * gravity_);
  b.velocity += dt * gravity_;
  b.time = time;
  return b;
}

void EventDrivenGrains::Model::predict(int ball) {
  Plan& plan = plans_[ball];
  const FlyingBall now = at_time(ball, now_);
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

void EventDrivenGrains::Model::plan_crossing(Plan& plan, int ball, const FlyingBall& now) const {
  const CellGrid::Cell cell = grid_.cell_of(ball);
  const std::array<int, 3> number{cell.x, cell.y, cell.z};
  double first = kNever;
  const auto consider = [&](double after, int side) {
    if (after < first) first = after, plan.side = side;
  };
  for (const int axis : {0, 1, 2}) {
    const double x = component(now.position, axis), v = component(now.velocity, axis), a = component(gravity_, axis);
    const bool low = !grid_.is_first(number[axis]), high = !grid_.is_last(axis, number[axis]);
    if (a == 0) {
      const bool up = v > 0;
      const double side = up ? grid_.high(axis, number[axis]) : grid_.low(axis, number[axis]);
      const double after = v != 0 && (up ? high : low) ? std::max(0.0, (side - x) / v) : kNever;
      consider(after, 2 * axis + (up ? 1 : 0));
      continue;
    }
    // Most often it stays within: a square root is taken only if it can get there before it leaves elsewhere
    const double below = x - grid_.low(axis, number[axis]), above = grid_.high(axis, number[axis]) - x;
    if (low && !stays(below, v, a, first)) consider(first_zero(below, v, a), 2 * axis);
    if (high && !stays(above, -v, -a, first)) consider(first_zero(above, -v, -a), 2 * axis + 1);
  }
  plan.cross_time = now_ + first;
}

// Up to where it leaves its cell; in the next one it is looked at again.
void EventDrivenGrains::Model::plan_walls(Plan& plan, int ball, const FlyingBall& now) const {
  plan.wall_time = kNever;
  plan.wall = -1;
  std::uint64_t near = nearby_walls_[grid_.index_of(ball)];
  if (near == 0) return;
  const bool asleep = now.is_asleep();
  const BallFlight flight{now.position, now.velocity, asleep ? Vec3{} : gravity_};
  double limit = plan.cross_time - now_;
  for (int w = 0; near != 0; ++w, near >>= 1) {
    if ((near & 1) == 0 || (asleep && walls_[w].motion().is_still())) continue;
    const WallField::Look look = walls_[w].look(flight, now.radius, now_, limit);
    if (look.after >= limit) continue;
    limit = look.after;
    plan.wall_time = now_ + look.after;
    plan.wall = look.touches ? w : -1;
  }
}

// Before anything else happens to it; later it is asked again.
void EventDrivenGrains::Model::plan_pairs(Plan& plan, int ball, const FlyingBall& now) {
  const std::span<const int> others = grid_.near(ball);
  FirstMeeting first =
      first_meeting(now, balls_.data(), others, gravity_, period_, std::min(plan.wall_time, plan.cross_time) - now_);
  if (asleep_ > 0) {
    for (const int other : others) {
      if (!balls_[other].is_asleep()) continue;
      const double t = sleeper_time(now, balls_[other], first.after);
      if (t < first.after) first = {t, other};
    }
  }
  plan.pair_time = first.other < 0 ? kNever : now_ + first.after;
  plan.partner = first.other;
  if (first.other >= 0) plan.partner_changes = bodies_[first.other].changes;
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
