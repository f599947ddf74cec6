#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "grain/hertz_rule.h"
#include "numerics/vec3.h"

namespace resound {

// A ball as the kernel wants it: one line of the cache, and half a line for its spin.
struct alignas(64) BallRow {
  Vec3 position;      // [m]
  double radius = 0;  // [m]
  Vec3 velocity;      // [m/s]  half a step ago
  double type = 0;    // number of its type, into the table of rules
};
struct alignas(32) SpinRow {
  Vec3 spin;  // [rad/s]  half a step ago
  double unused = 0;
};

// Two balls that are near each other: first < second.
struct BallPair {
  int first = 0, second = 0;
};

// What a contact remembers: its tangential spring and how deep it was.
struct alignas(32) ContactMemory {
  Vec3 spring;      // [N]  on the first
  double root = 0;  // [m^0.5]  of the overlap; 0: no contact
};

// Sum of what acts on a ball.
struct alignas(64) BallLoad {
  Vec3 force;  // [N]
  double unused = 0;
  Vec3 torque;  // [N m]
  double unused_too = 0;
};

// A number of pairs to be looked at in one step. Loads are added to balls from `begin` to `end` only: a pair that lies
// across the border of two blocks is computed by both, in the same way, to the same bits.
struct PairWork {
  const BallRow* balls = nullptr;
  const SpinRow* spins = nullptr;
  const HertzRule* rules = nullptr;  // by type of the first * types + type of the second
  int types = 1;
  double step = 0;    // [s]
  double period = 0;  // [m]
  int begin = 0, end = 0;
  std::vector<BallPair>* pairs = nullptr;
  std::vector<ContactMemory>* memory = nullptr;
  std::vector<std::uint8_t>* touching = nullptr;  // whether they touched before
  // Which of them touch and which do not; kept from step to step, to be emptied when pairs change
  std::vector<int>*close = nullptr, *apart = nullptr;
  std::vector<int>* moving = nullptr;  // between them; for the kernel's own use
  std::vector<int>* begun = nullptr;   // out: pairs that did not touch before and do now
  BallLoad* loads = nullptr;           // of `begin` first
};
void press_pairs(const PairWork& work);

// The same law for balls on walls.
struct alignas(64) WallPress {
  Vec3 normal;         // unit, from the ball to the wall
  double overlap = 0;  // [m]
  Vec3 sliding;        // [m/s]  of the ball's surface over the wall's, along the normal too
  double rule = 0;     // number in the table
  ContactMemory memory;
  Vec3 force;  // [N]  out: on the ball
  double unused = 0;
};
void press_walls(const HertzRule* rules, std::span<WallPress> presses, double step);  // [s]

double stored_energy(const HertzRule& rule, const ContactMemory& memory);  // [J]  in its two springs

}  // namespace resound
