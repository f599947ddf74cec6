#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "grain/soft_model.h"

namespace resound {

// A part of a wall near a ball.
struct WallCandidate {
  int ball = 0, wall = 0, part = 0;
};

// A ball that presses on a wall. A wall that bends under it (a corner, an edge) is met in several directions at once,
// each of which is a contact of its own; parts that are met in nearly the same direction are one, the nearest.
struct WallTouch {
  int ball = 0, wall = 0;
  Vec3 away;  // unit, from the wall
  ContactMemory memory;
  Vec3 force;  // [N]  on the ball
};

inline constexpr double kSameWay = 0.9;  // [1]  cosine: parts of a wall in directions nearer than this are one contact

// A touch of a clump that begins; what is told of it comes when it is over.
struct ClumpTouch {
  int first = 0, second = 0;  // grains, or a grain and a wall, as in Collision
  Vec3 place;                 // [m]
  Vec3 normal;                // unit, from first to second
  int ball = 0, other = 0;    // of the first; of the second, or a wall as in Collision
};

// A stretch of the balls that one thread at a time works on, with all contacts of theirs: reads the state now, writes
// its own balls into the next one. Pairs across a border belong to both blocks. How balls are shared out into blocks
// depends on their number alone, so that sums come out the same for any number of threads.
class SoftBlock {
 public:
  int begin = 0, end = 0;  // balls
  int first_body = 0, end_body = 0;
  std::vector<BallPair> pairs;
  std::vector<ContactMemory> memory;      // of the pairs
  std::vector<std::uint8_t> touching;     // of the pairs
  std::vector<WallCandidate> candidates;  // by ball, then by wall
  std::vector<WallTouch> touches;         // by ball

  struct Step {
    const SoftModel& model;
    const std::vector<SoftWall>& walls;
    const SoftOrder& order;
    const SoftState& now;
    SoftState& next;
    double time;  // [s]  now
  };
  void advance(const Step& step);

  // Of the last step:
  std::vector<Collision> collisions;  // of balls
  std::vector<ClumpTouch> clump_touches;
  double fastest = 0;  // [m/s]
  double work = 0;     // [J]  done by moving walls

  double spring_energy(const SoftModel& model, const SoftState& now) const;  // [J]  without the other blocks' share
  Vec3 force_of_wall(int wall) const;                                        // [N]  on the balls
  void forget_pairs();
  void add_pair(const BallPair& pair, const ContactMemory& memory);  // the first is its own
  // Those with balls of its own, when all blocks have their pairs; they come before the others.
  void take_pairs_from(std::span<const SoftBlock> before);
  void archive(StateArchive& state);

 private:
  void tell_pairs(const Step& step);
  void tell(const Step& step, const Collision& collision, int ball, int other);
  void find_touches(const Step& step);
  void note_touch(const Step& step, const WallCandidate& where, const Near& near);
  void bear_walls(const Step& step);
  void move_balls(const Step& step);
  void move_bodies(const Step& step);

  std::vector<BallPair> across_;  // of the pairs, those whose second ball lies behind its end
  std::vector<ContactMemory> memory_across_;
  std::vector<BallLoad> loads_;
  std::vector<int> close_, apart_;  // pairs that touch, and those that do not
  std::vector<int> moving_, begun_;
  std::vector<WallPress> presses_;  // of the touches
  std::vector<WallTouch> before_;   // touches of the step before
  std::size_t next_before_ = 0;
};

}  // namespace resound
