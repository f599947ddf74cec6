#include <doctest/doctest.h>

#include "numerics/pi.h"
#include "propagation/exact.h"

using namespace resound;
using namespace resound::test;

namespace {

// The frequency near a guess at which a least-squares tone leaves the least behind [Hz].
double fitted_frequency(std::span<const double> signal, double guess, double rate) {
  double low = guess - 2, high = guess + 2;
  for (int i = 0; i < 100; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (fit_tone(signal, a / rate).residual < fit_tone(signal, b / rate).residual)
      high = b;
    else
      low = a;
  }
  return (low + high) / 2;
}

TestSource moving(const Vec3& start, const Vec3& v) {
  return {[=](double t) { return start + t * v; }, [=](double) { return v; }, {}, {}};
}

// rms of the difference over rms of the exact signal
double relative_error(std::span<const double> heard, std::size_t begin, std::size_t end, double rate,
                      const std::function<double(double)>& exact) {
  double error = 0, energy = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double p = exact(static_cast<double>(i) / rate);
    error += (heard[i] - p) * (heard[i] - p);
    energy += p * p;
  }
  return std::sqrt(error / energy);
}

}  // namespace

TEST_CASE("a 5000 Hz source that comes at 10 m/s is heard at 5150.15 Hz with a residual below -80 dB") {
  // from far away, so that 1/r hardly changes; what still changes is taken off before the fit
  TestSource source = moving({1000, 0, 0}, {-10, 0, 0});
  source.monopole = sine(5000);
  const double rate = 44100;
  auto heard = carry(open_air(rate), {ear_at({})}, {source}, 140000)[0][0];
  for (std::size_t i = 0; i < heard.size(); ++i) {
    const double te = emission_time({}, {1000, 0, 0}, {-10, 0, 0}, 343, static_cast<double>(i) / rate);
    heard[i] *= (1000 - 10 * te) / 1000;
  }
  const auto steady = std::span(heard).subspan(132000, 6000);
  const double frequency = fitted_frequency(steady, 5150, rate);
  CHECK(frequency == doctest::Approx(5150.15).epsilon(2e-6));
  const auto fit = fit_tone(steady, frequency / rate);
  CHECK(decibels(fit.residual) < -80);
  MESSAGE("Doppler residual " << decibels(fit.residual) << " dB at " << frequency << " Hz");
}

TEST_CASE("a monopole at 30 m/s is within 1e-4 of the exact solution") {
  const Vec3 start{-3, 0.5, 0.7}, v{30, 0, 0}, ear{};
  TestSource source = moving(start, v);
  source.monopole = sine(1000);
  const Signal q_rate = [](double t) { return 2000 * kPi * std::cos(2000 * kPi * t); };
  const auto heard = carry(open_air(), {ear_at(ear)}, {source}, 12000)[0][0];
  const double error = relative_error(heard, 1000, 9000, 44100, [&](double t) {
    return moving_monopole(ear, start, v, 343, t, source.monopole, q_rate);
  });
  CHECK(error < 1e-4);
  MESSAGE("moving monopole: relative rms error " << error);
}

TEST_CASE("a dipole at 30 m/s is within 1e-4 of the exact solution near and far") {
  for (const double miss : {0.1, 1.0}) {
    const Vec3 start{-3, miss, 0}, v{30, 0, 0}, ear{};
    TestSource source = moving(start, v);
    source.dipole = [](double t) { return std::sin(2000 * kPi * t) * Vec3{0.3, 1, 0.2}; };
    const auto heard = carry(open_air(), {ear_at(ear)}, {source}, 12000)[0][0];
    const double error = relative_error(heard, 1000, 9000, 44100,
                                        [&](double t) { return moving_dipole(ear, start, v, 343, t, source.dipole); });
    CAPTURE(miss);
    CHECK(error < 1e-4);
    MESSAGE("moving dipole, passing at " << miss << " m: relative rms error " << error);
  }
}

TEST_CASE("a listener who walks toward a source hears f (1 + v / c)") {
  const double rate = 48000;
  const Receiver walker{Path({{0, {0, 0, 0}}, {10, {100, 0, 0}}}), DirectionBasis::pressure};  // 10 m/s along x
  auto heard = carry(open_air(rate), {walker}, {monopole_at({1000, 0, 0}, sine(5000))}, 150000)[0][0];
  for (std::size_t i = 0; i < heard.size(); ++i) heard[i] *= (1000 - 10 * static_cast<double>(i) / rate) / 1000;
  const auto steady = std::span(heard).subspan(142000, 6000);
  const double frequency = fitted_frequency(steady, 5145, rate);
  CHECK(frequency == doctest::Approx(5000 * (1 + 10 / 343.0)).epsilon(2e-6));
  CHECK(decibels(fit_tone(steady, frequency / rate).residual) < -80);
}

TEST_CASE("what a moving ear hears is the field where it is") {
  // at rest or in uniform motion, the exact field is known everywhere: also at the place of an ear that moves, on a
  // bend
  const Path path({{0, {-2, 0.4, 0}}, {0.1, {1, 0.4, 0.2}}, {0.2, {3, 0.1, 0.2}}});
  for (const Vec3& v : {Vec3{}, Vec3{-4, 5, 3}}) {
    CAPTURE(v.x);
    const Vec3 start{0.2, -0.3, 0.1};
    TestSource source = moving(start, v);
    source.monopole = sine(2000);
    const Signal q_rate = [](double t) { return 4000 * kPi * std::cos(4000 * kPi * t); };
    const auto monopole = carry(open_air(), {{path, DirectionBasis::pressure}}, {source}, 9000)[0][0];
    const double error = relative_error(monopole, 1000, 8000, 44100, [&](double t) {
      return moving_monopole(path.position(t), start, v, 343, t, source.monopole, q_rate);
    });
    CHECK(error < 1e-4);
    MESSAGE("moving ear, monopole: relative rms error " << error);

    source.monopole = {};
    source.dipole = [](double t) { return std::sin(4000 * kPi * t) * Vec3{0.3, 1, 0.2}; };
    const auto dipole = carry(open_air(), {{path, DirectionBasis::pressure}}, {source}, 9000)[0][0];
    const double dipole_error = relative_error(dipole, 1000, 8000, 44100, [&](double t) {
      return moving_dipole(path.position(t), start, v, 343, t, source.dipole);
    });
    CHECK(dipole_error < 1e-4);
    MESSAGE("moving ear, dipole: relative rms error " << dipole_error);
  }
}
