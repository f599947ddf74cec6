#include "propagation/splat.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace resound;

namespace {

// The same by the definition: each value in the shape of the kernel, blended between two rows of its table.
std::vector<double> plain_splat(const ArrivalKernel& kernel, const std::vector<double>& positions,
                                const std::vector<double>& values, std::size_t length) {
  std::vector<double> lane(length);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double whole = std::floor(positions[i]), phase = (positions[i] - whole) * ArrivalKernel::kPhases;
    const int row = static_cast<int>(phase);
    for (int j = 0; j < ArrivalKernel::kTaps; ++j) {
      const double a = kernel.row(row)[j], b = kernel.row(row + 1)[j];
      lane[static_cast<std::size_t>(whole) + static_cast<std::size_t>(j) - (ArrivalKernel::kReach - 1)] +=
          values[i] * (a + (phase - row) * (b - a));
    }
  }
  return lane;
}

}  // namespace

TEST_CASE("arrivals are splatted as the kernel's table says, for both kernels and any number of arrivals and lanes") {
  for (const ArrivalKernel& kernel : {ArrivalKernel(), ArrivalKernel::as_published()})
    for (const std::size_t count : {1, 13, 64, 65, 130})
      for (int lanes = 1; lanes <= 5; ++lanes) {
        CAPTURE(kernel.is_narrow());
        CAPTURE(count);
        CAPTURE(lanes);
        const std::size_t length = count + 30, stride = count + 5;
        std::vector<double> positions, values(static_cast<std::size_t>(lanes) * stride);
        constexpr double kFirst = 256;
        std::vector<double> arrivals;
        for (std::size_t i = 0; i < count; ++i) {
          arrivals.push_back(kFirst + 9.3 + 1.017 * static_cast<double>(i));
          positions.push_back(arrivals.back() - kFirst);
        }
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(1.0 + 3.1 * static_cast<double>(i));
        std::vector<double> splatted(static_cast<std::size_t>(lanes) * length);
        splat(kernel, arrivals,
              {lanes, values.data(), static_cast<std::ptrdiff_t>(stride), splatted.data(),
               static_cast<std::ptrdiff_t>(length), kFirst});
        double off = 0;
        for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes); ++lane) {
          const std::vector<double> own(values.begin() + static_cast<std::ptrdiff_t>(lane * stride), values.end());
          const std::vector<double> expected = plain_splat(kernel, positions, own, length);
          for (std::size_t k = 0; k < length; ++k)
            off = std::max(off, std::abs(splatted[lane * length + k] - expected[k]));
        }
        CHECK(off < 1e-14);
      }
}
