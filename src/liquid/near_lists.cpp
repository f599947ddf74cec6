#include "liquid/near_lists.h"

#include "liquid/liquid_rows.h"

namespace resound {

void NearLists::resize(std::size_t rows) {
  rows_ = rows;
  blocks_.resize((rows + kBlock - 1) / kBlock);
}

std::uint32_t* NearLists::room(std::size_t block, std::size_t most) {
  Block& b = blocks_[block];
  if (b.others.size() < b.used + most + 2 * kListStep) b.others.resize(2 * (b.used + most + 2 * kListStep));
  return b.others.data() + b.used;
}

void NearLists::close(std::size_t block, std::uint32_t fill) {
  std::uint32_t* to = room(block, 0);
  Block& b = blocks_[block];
  for (const std::size_t step = list_step(); b.used % step != 0; ++b.used) *to++ = fill;
  b.ends.push_back(static_cast<std::uint32_t>(b.used));
}

void NearLists::begin_like(std::size_t block, const NearLists& lists) {
  const Block& like = lists.blocks_[block];
  blocks_[block].used = 0;
  blocks_[block].ends.resize(like.ends.size());
  room(block, like.used);
}

void NearLists::invert(const NearLists& lists, std::size_t rows, std::uint32_t fill) {
  std::vector<std::uint32_t> count(rows, 0), next(rows);
  for (std::size_t i = 0; i < lists.rows(); ++i)
    for (const std::uint32_t other : lists.of(i))
      if (other < rows) ++count[other];
  resize(rows);
  const std::size_t step = list_step();
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    Block& block = blocks_[b];
    begin(b);
    for (std::size_t row = b * kBlock; row < std::min(rows, (b + 1) * kBlock); ++row) {
      next[row] = static_cast<std::uint32_t>(block.used);
      block.used += (count[row] + step - 1) / step * step;
      block.ends.push_back(static_cast<std::uint32_t>(block.used));
    }
    block.others.assign(block.used, fill);
  }
  for (std::size_t i = 0; i < lists.rows(); ++i)
    for (const std::uint32_t other : lists.of(i))
      if (other < rows) blocks_[other / kBlock].others[next[other]++] = static_cast<std::uint32_t>(i);
}

std::size_t NearLists::pairs() const {
  std::size_t sum = 0;
  for (const Block& block : blocks_) sum += block.used;
  return sum;
}

}  // namespace resound
