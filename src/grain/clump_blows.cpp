#include "grain/clump_blows.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

// Of two balls that touch now: how hard they press [N]; nothing when they have parted.
double pressing(const SoftBlock::Step& s, int i, int j) {
  const BallRow &a = s.now.balls[i], &b = s.now.balls[j];
  const Vec3 way = nearest_image(b.position - a.position, s.model.period);
  const double distance = length(way), overlap = a.radius + b.radius - distance;
  if (!(overlap > 0)) return 0;
  return normal_force(s.model.rule(a.type, b.type), overlap, dot(a.velocity - b.velocity, way) / distance);
}

double pressing_on_wall(std::span<const SoftBlock> blocks, int ball, int wall, const Vec3& normal) {
  const auto home = std::ranges::find_if(blocks, [&](const SoftBlock& block) { return ball < block.end; });
  const std::vector<WallTouch>& touches = home->touches;
  auto touch = std::ranges::lower_bound(touches, ball, {}, &WallTouch::ball);
  for (; touch != touches.end() && touch->ball == ball; ++touch)
    if (touch->wall == wall && dot(touch->away, normal) < -kSameWay) return dot(touch->force, touch->away);
  return 0;
}

// J = m* (1 + e(v)) v, solved for v; e changes little with v.
double speed_of(double impulse, double mass, const Restitution& a, const Restitution& b) {
  double speed = impulse / (1.5 * mass);
  for (int i = 0; i < 4; ++i) speed = impulse / (mass * (1 + std::sqrt(a.at(speed) * b.at(speed))));
  return speed;
}

}  // namespace

void ClumpBlows::step(const SoftBlock::Step& s, std::span<const SoftBlock> blocks) {
  for (const SoftBlock& block : blocks)
    for (const ClumpTouch& touch : block.clump_touches) begin(s, touch);
  for (Blow& blow : blows_) press(s, blocks, blow);
  const auto is_over = [&](const Blow& blow) {
    return blow.touches.empty() || s.time - blow.begun > s.model.longest_blow;
  };
  told_.clear();
  for (const Blow& blow : blows_)
    if (is_over(blow)) tell(s, blow);
  std::erase_if(blows_, is_over);
}

void ClumpBlows::press(const SoftBlock::Step& s, std::span<const SoftBlock> blocks, Blow& blow) {
  const double dt = s.model.scale.step;
  for (Touch& touch : blow.touches) {
    const int ball = s.order.at[touch.ball];
    touch.force = touch.other < 0 ? pressing_on_wall(blocks, ball, wall_as_body(touch.other), touch.normal)
                                  : pressing(s, ball, s.order.at[touch.other]);
    blow.push += dt * touch.force * touch.normal;
    blow.moment += dt * touch.force * touch.place;
    blow.pushing += dt * touch.force;
  }
  std::erase_if(blow.touches, [](const Touch& touch) { return !(touch.force > 0); });
}

void ClumpBlows::begin(const SoftBlock::Step& s, const ClumpTouch& touch) {
  const Collision& c = touch.collision;
  auto blow = std::ranges::find_if(blows_, [&](const Blow& b) { return b.first == c.first && b.second == c.second; });
  if (blow == blows_.end()) {
    blow = blows_.emplace(blow);
    blow->first = c.first;
    blow->second = c.second;
    blow->begun = s.time;
  }
  const int other = touch.other < 0 ? touch.other : s.order.ball[touch.other];
  blow->touches.push_back({s.order.ball[touch.ball], other, c.place, c.normal});
}

void ClumpBlows::tell(const SoftBlock::Step& s, const Blow& blow) {
  const double impulse = length(blow.push);
  if (!(impulse > 0)) return;  // it was only squeezed
  const ContactSide& a = s.model.side_of_grain(blow.first);
  const bool is_wall = blow.second < 0;
  const ContactSide b =
      is_wall ? wall_side(a, s.model.wall_surfaces[wall_as_body(blow.second)]) : s.model.side_of_grain(blow.second);
  const double speed = speed_of(impulse, reduced_mass(a, b), a.surface.restitution, b.surface.restitution);
  if (speed < s.model.told_speed) return;
  told_.push_back({s.time, blow.moment / blow.pushing, blow.push / impulse, speed, blow.first, blow.second});
}

}  // namespace resound
