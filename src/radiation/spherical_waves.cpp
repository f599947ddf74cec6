#include "radiation/spherical_waves.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

constexpr int kMostOrder = 100;
constexpr std::size_t kMostRows = static_cast<std::size_t>(kMostOrder + 2);

std::size_t triangle_index(int l, int m) { return static_cast<std::size_t>(l * (l + 1) / 2 + m); }

}  // namespace

void spherical_bessel(double z, std::span<double> out) {
  const int order = static_cast<int>(out.size()) - 1;
  if (z < 1e-30) {
    std::ranges::fill(out, 0.0);
    out[0] = 1;
    return;
  }
  // begin high enough that the wrong start has died out, and bring the whole to scale by j_0 or j_1
  const int start = std::max(order, static_cast<int>(z)) + 16 + static_cast<int>(2 * std::sqrt(40.0 + z));
  double above = 0, here = 1e-300, one = 0;
  for (int l = start; l > 0; --l) {
    const double below = (2 * l + 1) / z * here - above;  // j_{l-1}
    above = here, here = below;
    if (l - 1 <= order) out[static_cast<std::size_t>(l - 1)] = here;
    if (l == 2) one = here;
    if (std::abs(here) > 1e200) {
      above *= 1e-200, here *= 1e-200, one *= 1e-200;
      for (int i = l - 1; i <= order; ++i) out[static_cast<std::size_t>(i)] *= 1e-200;
    }
  }
  const double j0 = std::sin(z) / z;
  const double j1 = z < 0.01 ? z / 3 * (1 - z * z / 10) : (j0 - std::cos(z)) / z;
  const double scale = std::abs(j0) > std::abs(j1) ? j0 / here : j1 / one;
  for (double& value : out) value *= scale;
}

void spherical_hankel_undelayed(double z, std::span<std::complex<double>> out) {
  using Complex = std::complex<double>;
  out[0] = Complex(0, 1 / z);
  if (out.size() > 1) out[1] = Complex(-1 / z, 1 / (z * z));
  for (std::size_t l = 1; l + 1 < out.size(); ++l)
    out[l + 1] = (2 * static_cast<double>(l) + 1) / z * out[l] - out[l - 1];
}

// The recurrence in l of fully normalised Legendre functions keeps its form when sin^m is divided out:
//   q_lm = rise (t q_{l-1,m} - fall q_{l-2,m}),  rise^2 = (4 l^2 - 1) / (l^2 - m^2),
//   fall^2 = ((l-1)^2 - m^2) / (4 (l-1)^2 - 1)
SphericalHarmonics::SphericalHarmonics(int order) : order_(order) {
  assert(order >= 0 && order <= kMostOrder);
  rise_.resize(triangle_index(order + 1, 0));
  fall_.resize(rise_.size());
  climb_.resize(rise_.size());
  for (int l = 0; l <= order; ++l)
    for (int m = 0; m < l; ++m) {
      const double ll = static_cast<double>(l) * l, before = static_cast<double>(l - 1) * (l - 1), mm = m * m;
      rise_[triangle_index(l, m)] = std::sqrt((4 * ll - 1) / (ll - mm));
      fall_[triangle_index(l, m)] = l - 1 > m ? std::sqrt((before - mm) / (4 * before - 1)) : 0;
      climb_[triangle_index(l, m)] = std::sqrt(static_cast<double>(l - m) * (l + m + 1));
    }
}

void SphericalHarmonics::fill_polynomials(double t, std::span<double> q) const {
  double diagonal = 0.5 / std::sqrt(std::numbers::pi);
  for (int m = 0; m <= order_; ++m) {
    if (m > 0) diagonal *= std::sqrt((2.0 * m + 1) / (2.0 * m));
    double before = 0, here = diagonal;
    q[triangle_index(m, m)] = here;
    for (int l = m + 1; l <= order_; ++l) {
      const std::size_t at = triangle_index(l, m);
      const double next = rise_[at] * (t * here - fall_[at] * before);
      before = here, here = next;
      q[at] = here;
    }
  }
}

void SphericalHarmonics::evaluate(const Vec3& u, std::span<double> values) const {
  std::array<double, kMostRows*(kMostRows + 1) / 2> q;  // NOLINT: filled below
  fill_polynomials(u.z, q);
  double c = 1, s = 0;  // of (x + iy)^m
  for (int m = 0; m <= order_; ++m) {
    const double weight = m == 0 ? 1 : std::numbers::sqrt2;
    for (int l = m; l <= order_; ++l) {
      const double part = weight * q[triangle_index(l, m)];
      values[harmonic_index(l, m)] = part * c;
      if (m > 0) values[harmonic_index(l, -m)] = part * s;
    }
    const double next = c * u.x - s * u.y;
    s = c * u.y + s * u.x, c = next;
  }
}

void SphericalHarmonics::evaluate(const Vec3& u, const Vec3& along, std::span<double> values,
                                  std::span<double> slopes) const {
  std::array<double, kMostRows*(kMostRows + 1) / 2> q;  // NOLINT: filled below
  fill_polynomials(u.z, q);
  const Vec3 step = along - dot(along, u) * u;
  double c = 1, s = 0, c_slope = 0, s_slope = 0;  // (x + iy)^m, and its derivative along the step
  for (int m = 0; m <= order_; ++m) {
    const double weight = m == 0 ? 1 : std::numbers::sqrt2;
    for (int l = m; l <= order_; ++l) {
      const std::size_t at = triangle_index(l, m);
      const double part = weight * q[at];
      const double part_slope = l > m ? weight * climb_[at] * q[at + 1] * step.z : 0;
      values[harmonic_index(l, m)] = part * c;
      slopes[harmonic_index(l, m)] = part * c_slope + part_slope * c;
      if (m == 0) continue;
      values[harmonic_index(l, -m)] = part * s;
      slopes[harmonic_index(l, -m)] = part * s_slope + part_slope * s;
    }
    const int next_m = m + 1;  // d (x + iy)^(m+1) = (m + 1) (x + iy)^m (dx + i dy)
    c_slope = next_m * (c * step.x - s * step.y);
    s_slope = next_m * (c * step.y + s * step.x);
    const double next = c * u.x - s * u.y;
    s = c * u.y + s * u.x, c = next;
  }
}

}  // namespace resound
