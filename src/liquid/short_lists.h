#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "liquid/drift.h"
#include "liquid/near_lists.h"

namespace resound {

// Lists of neighbours reach farther than the kernel, so that they last. It saves work to leave out for some steps what
// cannot come within its reach meanwhile; that changes no result, for those beyond it add nothing. Each block of rows
// is shortened for itself, by as much as its own particles and those near them move against each other: a jet does not
// keep calm liquid from it. Lists of walls are shortened apart from those of liquid, for liquid that flows as one has
// walls that pass by.
//
// A list that reaches m farther costs 72 m pairs more at each step, and to shorten it every m/w steps costs as much as
// some 60 pairs, where w is how much nearer two can come in a step. Lengths are in dx.
class ShortLists {
 public:
  void begin(std::size_t rows);  // lists have been made anew; ways of walls count from then on as well
  // Marks the blocks that one may have neighbours in, itself included.
  void set_beside(std::size_t block, std::span<const std::uint8_t> is_beside);

  void moved(std::size_t block, const Drift& step) { blocks_[block].drift.add(step), blocks_[block].step = step; }
  void put_back(std::size_t block, double way) { blocks_[block].drift.widen(way); }  // [dx]

  // Will the lists do now? If not, they are to be written with a margin [dx] by which they reach farther than the
  // kernel; 0: that does not pay.
  bool is_short(std::size_t block) const;
  double shorten(std::size_t block);
  bool is_short_to_walls(std::size_t block, double wall_way) const;
  double shorten_to_walls(std::size_t block, double wall_way);

  NearLists& liquid() { return liquid_; }
  NearLists& walls() { return walls_; }

 private:
  struct Block {
    Drift drift;                        // since the lists were made
    Drift step;                         // in the last step
    double margin = 0, to_walls = 0;    // [dx]  of its lists; 0: there are none
    std::vector<std::uint32_t> beside;  // blocks
    std::vector<Drift> drifts;          // of those when the lists of liquid were shortened
    Drift own, own_to_walls;            // when lists of liquid, of walls were shortened
    double wall_way = 0;                // [dx]  likewise
  };
  std::vector<Block> blocks_;
  NearLists liquid_, walls_;
};

}  // namespace resound
