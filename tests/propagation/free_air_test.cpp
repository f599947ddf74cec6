#include <doctest/doctest.h>

#include "base/error.h"
#include "numerics/pi.h"
#include "propagation/exact.h"

using namespace resound;
using namespace resound::test;

namespace {

constexpr double kRate = 44100;

// Amplitude of a steady tone at one ear.
ToneFit settled_tone(const Scene& scene, const TestSource& source, const Vec3& ear, double frequency) {
  const double delay = length(ear - source.position(0)) / 343 * scene.sample_rate;
  const int begin = static_cast<int>(delay) + 200;
  const auto heard = carry(scene, {ear_at(ear)}, {source}, begin + 3000)[0][0];
  return fit_tone(std::span(heard).subspan(static_cast<std::size_t>(begin), 2000), frequency / scene.sample_rate);
}

}  // namespace

TEST_CASE("pressure times distance of a monopole is constant within 0.05 dB") {
  for (const double frequency : {100.0, 1000.0, 5000.0, 12000.0}) {
    CAPTURE(frequency);
    for (const double r : {0.1, 0.531, 1.0, 3.7, 10.0, 33.3, 100.0}) {
      CAPTURE(r);
      const auto fit = settled_tone(open_air(), monopole_at({}, sine(frequency)), {0, r, 0}, frequency);
      CHECK(std::abs(decibels(fit.amplitude() * r / (2 * kPi * frequency / (4 * kPi)))) < 0.05);
    }
  }
}

TEST_CASE("a dipole has its near and its far field within 0.05 dB of the closed form") {
  for (const double frequency : {50.0, 100.0, 1000.0, 8000.0}) {
    CAPTURE(frequency);
    for (const double r : {0.05, 0.2, 0.55, 2.0, 20.0}) {
      CAPTURE(r);
      for (const double angle : {0.0, 0.7, 2.5}) {
        CAPTURE(angle);
        const Vec3 ear{r * std::sin(angle), 0, r * std::cos(angle)};
        const auto fit = settled_tone(open_air(), dipole_at({}, {0, 0, 1}, sine(frequency)), ear, frequency);
        const double k = 2 * kPi * frequency / 343;
        const double exact = std::abs(std::cos(angle)) / (4 * kPi * r) * std::hypot(k, 1 / r);
        CHECK(std::abs(decibels(fit.amplitude() / exact)) < 0.05);
      }
    }
  }
}

TEST_CASE("a dipole is silent across its axis") {
  const auto fit = settled_tone(open_air(), dipole_at({}, {0, 0, 1}, sine(1000)), {1, 0, 0}, 1000);
  CHECK(fit.amplitude() < 1e-14);
}

TEST_CASE("sound arrives after the distance over the speed of sound within 0.02 sample") {
  // p = q' / (4 pi r): the phase of a sine gives the delay to a small part of a sample
  for (const double frequency : {500.0, 3000.0, 10000.0}) {
    CAPTURE(frequency);
    for (const double delay : {10.0, 10.25, 37.5, 100.123, 1000.87}) {  // [samples]
      CAPTURE(delay);
      const double r = delay * 343 / kRate;
      const int begin = static_cast<int>(delay) + 200;
      const auto heard = carry(open_air(), {ear_at({r, 0, 0})}, {monopole_at({}, sine(frequency))}, begin + 3000)[0][0];
      const double cycles = frequency / kRate;
      const auto fit = fit_tone(std::span(heard).subspan(static_cast<std::size_t>(begin), 2000), cycles);
      // the fitted tone is A cos(w (i + begin - d)): atan2 gives w (d - begin) within whole turns
      const double turns = std::atan2(fit.sine, fit.cosine) / (2 * kPi) - (delay - begin) * cycles;
      const double error = (turns - std::round(turns)) / cycles;
      CHECK(std::abs(error) < 0.001);
    }
  }
}

TEST_CASE("two ears 0.2 m apart hear a source beside them 0.583 ms apart") {
  const Signal click = [](double t) { return std::exp(-std::pow((t - 0.001) / 1e-4, 2)); };
  const auto heard =
      carry(open_air(), {ear_at({-0.1, 0, 0}), ear_at({0.1, 0, 0})}, {monopole_at({5, 0, 0}, click)}, 2000);
  // centre of energy of each ear's click
  const auto centre = [](const std::vector<double>& signal) {
    double moment = 0, energy = 0;
    for (std::size_t i = 0; i < signal.size(); ++i) {
      moment += static_cast<double>(i) * signal[i] * signal[i];
      energy += signal[i] * signal[i];
    }
    return moment / energy;
  };
  const double difference = (centre(heard[0][0]) - centre(heard[1][0])) / kRate;
  CHECK(difference * 1e3 == doctest::Approx(0.2 / 343 * 1e3).epsilon(1e-4));
  CHECK(difference * 1e3 == doctest::Approx(0.583).epsilon(1e-3));
}

TEST_CASE("a source that touches the ear sounds as from one centimetre") {
  const auto touching = settled_tone(open_air(), monopole_at({}, sine(1000)), {0, 0, 0}, 1000);
  const auto near = settled_tone(open_air(), monopole_at({}, sine(1000)), {0.01, 0, 0}, 1000);
  CHECK(touching.amplitude() == doctest::Approx(near.amplitude()).epsilon(1e-4));
}

TEST_CASE("a source beyond forty kilometres is refused with the limit") {
  CHECK_THROWS_AS(carry(open_air(), {ear_at({41e3, 0, 0})}, {monopole_at({}, sine(100))}, 64), LimitError);
}

TEST_CASE("a source whose position is not a number is reported as unstable") {
  CHECK_THROWS_AS(carry(open_air(), {ear_at({1, 0, 0})}, {monopole_at({NAN, 0, 0}, sine(100))}, 64), UnstableError);
}

TEST_CASE("the first-order channels point to where the sound comes from") {
  const Vec3 ear{1, 2, 3}, source{2, 4, 5};  // the source lies at (1, 2, 2) / 3 from the ear, 3 m away
  const auto heard =
      carry(open_air(), {ear_at(ear, DirectionBasis::first_order)}, {monopole_at(source, sine(700))}, 3000)[0];
  for (std::size_t i = 1000; i < 2500; ++i) {
    REQUIRE(heard[1][i] == doctest::Approx(heard[0][i] / 3).epsilon(1e-9));
    REQUIRE(heard[2][i] == doctest::Approx(heard[0][i] * 2 / 3).epsilon(1e-9));
    REQUIRE(heard[3][i] == doctest::Approx(heard[0][i] * 2 / 3).epsilon(1e-9));
  }
}
