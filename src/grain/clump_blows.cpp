#include "grain/clump_blows.h"

#include <algorithm>
#include <cmath>

#include "numerics/nearest_image.h"

namespace resound {
namespace {

constexpr double kLongest = 6;    // [1]  of a contact at the fastest speed: as long as one 8000 times as slow
constexpr double kOneSide = 0.5;  // [1]  cosine: touches from directions nearer than this belong together

// How hard two sides press on each other along a normal, while they touch.
struct Pressing {
  bool touches = false;
  double force = 0;  // [N]
  Vec3 normal;       // unit, from the first
};

Pressing pressing(const SoftBlock::Step& s, int i, int j) {
  const BallRow &a = s.now.balls[i], &b = s.now.balls[j];
  const Vec3 way = nearest_image(b.position - a.position, s.model.period);
  const double distance = length(way), overlap = a.radius + b.radius - distance;
  if (!(overlap > 0)) return {};
  const Vec3 normal = way / distance;
  return {true, normal_force(s.model.rule(a.type, b.type), overlap, dot(a.velocity - b.velocity, normal)), normal};
}

// A wall that bends may be touched in several directions: the one that is nearest to `normal`.
Pressing pressing_on_wall(std::span<const SoftBlock> blocks, int ball, int wall, const Vec3& normal) {
  const auto home = std::ranges::find_if(blocks, [&](const SoftBlock& block) { return ball < block.end; });
  const std::vector<WallTouch>& touches = home->touches;
  Pressing nearest;
  double best = kSameWay;
  auto touch = std::ranges::lower_bound(touches, ball, {}, &WallTouch::ball);
  for (; touch != touches.end() && touch->ball == ball; ++touch) {
    const double likeness = -dot(touch->away, normal);
    if (touch->wall != wall || likeness <= best) continue;
    best = likeness;
    nearest = {true, dot(touch->force, touch->away), -1.0 * touch->away};
  }
  return nearest;
}

// J = m* (1 + e(v)) v, solved for v; e changes little with v.
double speed_of(double impulse, double mass, const Restitution& a, const Restitution& b) {
  double speed = impulse / (1.5 * mass);
  for (int i = 0; i < 4; ++i) speed = impulse / (mass * (1 + std::sqrt(a.at(speed) * b.at(speed))));
  return speed;
}

}  // namespace

void ClumpBlows::step(const SoftBlock::Step& s, std::span<const SoftBlock> blocks) {
  told_.clear();
  for (const SoftBlock& block : blocks)
    for (const ClumpTouch& touch : block.clump_touches) begin(s, touch);
  for (Blow& blow : blows_) {
    press(s, blocks, blow);
    if (blow.touches.empty() || s.time - blow.begun > blow.longest) tell(s, blow);
  }
  std::erase_if(blows_, [](const Blow& blow) { return blow.touches.empty(); });
}

void ClumpBlows::begin(const SoftBlock::Step& s, const ClumpTouch& touch) {
  const auto side = [&](int ball) { return s.model.types[static_cast<std::size_t>(s.now.balls[ball].type)]; };
  const bool is_wall = touch.other < 0;
  const ContactSide a = side(touch.ball), b = is_wall ? wall_side(a, a.surface) : side(touch.other);
  const double longest = kLongest * s.model.scale.contact_duration(a, b);
  auto blow = std::ranges::find_if(blows_, [&](const Blow& open) {
    return open.first == touch.first && open.second == touch.second && dot(open.normal, touch.normal) > kOneSide;
  });
  if (blow == blows_.end())
    blow = blows_.insert(blow, Blow{.first = touch.first,
                                    .second = touch.second,
                                    .place = touch.place,
                                    .normal = touch.normal,
                                    .begun = s.time,
                                    .longest = longest,
                                    .push = {},
                                    .way_sum = {},
                                    .touches = {}});
  const int other = is_wall ? touch.other : s.order.ball[touch.other];
  blow->touches.push_back({s.order.ball[touch.ball], other, touch.place, touch.normal, s.time, longest, 0});
}

// What a touch has given is counted when it ends.
void ClumpBlows::press(const SoftBlock::Step& s, std::span<const SoftBlock> blocks, Blow& blow) {
  std::size_t left = 0;
  for (Touch touch : blow.touches) {
    const int ball = s.order.at[touch.ball];
    const Pressing now = touch.other < 0 ? pressing_on_wall(blocks, ball, wall_as_body(touch.other), touch.normal)
                                         : pressing(s, ball, s.order.at[touch.other]);
    const double age = s.time - touch.begun;
    touch.push += s.model.scale.step * now.force;
    if (now.touches) touch.normal = now.normal;
    if (now.touches && age < touch.longest) {
      blow.touches[left++] = touch;
      continue;
    }
    const double push = std::max(0.0, touch.push - age * now.force);
    blow.push += push * touch.normal;
    blow.pushing += push;
    blow.way_sum += push * nearest_image(touch.place - blow.place, s.model.period);
  }
  blow.touches.resize(left);
}

// What is over of it; the rest is a blow of its own from now on.
void ClumpBlows::tell(const SoftBlock::Step& s, Blow& blow) {
  if (const double impulse = length(blow.push); impulse > 0) {
    const ContactSide& a = s.model.side_of_grain(blow.first);
    const ContactSide b = blow.second < 0 ? wall_side(a, s.model.wall_surfaces[wall_as_body(blow.second)])
                                          : s.model.side_of_grain(blow.second);
    const double speed = speed_of(impulse, reduced_mass(a, b), a.surface.restitution, b.surface.restitution);
    if (speed >= s.model.told_speed)
      told_.push_back(
          {s.time, blow.place + blow.way_sum / blow.pushing, blow.push / impulse, speed, blow.first, blow.second});
  }
  blow.begun = s.time;
  blow.push = blow.way_sum = {};
  blow.pushing = 0;
}

}  // namespace resound
