#pragma once
#include <span>
#include <vector>

#include "base/clock.h"

namespace resound {

// What reached one receiver: one signal for each channel of its direction basis.
struct ReceiverArrivals {
  std::vector<std::span<const double>> channels;  // [Pa]
};

// What the air delivered during one block. It lags the block of emission by a constant latency (half an arrival kernel
// and half a differentiator), so the block has a first sample of its own, which may be negative at the start.
struct Arrivals {
  SampleIndex first = 0;
  int count = 0;
  std::vector<ReceiverArrivals> receivers;  // the sum over all objects
  std::vector<std::vector<ReceiverArrivals>>
      stems;  // [object that can sound][receiver]; empty unless stems are asked for
};

}  // namespace resound
