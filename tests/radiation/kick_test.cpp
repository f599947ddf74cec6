#include <doctest/doctest.h>

#include "audio/spectrum.h"
#include "emission/csv.h"
#include "numerics/random_stream.h"
#include "radiation/kick_ear.h"
#include "radiation/touching_spheres.h"

using namespace resound;
using namespace resound::test;

namespace {

constexpr SampleRate kRate{44100};

double width_of_glass(double v) { return 0.89184 * 5.965815432954e-06 * std::pow(v, -0.2); }

// Two equal spheres that part along `normal`, both with this change of velocity.
std::vector<SphereKick> pair(double a, const Vec3& place, const Vec3& normal, double v, double middle, double width) {
  const Vec3 impulse = (kicked_air(a, kAir.density) * v) * normal;
  return {{place - a * normal, middle, -impulse, a, width, 0}, {place + a * normal, middle, impulse, a, width, 0}};
}

// 300 collisions of glass in a cup of 5 cm, within 60 ms.
std::vector<SphereKick> crowd(int seed, double slowest, double fastest) {
  RandomStream random(static_cast<std::uint64_t>(seed), 0, 0);
  std::vector<SphereKick> kicks;
  for (int i = 0; i < 300; ++i) {
    const Vec3 place{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)};
    const Vec3 normal = normalized({random.normal(), random.normal(), random.normal()});
    const double v = slowest * std::pow(fastest / slowest, random.uniform());
    for (const SphereKick& kick : pair(1e-3, place, normal, v, random.uniform(0.005, 0.055), width_of_glass(v)))
      kicks.push_back(kick);
  }
  return kicks;
}

// Energy of the error by the energy that should be there [dB].
double band_error(std::span<const double> heard, std::span<const SphereKick> kicks, const Vec3& ear, double from,
                  double to) {
  double error = 0, energy = 0;
  for (int i = 0; i < 150; ++i) {
    const double f = from + (to - from) * (i + 0.5) / 150;
    const Complex exact = exact_spectrum(kicks, ear, f);
    error += std::norm(spectrum(heard, kRate, f) - exact);
    energy += std::norm(exact);
  }
  return 10 * std::log10(error / energy);
}

}  // namespace

TEST_CASE("one collision of two grains is right to -70 dB at each note from 1 to 20 kHz, wherever it falls") {
  const auto rows = read_csv("accel_noise_bandlimited.csv");
  REQUIRE(rows.size() > 20);
  const double a = 1e-3, d = 5.965815432954e-06, angle = kPi / 6;
  const Vec3 ear{0.3 * std::sin(angle), 0, 0.3 * std::cos(angle)};
  for (const KickWay way : {KickWay::polynomial, KickWay::closed_form}) {
    std::vector<double> worst(rows.size());
    for (int shift = 0; shift < 10; ++shift) {
      const double contact = (100 + 0.1 * shift) / kRate.hz;
      const auto kicks = pair(a, {}, {0, 0, 1}, 1, contact + d / 2, 0.89184 * d);
      const std::vector<double> heard = hear_kicks(kicks, ear, kRate, 1024, way);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double f = std::stod(rows[i][0]);
        const Complex exact =
            Complex(std::stod(rows[i][3]), std::stod(rows[i][4])) * std::polar(1.0, -2 * kPi * f * contact);
        worst[i] = std::max(worst[i], std::abs(spectrum(heard, kRate, f) - exact) / std::abs(exact));
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double f = std::stod(rows[i][0]);
      CAPTURE(f);
      if (f >= 1000 && f <= 20e3) CHECK(decibels(worst[i]) <= -70);
      if (f < 1000) CHECK(decibels(worst[i]) <= -55);
    }
  }
}

TEST_CASE("crowds of collisions at all speeds are right to -84 dB from 200 Hz to 20 kHz") {
  const Vec3 ear{0.2, 0.1, 0.25};
  for (const auto& [slowest, fastest] : {std::pair{0.3, 3.0}, {0.03, 0.3}, {0.001, 0.03}}) {
    double low = -300, middle = -300, high = -300;
    for (int seed = 1; seed <= 3; ++seed) {
      const auto kicks = crowd(seed, slowest, fastest);
      const auto heard = hear_kicks(kicks, ear, kRate, 4096);
      low = std::max(low, band_error(heard, kicks, ear, 200, 5e3));
      middle = std::max(middle, band_error(heard, kicks, ear, 5e3, 10e3));
      high = std::max(high, band_error(heard, kicks, ear, 10e3, 20e3));
    }
    CAPTURE(slowest);
    CHECK(low <= -84);  // with four channels, as published: -84, -84, -61 for the slowest
    CHECK(middle <= -92);
    CHECK(high <= -87);
  }
}

