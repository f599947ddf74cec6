#pragma once
#include <complex>
#include <span>
#include <vector>

#include "numerics/vec3.h"

// The two halves of a spherical wave: how it goes with distance and how with direction.
namespace resound {

constexpr std::size_t harmonic_count(int order) {
  return static_cast<std::size_t>(order + 1) * static_cast<std::size_t>(order + 1);
}
constexpr std::size_t harmonic_index(int l, int m) { return static_cast<std::size_t>(l * l + l + m); }

// j_0 … j_order of z >= 0; `out` holds order + 1. Downward (Miller), since upward loses every digit beyond l = z.
void spherical_bessel(double z, std::span<double> out);

// h_0 … h_order of the second kind times e^{+jz}: what is left of an outgoing wave without its delay. Upward, where h
// grows.
void spherical_hankel_undelayed(double z, std::span<std::complex<double>> out);

// Real spherical harmonics, orthonormal on the sphere, without the Condon-Shortley sign:
//   Y_lm = N_lm P_l^|m|(cos theta) { sqrt2 cos(m phi), 1, sqrt2 sin(|m| phi) }   for m > 0, = 0, < 0
// Computed as polynomials of a unit vector (P_l^m / sin^m theta times the real and imaginary part of (x + iy)^m), so
// that nothing is singular at the poles. Good to order 80.
class SphericalHarmonics {
 public:
  explicit SphericalHarmonics(int order);

  int order() const { return order_; }
  // All values at a direction, harmonic_count(order) of them.
  void evaluate(const Vec3& unit, std::span<double> values) const;
  // Also the derivative along a step `along` from the end of the unit vector, which need not be tangent: the part that
  // is counts.
  void evaluate(const Vec3& unit, const Vec3& along, std::span<double> values, std::span<double> slopes) const;

 private:
  void fill_polynomials(double t, std::span<double> q) const;

  int order_;
  std::vector<double> rise_, fall_;  // of the recurrence in l, at l (l + 1) / 2 + m
  std::vector<double> climb_;        // d q_lm / dt = climb q_{l,m+1}
};

}  // namespace resound
