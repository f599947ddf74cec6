#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace resound {

// Which place each of many times within a window has in their order; in linear time where they are spread over it.
// Times are whole 2^-36ths of the window, so that one number holds a time and whose it is.
class TimeOrder {
 public:
  void begin(std::size_t size);                // for so many times, fewer than 2^28
  void put(std::size_t number, double part) {  // part: 0 … 1 of the window; different numbers by any thread
    keys_[number] = static_cast<std::uint64_t>(part * kParts) << kNumberBits | number;
  }
  void sort();

  double part(std::size_t number) const {  // of the window, as it was put, rounded down
    return static_cast<double>(static_cast<std::int64_t>(keys_[number] >> kNumberBits)) * (1 / kParts);
  }
  std::size_t place(std::size_t number) const { return places_[number]; }

 private:
  static constexpr int kNumberBits = 28;
  static constexpr double kParts = 68719476736.0;  // 2^36
  std::vector<std::uint64_t> keys_, ordered_;
  std::vector<std::uint32_t> next_, places_;
};

}  // namespace resound
