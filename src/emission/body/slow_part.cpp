#include "emission/body/slow_part.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kSlow = 0.01;  // [1]  of the mode's frequency: below it a phasor stands still

}  // namespace

SlowPart::SlowPart(std::span<const BankMode> modes, SampleRate rate) : mean_(modes.size()) {
  for (const BankMode& mode : modes) share_.push_back(-std::expm1(-kSlow * mode.omega * rate.step()));
}

void SlowPart::take_from(std::span<double> real, std::span<double> imaginary, std::size_t count) {
  for (std::size_t i = 0; i < mean_.size(); ++i) {
    const double share = share_[i], kept = 1 - share;
    double* re = real.data() + i * count;
    double* im = imaginary.data() + i * count;
    Mean mean = mean_[i];
    for (std::size_t k = 0; k < count; ++k) {
      mean.real = kept * mean.real + share * re[k];
      mean.imaginary = kept * mean.imaginary + share * im[k];
      re[k] -= mean.real;
      im[k] -= mean.imaginary;
    }
    mean_[i] = mean;
  }
}

bool SlowPart::is_silent() const {
  return std::all_of(mean_.begin(), mean_.end(), [](const Mean& mean) {
    return 0.5 * (mean.real * mean.real + mean.imaginary * mean.imaginary) < kInaudibleEnergy;
  });
}

}  // namespace resound
