#include "radiation/multipole_map.h"

#include <algorithm>
#include <cassert>

#include "radiation/spherical_waves.h"

namespace resound {
namespace {

using Complex = std::complex<double>;

// Of h_l e^{jz} the part that goes as 1/z is j^{l+1} / z; see the header for what motion makes of the two.
void set_in_motion(double z, const Approach& approach, std::span<Complex> hankel) {
  const Complex far_gain(1, -(approach.toward - approach.square) / (z * (1 - approach.toward)));
  Complex far(0, 1 / z);
  for (Complex& h : hankel) {
    h = far * far_gain + (h - far) * (1 - approach.toward);
    far *= Complex(0, 1);
  }
}

// sum over l of h_l (k r) e^{jkr} times the sum over m of a_lm Y_lm
Complex sum_of_waves(const ModeField& field, double distance, const Approach& approach,
                     std::span<const double> harmonics, std::span<Complex> hankel) {
  if (field.wavenumber <= 0 || field.coefficients.empty()) return 0;
  const auto radial = hankel.first(static_cast<std::size_t>(field.order + 1));
  spherical_hankel_undelayed(field.wavenumber * distance, radial);
  if (approach != Approach{}) set_in_motion(field.wavenumber * distance, approach, radial);
  Complex sum = 0;
  for (int l = 0; l <= field.order; ++l) {
    // two sums each, since an addition waits for the one before it; the number of terms is odd
    const std::size_t first = harmonic_index(l, -l), last = harmonic_index(l, l);
    double re = field.coefficients[first].real() * harmonics[first], re_2 = 0;
    double im = field.coefficients[first].imag() * harmonics[first], im_2 = 0;
    for (std::size_t i = first + 1; i < last; i += 2) {
      re += field.coefficients[i].real() * harmonics[i];
      im += field.coefficients[i].imag() * harmonics[i];
      re_2 += field.coefficients[i + 1].real() * harmonics[i + 1];
      im_2 += field.coefficients[i + 1].imag() * harmonics[i + 1];
    }
    const double real = re + re_2, imaginary = im + im_2;
    const Complex h = radial[static_cast<std::size_t>(l)];
    sum += Complex(real * h.real() - imaginary * h.imag(), real * h.imag() + imaginary * h.real());
  }
  return sum;
}

Vec3 direction_of(const Vec3& place, double distance) { return distance > 0 ? place / distance : Vec3{0, 0, 1}; }

}  // namespace

Complex transfer(const ModeField& field, const Vec3& place) { return transfer(field, place, {}); }

Complex transfer(const ModeField& field, const Vec3& place, const Approach& approach) {
  const double distance = length(place);
  assert(distance > 0 && field.coefficients.size() == harmonic_count(field.order));
  std::vector<double> harmonics(harmonic_count(field.order));
  std::vector<Complex> hankel(static_cast<std::size_t>(field.order + 1));
  SphericalHarmonics(field.order).evaluate(direction_of(place, distance), harmonics);
  return sum_of_waves(field, distance, approach, harmonics, hankel);
}

void transfers(const MultipoleMap& map, const Vec3& place, const Approach& approach, std::span<double> real,
               std::span<double> imaginary) {
  assert(real.size() >= map.modes.size() && imaginary.size() >= map.modes.size());
  int order = 0;
  for (const ModeField& field : map.modes) order = std::max(order, field.order);
  const double outside = length(place), distance = std::max(outside, map.radius);
  std::vector<double> harmonics(harmonic_count(order));
  std::vector<Complex> hankel(static_cast<std::size_t>(order + 1));
  SphericalHarmonics(order).evaluate(direction_of(place, outside), harmonics);
  for (std::size_t i = 0; i < map.modes.size(); ++i) {
    const Complex value = sum_of_waves(map.modes[i], distance, approach, harmonics, hankel);
    real[i] = value.real(), imaginary[i] = value.imag();
  }
}

}  // namespace resound
