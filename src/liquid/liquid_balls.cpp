#include "liquid/liquid_balls.h"

namespace resound {

LiquidBalls::LiquidBalls(const LiquidSystem& system) {
  for (const LiquidBall& ball : system.balls)
    balls_.push_back({ball.position, ball.velocity, {}, ball.radius, ball.mass(), ball.restitution});
  if (balls_.empty()) return;
  for (const LiquidWall& wall : system.walls) {
    walls_.emplace_back(wall.mesh);
    motions_.push_back(wall.motion);
    since_.push_back(0);
  }
}

void LiquidBalls::tell(int wall, const WallMotion& motion, double now) {
  if (balls_.empty()) return;
  motions_[static_cast<std::size_t>(wall)] = motion;
  since_[static_cast<std::size_t>(wall)] = now;
}

void LiquidBalls::move(double step, double time) {
  for (Ball& ball : balls_) {
    ball.position += step * ball.velocity;
    for (std::size_t w = 0; w < walls_.size(); ++w) leave_wall(ball, w, time + step);
  }
  for (std::size_t a = 0; a < balls_.size(); ++a)
    for (std::size_t b = a + 1; b < balls_.size(); ++b) {
      Ball &first = balls_[a], &second = balls_[b];
      const Vec3 way = second.position - first.position;
      const double gap = length(way) - first.radius - second.radius;
      if (gap >= 0) continue;
      const Vec3 normal = normalized(way);
      const double approach = dot(first.velocity - second.velocity, normal);
      if (approach <= 0) continue;
      const double e = std::min(first.restitution, second.restitution);
      const double impulse = (1 + e) * approach / (1 / first.mass + 1 / second.mass);
      first.velocity -= impulse / first.mass * normal;
      second.velocity += impulse / second.mass * normal;
    }
}

void LiquidBalls::leave_wall(Ball& ball, std::size_t wall, double time) const {
  const WallMotion& motion = motions_[wall];
  if (motion.absent) return;
  Pose pose = motion.pose;
  const double since = time - since_[wall], turn = length(motion.angular_velocity) * since;
  pose.position += since * motion.velocity;
  if (turn != 0) pose.rotation = rotation_about(motion.angular_velocity, turn) * pose.rotation;
  const auto near = walls_[wall].nearest(pose.to_local(ball.position));
  if (!near || near->distance >= ball.radius || near->distance == 0) return;
  const Vec3 place = pose.to_world(near->position), away = normalized(ball.position - place);
  const double approach =
      -dot(ball.velocity - motion.velocity - cross(motion.angular_velocity, place - pose.position), away);
  if (approach > 0) ball.velocity += (1 + ball.restitution) * approach * away;
  ball.position += (ball.radius - near->distance) * away;
}

}  // namespace resound
