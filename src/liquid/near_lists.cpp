#include "liquid/near_lists.h"

namespace resound {

void NearLists::resize(std::size_t rows) {
  rows_ = rows;
  blocks_.resize((rows + kBlock - 1) / kBlock);
}

void NearLists::close(std::size_t block, std::uint32_t nowhere) {
  Block& b = blocks_[block];
  while (b.others.size() % kListStep != 0) b.others.push_back(nowhere);
  b.ends.push_back(static_cast<std::uint32_t>(b.others.size()));
}

std::size_t NearLists::pairs() const {
  std::size_t sum = 0;
  for (const Block& block : blocks_) sum += block.others.size();
  return sum;
}

}  // namespace resound
