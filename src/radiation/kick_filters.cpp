#include "radiation/kick_filters.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr double kHalfSpread = KickFilters::kSpread / 2.0;  // [rows]
constexpr double kSharpness = 2.3 * KickFilters::kSpread;

// Angles are of a row: pi is half the grid's rate.
constexpr double kPass = kPi * KickFilters::kBand;        // end of the band
constexpr double kStop = kPi * (1 - KickFilters::kBand);  // from here the halved rate folds into the band
constexpr int kPointsABand = 400;

// Two grains that collide cancel each other's low notes almost wholly, and what is left must not drown in what the
// filters do to high ones. So errors count in proportion to 1 / frequency, also to the frequency they fold to.
constexpr double kLowest = kPass / 100;

double psi(double x) {
  const double y = x / kHalfSpread;
  return std::abs(y) >= 1 ? 0.0 : std::exp(kSharpness * (std::sqrt(1 - y * y) - 1));
}

// The spectrum of psi by the trapezoidal rule after x = 3 sin(u): towards the ends everything vanishes.
double psi_spectrum(double angle) {
  constexpr int kSteps = 128;
  double sum = 0;
  for (int i = 1; i < kSteps; ++i) {
    const double u = kPi * (static_cast<double>(i) / kSteps - 0.5);
    const double x = kHalfSpread * std::sin(u);
    sum += std::exp(kSharpness * (std::cos(u) - 1)) * std::cos(angle * x) * kHalfSpread * std::cos(u);
  }
  return sum * kPi / kSteps;
}

struct Point {
  double angle = 0;
  double inverse_psi = 0;  // 0 in the stop band
  double importance = 1;
};

std::vector<Point> points() {
  std::vector<Point> all;
  for (int i = 0; i < kPointsABand; ++i) {  // Chebyshev places: dense towards the ends of a band
    const double x = 0.5 - 0.5 * std::cos(kPi * (i + 0.5) / kPointsABand);
    const double width = std::sqrt(x * (1 - x));
    const double low = kPass * x, high = kStop + (kPi - kStop) * x;
    const auto importance = [&](double heard) { return std::sqrt(width) * kPass / std::max(heard, kLowest); };
    all.push_back({low, 1 / psi_spectrum(low), importance(low)});
    all.push_back({high, 0, importance(kPi - high)});
  }
  return all;
}

// Symmetric filters have one free tap more than antisymmetric ones.
Eigen::MatrixXd responses(const std::vector<Point>& at, bool odd) {
  constexpr int reach = KickFilters::kReach;
  Eigen::MatrixXd response(static_cast<Eigen::Index>(at.size()), odd ? reach : reach + 1);
  for (Eigen::Index i = 0; i < response.rows(); ++i) {
    const Point& point = at[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < response.cols(); ++k) {
      const double angle = point.angle * static_cast<double>(odd ? k + 1 : k);
      response(i, k) = point.importance * (odd ? 2 * std::sin(angle) : k == 0 ? 1.0 : 2 * std::cos(angle));
    }
  }
  return response;
}

// Least squares. Column k of the result holds taps 0 (or 1) ... kReach of the filter for the k-th derivative, k even or
// odd.
Eigen::MatrixXd half_filters(const std::vector<Point>& at, bool odd) {
  Eigen::MatrixXd target(static_cast<Eigen::Index>(at.size()), KickFilters::kTerms / 2);
  for (Eigen::Index i = 0; i < target.rows(); ++i) {
    const Point& point = at[static_cast<std::size_t>(i)];
    for (int k = 0; k < target.cols(); ++k) {
      const double sign = k % 2 == 0 ? 1 : -1;  // of i^(2k)
      target(i, k) = point.importance * sign * point.inverse_psi * std::pow(point.angle / kPass, 2 * k + (odd ? 1 : 0));
    }
  }
  return responses(at, odd).colPivHouseholderQr().solve(target);
}

}  // namespace

KickFilters::KickFilters(SampleRate rate) : band_(2 * kPi * kBand * rate.hz) {
  spread_.resize((kPhases + 1) * kTerms);
  for (int phase = 0; phase <= kPhases; ++phase)
    for (int j = 0; j < kSpread; ++j)
      spread_[static_cast<std::size_t>(phase * kTerms + j)] =
          static_cast<float>(psi(j - 2 - static_cast<double>(phase) / kPhases));

  // a delta of weight one is `rate of the grid` high
  const double height = kRowsPerSample * rate.hz;  // [1/s]
  const std::vector<Point> at = points();
  const Eigen::MatrixXd even = height * half_filters(at, false), odd = height * half_filters(at, true);
  taps_.resize(kTaps * kTerms);
  const auto tap = [&](int row, int term) -> float& {
    return taps_[static_cast<std::size_t>((kReach + row) * kTerms + term)];
  };
  for (int term = 0; term < kTerms; ++term)
    for (int row = -kReach; row <= kReach; ++row) {
      const int away = std::abs(row);
      if (term % 2 == 0)
        tap(row, term) = static_cast<float>(even(away, term / 2));
      else if (away > 0)  // what lies behind a sample raises its slope
        tap(row, term) = static_cast<float>((row > 0 ? 1 : -1) * odd(away - 1, term / 2));
    }
}

}  // namespace resound
