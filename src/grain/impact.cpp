#include "grain/impact.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kInertia = 2.0 / 5;                    // [1]  of a solid ball, in m r^2
constexpr double kTangential = 1 / (1 + 1 / kInertia);  // [1]  2/7: how much less the surface of a ball resists

// Impulse on the first [N s], given the velocity `g` with which its surface moves over that of the second.
Vec3 rubbing_impulse(const Vec3& g, const Vec3& normal, double reduced_mass, const ImpactSpeeds& speeds,
                     double friction) {
  const double along = reduced_mass * (speeds.speed + speeds.parting);
  const Vec3 sliding = g - dot(g, normal) * normal;
  const double speed = length(sliding);
  if (speed <= 0) return -along * normal;
  const double across = std::min(kTangential * reduced_mass * (1 + speeds.grip) * speed, friction * along);
  return -along * normal - (across / speed) * sliding;
}

void push(const ImpactBody& body, const Vec3& arm, const Vec3& impulse) {
  *body.velocity += body.inverse_mass * impulse;
  *body.spin += (body.inverse_mass / (kInertia * body.radius * body.radius)) * cross(arm, impulse);
}

}  // namespace

ImpactRule impact_rule(const GrainSurface& first, const GrainSurface& second) {
  ImpactRule rule{.first = first.restitution, .second = second.restitution};
  if (rule.first.reference <= 0 && rule.second.reference <= 0)
    rule.constant = std::sqrt(rule.first.value * rule.second.value);
  rule.friction = std::sqrt(first.friction * second.friction);
  rule.tangential_restitution = std::sqrt(first.tangential_restitution * second.tangential_restitution);
  return rule;
}

Vec3 collide(const ImpactBody& first, const ImpactBody& second, const Vec3& normal, const ImpactSpeeds& speeds,
             double friction) {
  const double mass = 1 / (first.inverse_mass + second.inverse_mass);
  if (friction <= 0) {  // spins stay as they are
    const Vec3 j = -(mass * (speeds.speed + speeds.parting)) * normal;
    *first.velocity += first.inverse_mass * j;
    *second.velocity -= second.inverse_mass * j;
    return j;
  }
  const Vec3 g =
      *first.velocity - *second.velocity + cross(first.radius * *first.spin + second.radius * *second.spin, normal);
  const Vec3 j = rubbing_impulse(g, normal, mass, speeds, friction);
  push(first, first.radius * normal, j);
  if (second.inverse_mass > 0) push(second, -second.radius * normal, -j);
  return j;
}

Vec3 collide_with_wall(const ImpactBody& ball, const Vec3& wall_velocity, const Vec3& normal,
                       const ImpactSpeeds& speeds, double friction) {
  const double mass = 1 / ball.inverse_mass;
  if (friction <= 0) {
    const Vec3 j = -(mass * (speeds.speed + speeds.parting)) * normal;
    *ball.velocity += ball.inverse_mass * j;
    return j;
  }
  const Vec3 g = *ball.velocity - wall_velocity + cross(ball.radius * *ball.spin, normal);
  const Vec3 j = rubbing_impulse(g, normal, mass, speeds, friction);
  push(ball, ball.radius * normal, j);
  return j;
}

}  // namespace resound
