#include <algorithm>
#include <cmath>

#include "grain/event_driven_model.h"

namespace resound {
namespace {

constexpr double kTouching = 1e-12;  // [1]  a gap below this share of the distance is none
constexpr int kMostSteps = 100;

double component(const Vec3& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

Ball EventDrivenGrains::Model::at_time(int ball, double time) const {
  Ball b = balls_[ball];
  if (b.is_asleep()) return b;
  const double dt = time - b.time;
  b.position += dt * (b.velocity + 0.5 * dt * gravity_);
  b.velocity += dt * gravity_;
  b.time = time;
  return b;
}

void EventDrivenGrains::Model::predict(int ball) {
  Plan& plan = plans_[ball];
  plan = {};
  const Ball now = at_time(ball, now_);
  if (!now.is_asleep()) {
    plan_crossing(plan, ball, now);
    plan_pairs(plan, ball, now, grid_.around(grid_.cell_of(ball), found_.data()));
  }
  plan_walls(plan, ball, now);
  schedule(ball);
}

void EventDrivenGrains::Model::plan_crossing(Plan& plan, int ball, const Ball& now) const {
  const CellGrid::Cell cell = grid_.cell_of(ball);
  const std::array<int, 3> number{cell.x, cell.y, cell.z};
  double first = kNever;
  for (int axis = 0; axis < 3; ++axis) {
    const double x = component(now.position, axis), v = component(now.velocity, axis), a = component(gravity_, axis);
    if (!grid_.is_first(number[axis]) && (v < 0 || a < 0)) {
      const double after = first_zero(x - grid_.low(axis, number[axis]), v, a);
      if (after < first) first = after, plan.side = 2 * axis;
    }
    if (!grid_.is_last(axis, number[axis]) && (v > 0 || a > 0)) {
      const double after = first_zero(grid_.high(axis, number[axis]) - x, -v, -a);
      if (after < first) first = after, plan.side = 2 * axis + 1;
    }
  }
  plan.cross_time = now_ + first;
}

// Up to where it leaves its cell; in the next one it is looked at again.
void EventDrivenGrains::Model::plan_walls(Plan& plan, int, const Ball& now) const {
  plan.wall_time = kNever;
  plan.wall = -1;
  const bool asleep = now.is_asleep();
  const Flight flight{now.position, now.velocity, asleep ? Vec3{} : gravity_};
  double limit = plan.cross_time - now_;
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    if (asleep && walls_[w].motion().is_still()) continue;
    const WallField::Look look = walls_[w].look(flight, now.radius, now_, limit);
    if (look.after >= limit) continue;
    limit = look.after;
    plan.wall_time = now_ + look.after;
    plan.wall = look.touches ? static_cast<int>(w) : -1;
  }
}

// Two balls fall alike, so that they meet on straight lines:
//   |r + v t| = R1 + R2,   t = c / (-r.v + sqrt((r.v)^2 - v^2 c)),   c = r^2 - (R1 + R2)^2
// `found_` holds the first `found` candidates. Keeps what is planned if nothing comes sooner.
void EventDrivenGrains::Model::plan_pairs(Plan& plan, int ball, const Ball& now, int found) const {
  double first = plan.pair_time - now_;
  int partner = -1;
  for (int k = 0; k < found; ++k) {
    const int other = found_[k];
    const Ball& b = balls_[other];
    if (b.is_asleep()) {
      const double t = sleeper_time(now, b, std::min(first, plan.cross_time - now_));
      if (t < first) first = t, partner = other;
      continue;
    }
    const double dt = now_ - b.time;
    Vec3 r = b.position - now.position + dt * (b.velocity + 0.5 * dt * gravity_);
    if (period_ > 0) r = between({}, r);
    const Vec3 v = b.velocity - now.velocity + dt * gravity_;
    const double rv = dot(r, v);
    if (rv >= 0) continue;
    const double reach = now.radius + b.radius, c = dot(r, r) - reach * reach;
    if (c > -2 * rv * first || other == ball) continue;  // too late at best
    const double discriminant = rv * rv - dot(v, v) * c;
    if (discriminant < 0) continue;
    const double t = c > 0 ? c / (std::sqrt(discriminant) - rv) : 0;
    if (t < first) first = t, partner = other;
  }
  if (partner < 0) return;
  plan.pair_time = now_ + first;
  plan.partner = partner;
  plan.partner_changes = bodies_[partner].changes;
}

// A ball that falls towards one that does not: by steps that surely miss nothing, as with walls.
double EventDrivenGrains::Model::sleeper_time(const Ball& now, const Ball& sleeper, double limit) const {
  const double reach = now.radius + sleeper.radius, g = length(gravity_);
  double t = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 r = now.position - sleeper.position + t * (now.velocity + 0.5 * t * gravity_);
    const Vec3 v = now.velocity + t * gravity_;
    const double distance = length(r), gap = distance - reach, slope = dot(r, v) / distance;
    if (gap <= kTouching * reach && slope < 0) return t;
    const double wait = first_zero(std::max(gap, 0.0), slope, -g);
    t += wait;
    if (t >= limit) return kNever;
    if (wait <= 0) return t;
  }
  return t;
}

}  // namespace resound
