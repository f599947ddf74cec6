#include "grain/soft_block.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/nearest_image.h"

namespace resound {
namespace {

constexpr int kMostTouches = 8;  // of a ball and a wall

using Axes = std::array<Vec3, 3>;

Axes turned_axes(const Rotation& r) { return {r * Vec3{1, 0, 0}, r * Vec3{0, 1, 0}, r * Vec3{0, 0, 1}}; }

Vec3 along(const Axes& axes, const Vec3& by) { return by.x * axes[0] + by.y * axes[1] + by.z * axes[2]; }

}  // namespace

void SoftBlock::advance(const Step& s) {
  loads_.assign(static_cast<std::size_t>(end - begin), {});
  collisions.clear();
  clump_touches.clear();
  begun_.clear();
  work = 0;
  press_pairs({.balls = s.now.balls.data(),
               .spins = s.now.spins.data(),
               .rules = s.model.rules.data(),
               .types = static_cast<int>(s.model.types.size()),
               .step = s.model.scale.step,
               .period = s.model.period,
               .begin = begin,
               .end = end,
               .pairs = &pairs,
               .memory = &memory,
               .touching = &touching,
               .close = &close_,
               .apart = &apart_,
               .moving = &moving_,
               .begun = &begun_,
               .loads = loads_.data()});
  tell_pairs(s);
  find_touches(s);
  press_walls(s.model.wall_rules.data(), presses_, s.model.scale.step);
  bear_walls(s);
  if (s.model.clumps)
    move_bodies(s);
  else
    move_balls(s);
}

// Balls went straight during the last step, so that the instant of touch follows from |d + g t| = R1 + R2, going back.
void SoftBlock::tell_pairs(const Step& s) {
  for (const int p : begun_) {
    const BallPair pair = pairs[p];
    if (pair.first < begin || pair.first >= end) continue;  // the other block tells it
    int i = pair.first, j = pair.second;
    if (s.order.grain[s.order.body[j]] < s.order.grain[s.order.body[i]]) std::swap(i, j);
    const BallRow &a = s.now.balls[i], &b = s.now.balls[j];
    const Vec3 d = nearest_image(b.position - a.position, s.model.period), g = a.velocity - b.velocity;
    const double reach = a.radius + b.radius, along = dot(d, g), g2 = dot(g, g);
    if (!(along > 0)) continue;
    const double root = std::sqrt(along * along + g2 * std::max(0.0, reach * reach - dot(d, d)));
    const double back = std::min((root - along) / g2, s.model.scale.step);
    const Vec3 normal = normalized(d + back * g);
    const Vec3 place = a.position - back * a.velocity + a.radius * normal;
    tell(s,
         {s.time - back, place, normal, dot(g, normal), s.order.grain[s.order.body[i]], s.order.grain[s.order.body[j]]},
         i, j);
  }
}

void SoftBlock::tell(const Step& s, const Collision& collision, int ball, int other) {
  const auto is_clump = [&](int i) { return s.model.kinds[s.order.kind[s.order.body[i]]].offsets.size() > 1; };
  if (is_clump(ball) || (other >= 0 && is_clump(other)))
    clump_touches.push_back({collision.first, collision.second, collision.place, collision.normal, ball, other});
  else if (collision.speed >= s.model.told_speed)
    collisions.push_back(collision);
}

void SoftBlock::find_touches(const Step& s) {
  std::swap(before_, touches);
  touches.clear();
  presses_.clear();
  next_before_ = 0;
  std::array<Near, kMostTouches> found;
  for (std::size_t from = 0; from < candidates.size();) {
    const WallCandidate& first = candidates[from];
    const SoftWall& wall = s.walls[first.wall];
    const BallRow& ball = s.now.balls[first.ball];
    int count = 0;
    std::size_t at = from;
    for (; at < candidates.size() && candidates[at].ball == first.ball && candidates[at].wall == first.wall; ++at) {
      if (wall.is_absent()) continue;
      const Near close = wall.near_part(candidates[at].part, ball.position);
      if (!(close.distance < ball.radius)) continue;
      bool is_new = true;
      for (int k = 0; k < count && is_new; ++k)
        if (dot(found[k].away, close.away) > kSameWay) {
          if (close.distance < found[k].distance) found[k] = close;
          is_new = false;
        }
      if (is_new && count < kMostTouches) found[count++] = close;
    }
    for (int k = 0; k < count; ++k) note_touch(s, first, found[k]);
    from = at;
  }
}

// With what it remembers of the step before: root is above 0 then.
void SoftBlock::note_touch(const Step& s, const WallCandidate& where, const Near& near) {
  const BallRow& ball = s.now.balls[where.ball];
  WallTouch& touch = touches.emplace_back();
  touch.ball = where.ball;
  touch.wall = where.wall;
  touch.away = near.away;
  while (next_before_ < before_.size() && before_[next_before_].ball < where.ball) ++next_before_;
  for (std::size_t k = next_before_; k < before_.size() && before_[k].ball == where.ball; ++k)
    if (before_[k].wall == where.wall && dot(before_[k].away, near.away) > kSameWay) {
      touch.memory = before_[k].memory;
      break;
    }
  WallPress& press = presses_.emplace_back();
  press.normal = -1.0 * near.away;
  press.overlap = ball.radius - near.distance;
  press.sliding = ball.velocity - s.walls[where.wall].velocity_at(ball.position + near.distance * press.normal) +
                  cross(ball.radius * s.now.spins[where.ball].spin, press.normal);
  press.rule = static_cast<double>(s.model.number_of_wall_rule(ball.type, where.wall));
  press.memory = touch.memory;
}

// What walls do to balls, and the touches that have begun.
void SoftBlock::bear_walls(const Step& s) {
  const double dt = s.model.scale.step;
  for (std::size_t k = 0; k < touches.size(); ++k) {
    WallTouch& touch = touches[k];
    const WallPress& press = presses_[k];
    const BallRow& ball = s.now.balls[touch.ball];
    BallLoad& load = loads_[touch.ball - begin];
    load.force += press.force;
    load.torque += ball.radius * cross(press.normal, press.force);
    const bool lasting = touch.memory.root > 0;
    touch.memory = press.memory;
    touch.force = press.force;
    const SoftWall& wall = s.walls[touch.wall];
    if (lasting && wall.motion().is_still()) continue;
    const Vec3 wall_velocity = wall.velocity_at(ball.position + (ball.radius - press.overlap) * press.normal);
    work += dt * dot(press.force, wall_velocity);
    const double speed = dot(ball.velocity - wall_velocity, press.normal);
    if (lasting || !(speed > 0)) continue;
    const double back = std::min(press.overlap / speed, dt);
    tell(s,
         {s.time - back, ball.position - back * ball.velocity + ball.radius * press.normal, press.normal, speed,
          s.order.grain[s.order.body[touch.ball]], wall_as_body(touch.wall)},
         touch.ball, wall_as_body(touch.wall));
  }
}

// Leapfrog: velocities live half a step between places.
void SoftBlock::move_balls(const Step& s) {
  const double dt = s.model.scale.step;
  const bool one_type = s.model.types.size() == 1;
  double fastest_squared = 0;
  double push = 0, turn = 0;
  const auto choose = [&](double type) {
    const SoftModel::Kind& kind = s.model.kinds[s.model.kind_of_type[static_cast<std::size_t>(type)]];
    push = dt / kind.mass;
    turn = dt / kind.inertia.x;
  };
  if (one_type) choose(0);
  const Vec3 fall = dt * s.model.gravity;
  for (int i = begin; i < end; ++i) {
    const BallRow& from = s.now.balls[i];
    const BallLoad& load = loads_[i - begin];
    if (!one_type) choose(from.type);
    const Vec3 v = from.velocity + fall + push * load.force;
    s.next.balls[i] = {from.position + dt * v, from.radius, v, from.type};
    s.next.spins[i] = {s.now.spins[i].spin + turn * load.torque, 0};
    fastest_squared = std::max(fastest_squared, dot(v, v));
  }
  fastest = std::sqrt(fastest_squared);
}

// A turning body keeps its angular momentum to the last digit; its frame turns with the velocity that it has in the
// middle of the step. Its balls are many, so that its axes are turned once and each ball is found along them.
void SoftBlock::move_bodies(const Step& s) {
  const double dt = s.model.scale.step;
  double fastest_squared = 0;
  for (int b = first_body; b < end_body; ++b) {
    const BodyRow& from = s.now.bodies[b];
    const SoftModel::Kind& kind = s.model.kinds[s.order.kind[b]];
    Vec3 force, torque;
    for (int i = s.order.first_ball[b]; i < s.order.first_ball[b + 1]; ++i) {
      const BallLoad& load = loads_[i - begin];
      force += load.force;
      torque += load.torque + cross(s.now.balls[i].position - from.position, load.force);
    }
    BodyRow to = from;
    to.velocity += dt * (s.model.gravity + force / kind.mass);
    to.momentum += dt * torque;
    to.position += dt * to.velocity;
    const auto turned = [&](const Vec3& spin, double after) {
      const double angle = length(spin) * after;
      if (!(angle > 0)) return from.rotation;
      const Rotation r = rotation_about(spin, angle) * from.rotation;
      const double size = 1 / std::sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
      return Rotation{size * r.w, size * r.x, size * r.y, size * r.z};
    };
    to.rotation = turned(to.turning(kind.inertia), dt / 2);
    const Rotation middle = to.rotation;
    const Vec3 spin = to.turning(kind.inertia);
    to.rotation = turned(spin, dt);
    s.next.bodies[b] = to;
    const Axes axes = turned_axes(to.rotation);
    Axes rushing = turned_axes(middle);  // [m/s] for each metre of offset
    for (Vec3& axis : rushing) axis = cross(spin, axis);
    for (int i = s.order.first_ball[b]; i < s.order.first_ball[b + 1]; ++i) {
      const Vec3& offset = kind.offsets[i - s.order.first_ball[b]];
      const BallRow& old = s.now.balls[i];
      const Vec3 v = to.velocity + along(rushing, offset);
      s.next.balls[i] = {to.position + along(axes, offset), old.radius, v, old.type};
      s.next.spins[i] = {spin, 0};
      fastest_squared = std::max(fastest_squared, dot(v, v));
    }
  }
  fastest = std::sqrt(fastest_squared);
}

double SoftBlock::spring_energy(const SoftModel& model, const SoftState& now) const {
  double sum = 0;
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (touching[p] != 0 && pairs[p].first >= begin && pairs[p].first < end)
      sum += stored_energy(model.rule(now.balls[pairs[p].first].type, now.balls[pairs[p].second].type), memory[p]);
  for (const WallTouch& touch : touches)
    sum += stored_energy(model.wall_rule(now.balls[touch.ball].type, touch.wall), touch.memory);
  return sum;
}

Vec3 SoftBlock::force_of_wall(int wall) const {
  Vec3 sum;
  for (const WallTouch& touch : touches)
    if (touch.wall == wall) sum += touch.force;
  return sum;
}

void SoftBlock::add_pair(const BallPair& pair, const ContactMemory& remembered) {
  pairs.push_back(pair);
  memory.push_back(remembered);
  touching.push_back(remembered.root > 0 ? 1 : 0);
  if (pair.second < end) return;
  across_.push_back(pair);
  memory_across_.push_back(remembered);
}

void SoftBlock::take_pairs_from(std::span<const SoftBlock> before) {
  std::vector<BallPair> taken;
  std::vector<ContactMemory> remembered;
  std::vector<std::uint8_t> touched;
  for (const SoftBlock& block : before)
    for (std::size_t p = 0; p < block.across_.size(); ++p) {
      if (block.across_[p].second < begin || block.across_[p].second >= end) continue;
      taken.push_back(block.across_[p]);
      remembered.push_back(block.memory_across_[p]);
      touched.push_back(remembered.back().root > 0 ? 1 : 0);
    }
  pairs.insert(pairs.begin(), taken.begin(), taken.end());
  memory.insert(memory.begin(), remembered.begin(), remembered.end());
  touching.insert(touching.begin(), touched.begin(), touched.end());
}

void SoftBlock::forget_pairs() {
  pairs.clear();
  memory.clear();
  touching.clear();
  across_.clear();
  memory_across_.clear();
  close_.clear();
  apart_.clear();
}

void SoftBlock::archive(StateArchive& state) {
  if (state.is_loading()) forget_pairs();
  state.fields(begin, end, first_body, end_body, pairs, memory, touching, candidates, touches);
}

}  // namespace resound
