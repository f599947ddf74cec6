#pragma once
#include <vector>

#include "grain/contact_kernel.h"
#include "grain/grain_solver.h"
#include "grain/soft_scale.h"
#include "grain/soft_wall.h"

namespace resound {

// What a system is to the soft solver, and what does not change. A clump's balls are of one type for each radius.
struct SoftModel {
  SoftModel(const GrainSystem& system, const SoftSettings& settings);

  struct Kind {
    double mass = 0;         // [kg]
    Vec3 inertia;            // [kg m^2]  principal
    std::vector<int> types;  // of its balls
    std::vector<Vec3> offsets;
  };
  std::vector<Kind> kinds;
  std::vector<ContactSide> types;
  std::vector<int> kind_of_type;
  std::vector<HertzRule> rules;       // type * types + type
  std::vector<HertzRule> wall_rules;  // type * walls + wall
  int walls = 0;
  bool clumps = false;
  double largest_radius = 0;  // [m]
  Vec3 gravity;               // [m/s^2]
  double period = 0;          // [m]
  double told_speed = 0;      // [m/s]
  std::vector<int> kind_of_grain;
  std::vector<GrainSurface> wall_surfaces;
  SoftScale scale;

  const HertzRule& rule(double a, double b) const {
    return rules[static_cast<std::size_t>(a) * types.size() + static_cast<std::size_t>(b)];
  }
  std::size_t number_of_wall_rule(double type, int wall) const {
    return static_cast<std::size_t>(type) * static_cast<std::size_t>(walls) + static_cast<std::size_t>(wall);
  }
  // A grain by its number for the user; of a clump one of its balls.
  const ContactSide& side_of_grain(int grain) const { return types[kinds[kind_of_grain[grain]].types[0]]; }
  const HertzRule& wall_rule(double type, int wall) const { return wall_rules[number_of_wall_rule(type, wall)]; }
};

// A rigid body: used where there are clumps.
struct BodyRow {
  Vec3 position;  // [m]
  Vec3 velocity;  // [m/s]          half a step ago
  Vec3 momentum;  // [kg m^2/s]     angular, half a step ago
  Rotation rotation;
  Vec3 turning(const Vec3& inertia) const { return turning(inertia, momentum); }  // [rad/s]
  Vec3 turning(const Vec3& inertia, const Vec3& angular) const {
    const Vec3 l = rotation.inverse() * angular;
    return rotation * Vec3{l.x / inertia.x, l.y / inertia.y, l.z / inertia.z};
  }
};

// All balls and bodies at one instant.
struct SoftState {
  std::vector<BallRow> balls;
  std::vector<SpinRow> spins;
  std::vector<BodyRow> bodies;  // empty without clumps

  void archive(StateArchive& state) { state.fields(balls, spins, bodies); }
};

// Which ball is where: balls and bodies are kept in the order of their places, and blocks are stretches of it.
struct SoftOrder {
  std::vector<int> grain;       // of a body: its number for the user
  std::vector<int> kind;        // of a body
  std::vector<int> first_ball;  // of a body; one more at the end
  std::vector<int> body;        // of a ball
  std::vector<int> ball;        // of a ball: its number when counted through grain by grain
  std::vector<int> at;          // the other way: where the ball of such a number is

  void find_balls() {  // fills `at`
    at.resize(ball.size());
    for (std::size_t i = 0; i < ball.size(); ++i) at[ball[i]] = static_cast<int>(i);
  }
  void archive(StateArchive& state) { state.fields(grain, kind, first_ball, body, ball, at); }
};

}  // namespace resound
