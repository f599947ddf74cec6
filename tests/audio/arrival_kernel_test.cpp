#include "audio/arrival_kernel.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "audio/kaiser_window.h"
#include "audio/spectrum.h"
#include "source_folder.h"

using namespace resound;
using namespace resound::test;

namespace {

struct Reference {
  double rate, frequency, worst_gain, best_gain, worst_error;
};

std::vector<Reference> read_reference() {
  std::ifstream file(RESOUND_TEST_DATA "/splat_error.csv");
  std::vector<Reference> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.find("sinc_8_8") == std::string::npos) continue;
    std::ranges::replace(line, ',', ' ');
    std::istringstream fields(line);
    std::string kernel;
    double mean;
    Reference row{};
    fields >> row.rate >> row.frequency >> kernel >> row.worst_gain >> row.best_gain >> mean >> row.worst_error;
    rows.push_back(row);
  }
  return rows;
}

// Response to an impulse splatted at a fraction of a sample, blended as a reader of the table does.
std::complex<double> splatted(const ArrivalKernel& kernel, double fraction, double frequency) {
  const double phase = fraction * ArrivalKernel::kPhases;
  const int row = static_cast<int>(phase);
  const double blend = phase - row;
  std::complex<double> sum = 0;
  for (int j = 0; j < ArrivalKernel::kTaps; ++j) {
    const double tap = kernel.row(row)[j] + blend * (kernel.row(row + 1)[j] - kernel.row(row)[j]);
    const double time = j - (ArrivalKernel::kReach - 1) - fraction;
    sum += tap * std::polar(1.0, -2 * std::numbers::pi * frequency * time);
  }
  return sum;
}

}  // namespace

TEST_CASE("the arrival kernel has the gains of the reference at every fraction of a sample") {
  const ArrivalKernel kernel;
  const auto rows = read_reference();
  REQUIRE(rows.size() == 16);
  for (const Reference& row : rows) {
    CAPTURE(row.rate);
    CAPTURE(row.frequency);
    double worst = 1e9, best = -1e9, error = 0;
    for (int i = 0; i < 1000; ++i) {
      const auto gain = splatted(kernel, i / 1000.0, row.frequency / row.rate);
      worst = std::min(worst, decibels(std::abs(gain)));
      best = std::max(best, decibels(std::abs(gain)));
      error = std::max(error, std::abs(gain - 1.0));
    }
    // the reference looks at some forty fractions and steps over the worst of all, one half
    CHECK(std::abs(worst - row.worst_gain) < 0.0025);
    CHECK(std::abs(best - row.best_gain) < 1e-5);
    CHECK(std::abs(decibels(error) - row.worst_error) < 0.2);
  }
}

TEST_CASE("blending two phases of the table is within -110 dB of the exact kernel") {
  const ArrivalKernel kernel;
  double worst = 0;
  for (int i = 0; i < 5000; ++i) {
    const double fraction = (i + 0.37) / 5000;
    const double phase = fraction * ArrivalKernel::kPhases;
    const int row = static_cast<int>(phase);
    double exact[ArrivalKernel::kTaps], sum = 0;
    for (int j = 0; j < ArrivalKernel::kTaps; ++j) {
      const double x = j - (ArrivalKernel::kReach - 1) - fraction;
      sum += exact[j] = sinc(x) * kaiser_window(x / ArrivalKernel::kReach, ArrivalKernel::kBeta);
    }
    for (int j = 0; j < ArrivalKernel::kTaps; ++j) {
      const double tap = kernel.row(row)[j] + (phase - row) * (kernel.row(row + 1)[j] - kernel.row(row)[j]);
      worst = std::max(worst, std::abs(tap - exact[j] / sum));
    }
  }
  CHECK(decibels(worst) < -110);
}
