#include "audio/sharp_low_pass.h"

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "audio/kaiser_window.h"

namespace resound {
namespace {

constexpr int kWaves = 26;                                 // up to a little beyond the edge of the stop band, 2 R kStop
constexpr double kPass = 18 / 44.1, kStop = 0.5 - 0.002;   // [cycles a frame]
constexpr double kFarthest = 4;                            // [cycles a frame]  what is stopped here is stopped beyond
constexpr double kStopWeight = 3000;                       // of what is not stopped, against what does not pass
constexpr double kGrid = 1 / (32 * SharpLowPass::kReach);  // [cycles a frame]  ripples are 16 times as wide

// What each wave passes, cut off at the reach.
Eigen::VectorXd responses(double frequency) {
  const double cycles = 2 * SharpLowPass::kReach * frequency;
  Eigen::VectorXd all(kWaves);
  for (int k = 0; k < kWaves; ++k) all(k) = SharpLowPass::kReach * (sinc(cycles - k) + sinc(cycles + k));
  return all;
}

}  // namespace

SharpLowPass::SharpLowPass(const std::function<double(double)>& wanted) {
  Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(kWaves, kWaves);
  Eigen::VectorXd passed = Eigen::VectorXd::Zero(kWaves);
  const auto count_in = [&](double frequency, double weight) {
    const Eigen::VectorXd here = responses(frequency);
    squares.selfadjointView<Eigen::Lower>().rankUpdate(here, weight);
    return here;
  };
  for (double f = kGrid / 2; f < kPass; f += kGrid) passed += wanted(f) * count_in(f, 1);
  for (double f = kStop + kGrid / 2; f < kFarthest; f += kGrid) count_in(f, kStopWeight);
  const Eigen::VectorXd waves = squares.selfadjointView<Eigen::Lower>().llt().solve(passed);
  waves_.assign(waves.begin(), waves.end());
}

// Clenshaw's sum.
double SharpLowPass::operator()(double time) const {
  if (std::abs(time) >= kReach) return 0;
  const double x = std::cos(std::numbers::pi * time / kReach);
  double next = 0, after = 0;
  for (std::size_t k = waves_.size() - 1; k > 0; --k) {
    const double here = waves_[k] + 2 * x * next - after;
    after = next;
    next = here;
  }
  return waves_[0] + x * next - after;
}

}  // namespace resound
