#include "radiation/kick_shape.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>

#include "numerics/pi.h"

namespace resound {
namespace {

constexpr int kNodes = 4;
constexpr std::size_t kMostSpheres =
    4096;  // then the table begins anew: grains of countless sizes must not fill memory

double node(int j) { return std::cos((2 * j + 1) * kPi / (4 * kNodes)); }  // of the band

std::complex<double> size_effect(double phase) {  // S
  const std::complex<double> x(0, phase);
  return std::exp(x) / (1.0 + x + x * x / 2.0);
}

// W = sum of w_k u^(2k), u = w d/2: cos(u) times the geometric series of (2u/pi)^2.
double width_coefficient(int k) {
  double coefficient = 0, cosine = 1;
  for (int j = 0; j <= k; ++j) {
    coefficient += cosine * std::pow(4 / (kPi * kPi), k - j);
    cosine *= -1.0 / ((2 * j + 1) * (2 * j + 2));
  }
  return coefficient;
}

// Rows: coefficients q0 ... q6 from the real (even) and imaginary (odd) parts of Q at the nodes. Four values determine
// the four even ones; three odd ones are fitted to four.
Eigen::Matrix<double, 4, kNodes> even_fit() {
  Eigen::Matrix4d powers;
  for (int j = 0; j < kNodes; ++j)
    for (int k = 0; k < 4; ++k) powers(j, k) = (k % 2 ? -1 : 1) * std::pow(node(j), 2 * k);
  return powers.inverse();
}
Eigen::Matrix<double, 3, kNodes> odd_fit() {
  Eigen::Matrix<double, kNodes, 3> powers;
  for (int j = 0; j < kNodes; ++j)
    for (int k = 0; k < 3; ++k) powers(j, k) = (k % 2 ? -1 : 1) * std::pow(node(j), 2 * k + 1);
  return (powers.transpose() * powers).ldlt().solve(powers.transpose().eval());
}

}  // namespace

KickShaper::KickShaper(const KickFilters& filters, double speed_of_sound)
    : phase_per_metre_(filters.band() / speed_of_sound), phase_per_second_(filters.band() / 2) {}

bool KickShaper::can_shape(const SphereKick& kick) const {
  return kick.radius * phase_per_metre_ <= kLargest && kick.width * phase_per_second_ <= kWidest;
}

KickShaper::Sphere KickShaper::made_for(double radius) const {
  const Eigen::Matrix<double, 4, kNodes> even = even_fit();
  const Eigen::Matrix<double, 3, kNodes> odd = odd_fit();
  Sphere made;
  for (int power = 0; power < kSeries; ++power) {
    Eigen::Vector4d real, imaginary;
    for (int j = 0; j < kNodes; ++j) {
      const auto value =
          width_coefficient(power) * std::pow(node(j), 2 * power) * size_effect(radius * phase_per_metre_ * node(j));
      real[j] = value.real(), imaginary[j] = value.imag();
    }
    const Eigen::Vector4d q_even = even * real;
    const Eigen::Vector3d q_odd = odd * imaginary;
    auto& row = made.by_width[static_cast<std::size_t>(power)];
    for (std::size_t k = 0; k < 4; ++k) row[2 * k] = static_cast<float>(q_even[static_cast<Eigen::Index>(k)]);
    for (std::size_t k = 0; k < 3; ++k) row[2 * k + 1] = static_cast<float>(q_odd[static_cast<Eigen::Index>(k)]);
  }
  return made;
}

const KickShaper::Sphere& KickShaper::sphere(double radius) {
  if (radius == last_radius_) return spheres_[last_];
  if (const auto known = by_radius_.find(radius); known != by_radius_.end()) {
    last_ = known->second;
  } else {
    if (spheres_.size() >= kMostSpheres) spheres_.clear(), by_radius_.clear();
    last_ = spheres_.size();
    by_radius_.emplace(radius, last_);
    spheres_.push_back(made_for(radius));
  }
  last_radius_ = radius;
  return spheres_[last_];
}

void KickShaper::shape(const SphereKick& kick, KickShape& shape) {
  assert(can_shape(kick));
  const auto& by_width = sphere(kick.radius).by_width;
  const double phase = kick.width * phase_per_second_;
  const auto square = static_cast<float>(phase * phase);
  std::array<float, KickFilters::kTerms> q = by_width[kSeries - 1];
  for (std::size_t power = kSeries - 1; power-- > 0;)
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = q[k] * square + by_width[power][k];
  std::ranges::copy(q, shape.padded.begin() + 1);
}

KickShape KickShaper::delta() {
  KickShape shape;
  shape.padded[1] = 1;
  return shape;
}

}  // namespace resound
