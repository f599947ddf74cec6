#pragma once
#include <functional>
#include <vector>

namespace resound {

// The last filter before a lower rate, at any fraction of a frame. Times and frequencies are those of the lower rate:
//   h(t) = c_0 + c_1 cos(pi t / R) + c_2 cos(2 pi t / R) + …,  |t| < R
// Of all such filters the one with the least error, squared and summed over frequencies: an equal error everywhere
// would be shorter still, but not as even in what it passes.
//
// Passes 15 of 44.1 kHz within 0.013 dB and 18 within 0.1 of what is wanted of it; from half the rate on, everything is
// 82 dB down.
class SharpLowPass {
 public:
  // What it shall pass at each frequency [cycles a frame]: one, unless it gives back what an earlier filter has taken.
  explicit SharpLowPass(const std::function<double(double frequency)>& wanted = [](double) { return 1.0; });

  static constexpr double kReach = 22;   // [frames]  R
  double operator()(double time) const;  // [frames]  1 in all, if that is wanted

 private:
  std::vector<double> waves_;
};

}  // namespace resound
