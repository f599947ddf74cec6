#include "audio/differentiator.h"

#include <doctest/doctest.h>

#include "audio/dc_blocker.h"
#include "audio/fir.h"
#include "audio/spectrum.h"

using namespace resound;
using namespace resound::test;

TEST_CASE("the differentiator is right to 3e-5 up to 19 kHz, within 0.04 dB at 20 kHz, and has no phase error") {
  for (const double rate : {44100.0, 48000.0}) {
    const auto taps = differentiator({rate});
    for (double f = 20; f <= 20000; f += 20) {
      CAPTURE(f);
      const auto gain = response(taps, f / rate) / (2 * std::numbers::pi * f);
      REQUIRE(std::abs(gain.imag() - 1) < (f <= 19000 ? 3e-5 : 4.6e-3));
      REQUIRE(gain.imag() > 0);
      REQUIRE(std::abs(gain.real()) < 1e-12);
    }
  }
}

TEST_CASE("a ramp has a constant slope") {
  const auto taps = differentiator({48000});
  std::vector<double> ramp(kDifferentiatorTaps + 9);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = 3.0 * static_cast<double>(i) / 48000;
  std::vector<double> slope(10);
  correlate(taps, ramp.data(), slope.data(), 10);
  for (const double value : slope) CHECK(value == doctest::Approx(3.0).epsilon(3e-5));
}

TEST_CASE("a filter gives the same bits however its signal is cut into blocks") {
  std::vector<double> taps(37), signal(1000), whole(900), pieces(900);
  for (std::size_t i = 0; i < taps.size(); ++i) taps[i] = std::sin(static_cast<double>(i * i));
  for (std::size_t i = 0; i < signal.size(); ++i) signal[i] = std::cos(static_cast<double>(3 * i * i));
  correlate(taps, signal.data(), whole.data(), 900);
  for (int begin = 0, size = 1; begin < 900; begin += size, size = std::min(size + 1, 900 - begin))
    correlate(taps, signal.data() + begin, pieces.data() + begin, size);
  CHECK(whole == pieces);
  double direct = 0;
  for (std::size_t k = 0; k < taps.size(); ++k) direct += taps[k] * signal[123 + k];
  CHECK(whole[123] == doctest::Approx(direct).epsilon(1e-12));
}

TEST_CASE("the DC blocker takes a constant out and is 3 dB down at its corner") {
  DcBlocker blocker(20, {44100});
  std::vector<double> signal(44100 * 2);
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] = 5 + std::sin(2 * std::numbers::pi * 20 * static_cast<double>(i) / 44100);
  blocker.process(signal);
  const auto late = std::span(signal).last(44100);
  CHECK(decibels(fit_tone(late, 20.0 / 44100).amplitude()) == doctest::Approx(-3.0103).epsilon(1e-3));
  double mean = 0;
  for (const double value : late) mean += value / 44100;
  CHECK(std::abs(mean) < 1e-6);
}
