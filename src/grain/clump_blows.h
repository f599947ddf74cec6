#pragma once
#include <span>
#include <vector>

#include "grain/soft_block.h"

namespace resound {

// What is told of clumps. Their balls touch many at a time and in quick turn, and none of these touches stops the whole
// grain: told one by one, each as if it did, they would be heard tens of decibels too loud. So the touches of two
// bodies that begin while others of theirs go on are one blow, which is told when they have parted, or when it has
// lasted so long that they rest. Its speed is that with which two balls of their masses would have given the impulse
// that was really given; time is when it was over, place and normal are where and which way it acted on the whole.
class ClumpBlows {
 public:
  // After a step of the blocks: adds what has begun, and tells what is over.
  void step(const SoftBlock::Step& step, std::span<const SoftBlock> blocks);
  std::span<const Collision> told() const { return told_; }  // of the last step

  void archive(StateArchive& state) { state.fields(blows_); }

 private:
  // Of two balls or a ball and a wall, by the balls' numbers that do not change.
  struct Touch {
    int ball = 0, other = 0;
    Vec3 place;        // [m]
    Vec3 normal;       // unit, from the first
    double force = 0;  // [N]  now
  };
  struct Blow {
    int first = 0, second = 0;  // grains, or a grain and a wall, as in Collision
    double begun = 0;           // [s]
    Vec3 push;                  // [N s]   on the second
    double pushing = 0;         // [N s]   the same, whatever the directions
    Vec3 moment;                // [N s m] of the places, by how hard was pushed there
    std::vector<Touch> touches;

    void archive(StateArchive& state) { state.fields(first, second, begun, push, pushing, moment, touches); }
  };

  void begin(const SoftBlock::Step& step, const ClumpTouch& touch);
  void press(const SoftBlock::Step& step, std::span<const SoftBlock> blocks, Blow& blow);
  void tell(const SoftBlock::Step& step, const Blow& blow);

  std::vector<Blow> blows_;
  std::vector<Collision> told_;
};

}  // namespace resound
