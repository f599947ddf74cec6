#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace resound {

// Which place each of many times has in their order; in linear time where they are spread over a window.
class TimeOrder {
 public:
  // The window begins at `begin` and lasts `length` [s]. Valid until the next call.
  std::span<const std::uint32_t> places(std::span<const double> times, double begin, double length);

 private:
  struct Entry {
    double time = 0;
    std::uint32_t number = 0;
  };
  std::vector<std::uint32_t> next_, bins_, places_;
  std::vector<Entry> ordered_;
};

}  // namespace resound
