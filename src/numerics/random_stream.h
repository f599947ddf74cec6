#pragma once
#include <cstdint>

namespace resound {

// Counter-based random numbers [Salmon et al. 2011, Philox-4x32-10]: the n-th number of a stream is a function of
// (seed, object, event, n) alone, so results depend neither on order nor on threads.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint32_t object, std::uint64_t event);

  double uniform();  // in (0, 1): never exactly 0, so its log is finite
  double uniform(double low, double high);
  double exponential(double rate);  // mean 1 / rate
  double normal();                  // mean 0, variance 1
  std::uint64_t bits();

 private:
  std::uint32_t key_[2];
  std::uint32_t counter_[4];
  std::uint32_t block_[4] = {};
  int used_ = 4;
};

}  // namespace resound
