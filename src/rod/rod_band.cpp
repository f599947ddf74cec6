#include "rod/rod_band.h"

#include <algorithm>
#include <cmath>

namespace resound {

bool RodBand::factor() {
  for (std::size_t i = 0; i < size_; ++i) {
    double* row = rows_.data() + i * width_ + width_ - 1 - i;  // row[j] = L(i, j), as j may be counted from 0
    const std::size_t first = i >= width_ ? i - width_ + 1 : 0;
    for (std::size_t j = first; j <= i; ++j) {
      const double* other = rows_.data() + j * width_ + width_ - 1 - j;
      double sum = row[j];
      for (std::size_t k = std::max(first, j >= width_ ? j - width_ + 1 : 0); k < j; ++k) sum -= row[k] * other[k];
      if (j < i)
        row[j] = sum * other[j];  // the diagonal holds its inverse
      else if (sum > 0)
        row[i] = 1 / std::sqrt(sum);
      else
        return false;
    }
  }
  return true;
}

void RodBand::solve(std::span<double> right) const {
  for (std::size_t i = 0; i < size_; ++i) {
    const double* row = rows_.data() + i * width_ + width_ - 1 - i;
    double sum = right[i];
    for (std::size_t k = i >= width_ ? i - width_ + 1 : 0; k < i; ++k) sum -= row[k] * right[k];
    right[i] = sum * row[i];
  }
  for (std::size_t i = size_; i-- > 0;) {
    const double* row = rows_.data() + i * width_ + width_ - 1 - i;
    right[i] *= row[i];
    for (std::size_t k = i >= width_ ? i - width_ + 1 : 0; k < i; ++k) right[k] -= row[k] * right[i];
  }
}

}  // namespace resound
