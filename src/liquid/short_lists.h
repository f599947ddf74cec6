#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "liquid/near_lists.h"

namespace resound {

// Lists of neighbours reach farther than the kernel, so that they last. It saves work to leave out for some steps what
// cannot come within its reach meanwhile; that changes no result, for those beyond it add nothing. Each block of rows
// is shortened for itself, by as much as its own particles and those near them move: a jet does not keep calm liquid
// from it.
//
// A list that reaches m farther costs 72 m pairs more at each step, and to shorten it every m/2w steps costs as much as
// some 60 pairs, where w is the way of a step. Lengths are in dx.
class ShortLists {
 public:
  void begin(std::size_t rows);  // lists have been made anew; ways of walls count from then on as well
  // Marks the blocks that one may have neighbours in, itself included.
  void set_beside(std::size_t block, std::span<const std::uint8_t> is_beside);

  void moved(std::size_t block, double way) { blocks_[block].way += way, blocks_[block].step_way = way; }  // [dx]
  void put_back(std::size_t block, double way) { blocks_[block].way += way; }                              // [dx]

  bool are_short(std::size_t block, double wall_way) const;  // and will do now
  // [dx]  how much farther than the kernel the lists of a block should reach; 0: it does not pay
  double margin_for(std::size_t block) const;
  void shorten(std::size_t block, double margin, double wall_way);  // lists are to be written now
  NearLists& liquid() { return liquid_; }
  NearLists& walls() { return walls_; }

 private:
  struct Block {
    double way = 0;                     // [dx]  of the fastest, since the lists were made
    double step_way = 0;                // [dx]  in the last step
    double margin = 0;                  // [dx]  of its lists; 0: there are none
    std::vector<std::uint32_t> beside;  // blocks
    std::vector<double> ways;           // [dx]  of those when the lists were shortened
    double own_way = 0, wall_way = 0;   // [dx]  likewise
  };
  std::vector<Block> blocks_;
  NearLists liquid_, walls_;
};

}  // namespace resound