TEST_CASE("within its limits of size and width the shape of a kick is right to -70 dB") {
  const KickFilters filters(kRate);
  KickShaper shaper(filters, kAir.speed_of_sound);
  const double largest = (1 - 1e-9) * KickShaper::kLargest * kAir.speed_of_sound / filters.band();
  const double widest = (1 - 1e-9) * 2 * KickShaper::kWidest / filters.band();
  CHECK(largest > 2e-3);
  CHECK(widest > 50e-6);
  double worst = 0, at_a_millimetre = 0;
  for (int i = 0; i <= 12; ++i)
    for (int j = 0; j <= 12; ++j) {
      const SphereKick kick{{}, 0, {0, 0, 1}, std::max(1e-6, largest * i / 12), std::max(1e-8, widest * j / 12), 0};
      REQUIRE(shaper.can_shape(kick));
      KickShape shape;
      shaper.shape(kick, shape);
      for (int n = 0; n <= 50; ++n) {
        const double omega = filters.band() * n / 50, r = 1e-9;
        const Complex exact = exact_spectrum(std::span(&kick, 1), {0, 0, r}, omega / (2 * kPi)) * (4 * kPi * r * r);
        Complex q = 0;
        for (std::size_t k = 0; k < 7; ++k)
          q += static_cast<double>(shape.padded[k + 1]) * std::pow(Complex(0, n / 50.0), static_cast<int>(k));
        worst = std::max(worst, std::abs(q - exact));
        if (kick.radius <= 1e-3 && kick.width <= 25e-6)
          at_a_millimetre = std::max(at_a_millimetre, std::abs(q - exact));
      }
    }
  CHECK(decibels(worst) <= -70);
  CHECK(decibels(at_a_millimetre) <= -100);
  CHECK(!shaper.can_shape({{}, 0, {}, 1.01 * largest, 1e-6, 0}));
  CHECK(!shaper.can_shape({{}, 0, {}, 1e-4, 1.01 * widest, 0}));
}

TEST_CASE("large and soft grains are right to -80 dB by their closed form, pairs that cancel to -65 dB") {
  const Vec3 ear{0.12, 0.05, 0.2};
  for (const auto& [a, width] : {std::pair{2e-3, 7e-5}, {5e-3, 4e-5}, {0.0254, 1.8e-4}, {3e-4, 4e-4}}) {
    CAPTURE(a);
    const auto kicks = pair(a, {0.01, 0, 0}, normalized({1, 2, 2}), 0.3, 0.01001234, width);
    const auto heard = hear_kicks(kicks, ear, kRate, 1024, KickWay::closed_form);
    CHECK(band_error(heard, kicks, ear, 200, 20e3) <= -65);
    const auto one = std::span(kicks).first(1);
    CHECK(band_error(hear_kicks(one, ear, kRate, 1024, KickWay::closed_form), one, ear, 200, 20e3) <= -80);
  }
}

TEST_CASE("of two touching spheres the smaller loses more of its dipole") {
  const auto net = [](double ratio) {  // equal density: the two would cancel if they were alone
    const DipoleShares shares = touching_dipole_shares(ratio, 1);
    return shares.first - shares.second;
  };
  CHECK(net(1) == 0);
  CHECK(net(1.25) == doctest::Approx(0.076).epsilon(0.01));
  CHECK(net(2) == doctest::Approx(0.238).epsilon(0.01));
  CHECK(net(3) == doctest::Approx(0.38).epsilon(0.01));
  CHECK(net(1 / 2.0) == -net(2));
  CHECK(touching_dipole_shares(100, 1).second < 0.06);
  double before = 1;
  for (double ratio = 1; ratio < 40; ratio *= 1.07) {
    const double smaller = touching_dipole_shares(ratio, 1).second;
    CHECK(smaller < before);
    before = smaller;
  }
}
