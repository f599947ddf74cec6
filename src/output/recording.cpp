#include "output/recording.h"

#include <algorithm>

namespace resound {
namespace {

void extend(std::vector<std::vector<float>>& channels, const std::vector<std::span<const double>>& block) {
  channels.resize(block.size());
  for (std::size_t c = 0; c < block.size(); ++c)
    std::ranges::transform(block[c], std::back_inserter(channels[c]), [](double p) { return static_cast<float>(p); });
}

}  // namespace

void MemoryRecorder::append(const Heard& heard) {
  extend(recording_.channels, heard.channels);
  recording_.stems.resize(heard.stems.size());
  for (std::size_t s = 0; s < heard.stems.size(); ++s) extend(recording_.stems[s], heard.stems[s]);
}

}  // namespace resound
