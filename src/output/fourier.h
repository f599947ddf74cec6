#pragma once
#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace resound {

// Fourier transform of a real signal of fixed, even length n, and back. Not normalised: back(forward(x)) = n x.
class RealFourier {
 public:
  explicit RealFourier(int length);
  ~RealFourier();
  RealFourier(const RealFourier&) = delete;
  RealFourier& operator=(const RealFourier&) = delete;

  int length() const { return length_; }
  std::span<std::complex<float>> forward(std::span<const float> signal);  // n / 2 + 1 bins
  std::span<float> backward(std::span<const std::complex<float>> spectrum);

 private:
  struct Plans;
  int length_;
  std::unique_ptr<Plans> plans_;
};

int power_of_two_at_least(std::int64_t count);

}  // namespace resound
