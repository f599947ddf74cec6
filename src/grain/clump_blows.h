#pragma once
#include <span>
#include <vector>

#include "grain/soft_block.h"

namespace resound {

// What is told of clumps. Their balls touch many at a time and in quick turn, and none of these touches stops the whole
// grain: told one by one, each as if it did, they would be heard tens of decibels too loud. So the touches of two
// bodies from one side that begin while others of theirs go on are one blow, which is told when they have parted. Its
// speed is that with which two balls of their masses would have given the impulse that was really given; time is when
// it was over, place and normal are where and which way it acted on the whole.
//
// A touch that lasts much longer than a blow rests: it ends then, less what it bears at rest. A blow that never ends
// because other touches always begin in time is told now and then.
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
    Vec3 place;          // [m]    when it began
    Vec3 normal;         // unit, from the first
    double begun = 0;    // [s]
    double longest = 0;  // [s]    what lasts longer rests
    double push = 0;     // [N s]  until now
  };
  struct Blow {
    int first = 0, second = 0;  // grains, or a grain and a wall, as in Collision
    Vec3 place;                 // [m]  where its first touch began
    Vec3 normal;                // unit, of that
    double begun = 0;           // [s]
    double longest = 0;         // [s]  then what it has so far is told
    // Of touches that are over:
    Vec3 push;           // [N s]  on the second
    double pushing = 0;  // [N s]  the same, whatever the directions
    Vec3 way_sum;        // [N s m]  from the first place to those of the touches, by how hard they pushed
    std::vector<Touch> touches;

    void archive(StateArchive& state) {
      state.fields(first, second, place, normal, begun, longest, push, pushing, way_sum, touches);
    }
  };

  void begin(const SoftBlock::Step& step, const ClumpTouch& touch);
  void press(const SoftBlock::Step& step, std::span<const SoftBlock> blocks, Blow& blow);
  void tell(const SoftBlock::Step& step, Blow& blow);

  std::vector<Blow> blows_;
  std::vector<Collision> told_;
};

}  // namespace resound
