#include <doctest/doctest.h>

#include <numbers>

#include "radiation/multipole_map.h"
#include "radiation/spherical_waves.h"

using namespace resound;
using Complex = std::complex<double>;

TEST_CASE("Bessel functions of every order agree with the standard library's") {
  for (const double z : {1e-8, 0.01, 0.5, 3.141592653589793, 4.4934, 20.0, 66.0}) {
    std::vector<double> j(61);
    spherical_bessel(z, j);
    for (unsigned l = 0; l <= 60; ++l) {
      const double exact = std::sph_bessel(l, z);
      if (std::abs(exact) > 1e-250)
        CHECK(j[l] == doctest::Approx(exact).epsilon(1e-10).scale(z < l ? std::abs(exact) : 1 / z));
    }
  }
}

TEST_CASE("outgoing waves satisfy j_l h_l' - j_l' h_l = -j / z^2") {
  for (const double z : {0.05, 1.0, 7.0, 40.0}) {
    std::vector<double> j(31);
    std::vector<Complex> h(31);
    spherical_bessel(z, j);
    spherical_hankel_undelayed(z, h);
    for (std::size_t l = 0; l < 30; ++l) {
      const double order = static_cast<double>(l);
      const double j_slope = order / z * j[l] - j[l + 1];
      const Complex h_slope = order / z * h[l] - h[l + 1];
      const Complex wronskian = (j[l] * h_slope - j_slope * h[l]) * std::polar(1.0, -z) * z * z;
      CHECK(std::abs(wronskian - Complex(0, -1)) < 1e-9);
    }
  }
}

TEST_CASE("harmonics add up to (2 l + 1) / 4 pi in every direction, also at the poles") {
  const SphericalHarmonics harmonics(60);
  std::vector<double> y(harmonic_count(60));
  for (const Vec3& u :
       {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, normalized({1, -2, 0.3}), normalized({1e-9, 0, 1})}) {
    harmonics.evaluate(u, y);
    for (int l = 0; l <= 60; ++l) {
      double sum = 0;
      for (int m = -l; m <= l; ++m) sum += y[harmonic_index(l, m)] * y[harmonic_index(l, m)];
      CHECK(sum == doctest::Approx((2 * l + 1) / (4 * std::numbers::pi)).epsilon(1e-10));
    }
  }
}

TEST_CASE("the first harmonics are 1, y, z, x") {
  const Vec3 u = normalized({0.3, -0.5, 0.8});
  std::vector<double> y(4);
  SphericalHarmonics(1).evaluate(u, y);
  const double one = std::sqrt(0.25 * std::numbers::inv_pi);
  CHECK(y[0] == doctest::Approx(one));
  CHECK(y[1] == doctest::Approx(std::sqrt(3) * one * u.y));
  CHECK(y[2] == doctest::Approx(std::sqrt(3) * one * u.z));
  CHECK(y[3] == doctest::Approx(std::sqrt(3) * one * u.x));
}

TEST_CASE("slopes of harmonics are their finite differences") {
  const SphericalHarmonics harmonics(25);
  const std::size_t count = harmonic_count(25);
  std::vector<double> y(count), slopes(count), ahead(count), behind(count);
  const Vec3 n{0.2, 0.9, -0.4};
  for (const Vec3& u : {Vec3{0, 0, 1}, normalized({1, -2, 0.3})}) {
    harmonics.evaluate(u, n, y, slopes);
    const double step = 1e-5;
    harmonics.evaluate(normalized(u + step * n), ahead);
    harmonics.evaluate(normalized(u - step * n), behind);
    for (std::size_t i = 0; i < count; ++i) {
      // the first-order stretch of u along itself is taken off by the normalising
      CHECK(slopes[i] == doctest::Approx((ahead[i] - behind[i]) / (2 * step)).epsilon(1e-5).scale(30));
    }
  }
}

TEST_CASE("a field solves the wave equation and keeps only its delay from afar") {
  ModeField field{9.0, 5, {}};
  for (int i = 0; i < 36; ++i) field.coefficients.push_back(std::polar(1.0 / (1 + i), 0.7 * i));
  const auto pressure = [&](const Vec3& at) {
    return transfer(field, at) * std::polar(1.0, -field.wavenumber * length(at));
  };
  const Vec3 place{0.7, -0.3, 0.9};
  const double h = 1e-3;
  Complex laplacian = -6.0 * pressure(place);
  for (const Vec3& axis : {Vec3{h, 0, 0}, Vec3{0, h, 0}, Vec3{0, 0, h}})
    laplacian += pressure(place + axis) + pressure(place - axis);
  const Complex left = laplacian / (h * h) + field.wavenumber * field.wavenumber * pressure(place);
  CHECK(std::abs(left) < 1e-4 * field.wavenumber * field.wavenumber * std::abs(pressure(place)));
  const Vec3 far = 1e5 * place;
  CHECK(std::abs(transfer(field, 2.0 * far) * 2.0 / transfer(field, far) - 1.0) < 1e-4);
}

TEST_CASE("all modes of a map at once give what each gives alone, and a place inside counts as the sphere's") {
  MultipoleMap map{{}, 0.5, {}};
  for (int order = 0; order < 7; ++order) {
    ModeField field{1.0 + order, order, {}};
    for (std::size_t i = 0; i < harmonic_count(order); ++i)
      field.coefficients.push_back(std::polar(1.0, 0.3 * static_cast<double>(i)));
    map.modes.push_back(field);
  }
  std::vector<double> re(7), im(7);
  const Vec3 outside{0.4, 0.5, -0.6}, inside = 0.1 * outside;
  transfers(map, outside, {}, re, im);
  for (std::size_t i = 0; i < 7; ++i)
    CHECK(std::abs(transfer(map.modes[i], outside) - Complex(re[i], im[i])) < 1e-12 * std::abs(Complex(re[i], im[i])));
  transfers(map, inside, {}, re, im);
  const Vec3 above = 0.5 * normalized(outside);
  for (std::size_t i = 0; i < 7; ++i)
    CHECK(std::abs(transfer(map.modes[i], above) - Complex(re[i], im[i])) < 1e-12 * std::abs(Complex(re[i], im[i])));
}
