#include <doctest/doctest.h>

#include <cmath>

#include "numerics/pi.h"
#include "radiation/ringing_points.h"

using namespace resound;

namespace {

constexpr double kSpeed = 343;  // [m/s]  of sound

double heard_frequency(const RingingPoint& point, double sent, const PoseOverTime& pose, const Vec3& ear, double time) {
  constexpr double kApart = 1e-5;  // [s]
  const auto at = [&](double t) { return ringing_pressure(std::span(&point, 1), {sent, 0}, pose, ear, t, kSpeed); };
  return std::arg(at(time + kApart) * std::conj(at(time - kApart))) / (4 * kPi * kApart);
}

}  // namespace

TEST_CASE("a ringing point of 5000 Hz that comes at 10 m/s is heard at 5150.15 Hz and 6 % louder") {
  const RingingPoint point{.place = {}, .flow = 1, .force = {}};
  const auto coming = [](double time) { return Pose{{10 * time, 0, 0}, {}}; };
  const auto standing = [](double) { return Pose{}; };
  const Vec3 ear{100, 0, 0};
  CHECK(heard_frequency(point, 5000, coming, ear, 0.1) == doctest::Approx(5150.15).epsilon(1e-6));
  CHECK(heard_frequency(point, 5000, standing, ear, 0.1) == doctest::Approx(5000).epsilon(1e-9));

  // 1 / (1 - M)^2 at the same distance: heard when it passed the origin
  const double arrival = 100 / kSpeed;
  const auto loudness = [&](const PoseOverTime& pose) {
    return std::abs(ringing_pressure(std::span(&point, 1), {5000, 0}, pose, ear, arrival, kSpeed));
  };
  CHECK(loudness(coming) / loudness(standing) == doctest::Approx(std::pow(1 - 10 / kSpeed, -2)).epsilon(1e-6));
}

TEST_CASE("a ringing point at rest has the pressure of a monopole and a dipole") {
  // p = i omega q e^{-ikr} / (4 pi r);  p = (i k + 1 / r) F e^{-ikr} / (4 pi r) along the force, nothing across it
  const RingingPoint monopole{.place = {0.1, 0, 0}, .flow = 1, .force = {}};
  const RingingPoint dipole{.place = {0.1, 0, 0}, .flow = 0, .force = {0, 0, 1}};
  const double omega = 2 * kPi * 200, k = omega / kSpeed, r = 0.5;
  const auto pressure = [&](const RingingPoint& point, const Vec3& ear) {
    return ringing_pressure(
        std::span(&point, 1), {200, 0}, [](double) { return Pose{}; }, ear, 0, kSpeed);
  };
  const std::complex<double> wave = std::polar(1 / (4 * kPi * r), -k * r), i{0, 1};
  CHECK(std::abs(pressure(monopole, {0.1, r, 0}) / (i * omega * wave) - 1.0) < 1e-9);
  CHECK(std::abs(pressure(dipole, {0.1, 0, r}) / ((i * k + 1 / r) * wave) - 1.0) < 1e-9);
  CHECK(std::abs(pressure(dipole, {0.1, r, 0})) < 1e-12);
}

TEST_CASE("what a ringing body sends turns with it and dies away where it is sent") {
  const RingingPoint dipole{.place = {}, .flow = 0, .force = {1, 0, 0}};
  const RingingLine line{300, 2};
  const auto heard = [&](double angle, double time) {
    return std::abs(ringing_pressure(
        std::span(&dipole, 1), line,
        [angle](double) {
          return Pose{{}, rotation_about({0, 0, 1}, angle)};
        },
        {1, 0, 0}, time, kSpeed));
  };
  CHECK(heard(kPi / 3, 0) / heard(0, 0) == doctest::Approx(0.5));
  CHECK(heard(0, 0.5) / heard(0, 0) == doctest::Approx(std::exp(-1)));
}
