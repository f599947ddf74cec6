#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"

namespace resound {

// Neighbours by their row, filled up to a multiple of list_step() with one that does not count.
using NearList = std::span<const std::uint32_t>;

std::size_t list_step();  // lanes of this processor, a power of two

// Who is near whom: a list for each of some rows, in blocks that threads build side by side.
class NearLists {
 public:
  static constexpr std::size_t kBlock = 128;  // rows

  void resize(std::size_t rows);

  // Begins the lists of a block anew; its rows follow in order.
  void begin(std::size_t block) { blocks_[block].used = 0, blocks_[block].ends.clear(); }
  std::uint32_t* room(std::size_t block, std::size_t most);  // for so many more in the list of the next row
  void added(std::size_t block, std::size_t count) { blocks_[block].used += count; }
  void close(std::size_t block, std::uint32_t fill);  // that list is complete

  // Room for lists of which none is longer than that of the same row there; `ends` are to be written.
  void begin_like(std::size_t block, const NearLists& lists);

  // Lists of `rows` others: whoever has one of them in his list is in theirs, in order.
  void invert(const NearLists& lists, std::size_t rows, std::uint32_t fill);

  NearList of(std::size_t row) const {
    const Block& block = blocks_[row / kBlock];
    const std::size_t k = row % kBlock, first = k == 0 ? 0 : block.ends[k - 1];
    return {block.others.data() + first, block.ends[k] - first};
  }
  std::size_t rows() const { return rows_; }
  std::size_t pairs() const;  // listed in all, fill included
  std::size_t pairs(std::size_t block) const { return blocks_[block].used; }

  // The lists of a block as they lie: that of its row k from end k - 1 to end k.
  template <class Number>
  struct Lists {
    Number *others = nullptr, *ends = nullptr;
    Number* begin(std::size_t k) const { return others + (k == 0 ? 0 : ends[k - 1]); }
    Number* end(std::size_t k) const { return others + ends[k]; }
  };
  Lists<const std::uint32_t> lists(std::size_t block) const {
    return {blocks_[block].others.data(), blocks_[block].ends.data()};
  }
  Lists<std::uint32_t> lists(std::size_t block) { return {blocks_[block].others.data(), blocks_[block].ends.data()}; }

 private:
  struct Block {
    std::vector<std::uint32_t> others, ends;
    std::size_t used = 0;
  };
  std::vector<Block> blocks_;
  std::size_t rows_ = 0;
};

// Runs `work(block, first row, end)` for all blocks of so many rows, perhaps on several threads.
template <class Work>
void for_blocks(std::size_t rows, const Work& work) {
  const std::size_t blocks = (rows + NearLists::kBlock - 1) / NearLists::kBlock;
  if (blocks == 0) return;
  parallel_for(blocks, [&](std::size_t block) {
    work(block, block * NearLists::kBlock, std::min(rows, (block + 1) * NearLists::kBlock));
  });
}

}  // namespace resound
