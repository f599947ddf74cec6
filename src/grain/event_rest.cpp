#include "grain/event_driven_model.h"

namespace resound {
namespace {

constexpr double kTouch = 0.01;  // [1]  of the sum of the radii: hopping balls this near rest on each other
constexpr double kCreep = 0.05;  // [1]  of the radius: who gets no farther than this is calm
// A ball that fits closely between sleepers or walls would bounce to and fro between them without end: so many hits in
// so short a time, and it lies.
constexpr std::int64_t kWedged = 1000;
constexpr double kWedgedTime = 0.1;  // [1]  of the calm time
constexpr double kAskAgain = 0.125;  // [1]  of the calm time, if something below is still awake

}  // namespace

bool EventDrivenGrains::Model::touch(const FlyingBall& a, const FlyingBall& b) const {
  const Vec3 r = b.position - a.position;
  const double reach = (1 + kTouch) * (a.radius + b.radius);
  return dot(r, r) <= reach * reach;
}

// Told of every collision of a ball.
bool EventDrivenGrains::Model::has_come_to_rest(int ball, double speed, bool on_rigid) {
  if (!sleeps_) return false;
  Calm& calm = calm_[ball];
  const FlyingBall& b = balls_[ball];
  const Vec3 moved = b.position - calm.place;
  const double creep = kCreep * b.radius;
  if (speed > wake_ || dot(moved, moved) > creep * creep) {
    calm = {b.position, now_, now_, 0};
    return false;
  }
  if (on_rigid && is_wedged(calm)) return true;
  if (now_ - calm.since < calm_time_) return false;
  if (is_supported(ball)) return true;
  calm.since += kAskAgain * calm_time_;
  return false;
}

bool EventDrivenGrains::Model::is_wedged(Calm& calm) const {
  if (++calm.hits < kWedged) return false;
  if (now_ - calm.counted < kWedgedTime * calm_time_) return true;
  calm.hits = 0;
  calm.counted = now_;
  return false;
}

// All that it touches and that lies lower sleeps already: so piles fall asleep from below, and support has no gaps.
bool EventDrivenGrains::Model::is_supported(int ball) {
  const FlyingBall me = at_time(ball, now_);
  for (const int other : grid_.near(ball)) {
    if (balls_[other].is_asleep()) continue;
    const FlyingBall b = at_time(other, now_);
    if (dot(b.position - me.position, gravity_) > 0 && touch(me, b)) return false;
  }
  return true;
}

void EventDrivenGrains::Model::fall_asleep(int ball) {
  FlyingBall& b = balls_[ball];
  b.velocity = {};
  b.time = kNever;
  spins_[ball] = {};
  ++changes_[ball];
  ++asleep_;
  predict(ball);
  // A sleeper plans nothing: those around must see it as it is now.
  const std::span<const int> near = grid_.near(ball);
  for (const int other : std::vector<int>(near.begin(), near.end()))
    if (!balls_[other].is_asleep()) predict(other);
}

void EventDrivenGrains::Model::wake(int ball) {
  std::vector<int> waiting{ball};
  while (!waiting.empty()) {
    const int next = waiting.back();
    waiting.pop_back();
    FlyingBall& b = balls_[next];
    if (!b.is_asleep()) continue;
    b.time = now_;
    ++changes_[next];
    calm_[next] = {b.position, now_, now_, 0};
    --asleep_;
    woken_.push_back(next);
    for (const int near : grid_.near(next)) {
      const FlyingBall& other = balls_[near];
      if (other.is_asleep() && dot(other.position - b.position, gravity_) < 0 && touch(b, other))
        waiting.push_back(near);
    }
  }
}

void EventDrivenGrains::Model::predict_woken() {
  for (const int ball : woken_) predict(ball);
  woken_.clear();
}

}  // namespace resound
