#include "propagation/air_absorption.h"

#include <doctest/doctest.h>

#include "propagation/absorption_filter.h"
#include "propagation/distance_bins.h"
#include "propagation/rig.h"

using namespace resound;
using namespace resound::test;

namespace {

struct Row {
  double temperature, humidity;
  double db_per_km[8];  // octave bands 63 Hz … 8 kHz
  double digit[8];      // the last printed place
};
// ISO 9613-1 at exact midband frequencies, as printed in ISO 9613-2:1996, table 2
constexpr Row kTable[] = {
    {10, 70, {0.12, 0.41, 1.04, 1.93, 3.66, 9.66, 32.8, 117}, {.01, .01, .01, .01, .01, .01, .1, 1}},
    {20, 70, {0.09, 0.34, 1.13, 2.80, 4.98, 9.02, 22.9, 76.6}, {.01, .01, .01, .01, .01, .01, .1, .1}},
    {30, 70, {0.07, 0.26, 0.96, 3.14, 7.41, 12.7, 23.1, 59.3}, {.01, .01, .01, .01, .01, .1, .1, .1}},
    {15, 20, {0.27, 0.65, 1.22, 2.70, 8.17, 28.2, 88.8, 202}, {.01, .01, .01, .01, .01, .1, .1, 1}},
    {15, 50, {0.14, 0.48, 1.22, 2.24, 4.16, 10.8, 36.2, 129}, {.01, .01, .01, .01, .01, .1, .1, 1}},
    {15, 80, {0.09, 0.34, 1.07, 2.40, 4.15, 8.31, 23.7, 82.8}, {.01, .01, .01, .01, .01, .01, .1, .1}},
};

Air weather(double temperature, double humidity) {
  Air air;
  air.temperature = temperature;
  air.humidity = humidity;
  return air;
}

}  // namespace

TEST_CASE("the absorption of the air is that of the ISO 9613 table within 1 percent or its last digit") {
  for (const Row& row : kTable) {
    CAPTURE(row.temperature);
    CAPTURE(row.humidity);
    for (int band = 0; band < 8; ++band) {
      const double frequency = 1000 * std::pow(10.0, 0.3 * (band - 4));
      CAPTURE(frequency);
      const double printed = row.db_per_km[band];
      const double computed = 1000 * absorption_coefficient(frequency, weather(row.temperature, row.humidity));
      const double rounding = 0.5 * row.digit[band];
      CHECK(std::abs(computed - printed) <= std::max(0.01 * printed, rounding));
    }
  }
}

TEST_CASE("half the pressure doubles the classical loss at high frequency") {
  Air low = weather(20, 50), normal = low;
  low.pressure /= 2;
  const double ratio = absorption_coefficient(5e6, low) / absorption_coefficient(5e6, normal);
  CHECK(ratio == doctest::Approx(2).epsilon(0.01));
}

TEST_CASE("tones lose what ISO 9613 says over 5, 50 and 200 metres within 0.15 dB") {
  double worst = 0;
  for (const double rate : {44100.0, 48000.0}) {
    Scene scene = open_air(rate);
    for (const Air& air : {weather(20, 50), weather(10, 70), weather(15, 20)}) {
      scene.air = air;
      for (const double frequency : {63.0, 250.0, 1000.0, 4000.0, 10000.0}) {
        for (const double r : {5.0, 50.0, 200.0}) {
          CAPTURE(air.temperature);
          CAPTURE(frequency);
          CAPTURE(r);
          const int begin = static_cast<int>(r / speed_of_sound(scene.air) * rate) + 1500;
          const auto heard = carry(scene, {ear_at({r, 0, 0})}, {monopole_at({}, sine(frequency))}, begin + 3500)[0][0];
          const auto fit = fit_tone(std::span(heard).subspan(static_cast<std::size_t>(begin), 3000), frequency / rate);
          const double lossless = 2 * std::numbers::pi * frequency / (4 * std::numbers::pi * r);
          const double loss = -decibels(fit.amplitude() / lossless);
          const double error = loss - r * absorption_coefficient(frequency, scene.air);
          CHECK(std::abs(error) < 0.15);
          worst = std::max(worst, std::abs(error));
        }
      }
    }
  }
  MESSAGE("absorption: worst error " << worst << " dB");
}

TEST_CASE("between two distances of the ladder the loss is right within 0.1 dB while it is below 30 dB") {
  const Air air = weather(20, 50);
  for (const double rate : {44100.0, 192000.0}) {
    const DistanceBins bins(air, {rate});
    double worst = 0;
    for (double r = 0.5; r < 30e3; r *= 1.013) {
      const auto [bin, share] = bins.place(r);
      CHECK(r == doctest::Approx(bins.distance(bin) * (1 - share) + bins.distance(bin + 1) * share));
      for (double f = 20; f < 0.45 * rate; f *= 1.1) {
        const double np = absorption_coefficient(f, air) * std::numbers::ln10 / 20;
        if (np * r > 3.45) break;
        const double mixed =
            (1 - share) * std::exp(-np * bins.distance(bin)) + share * std::exp(-np * bins.distance(bin + 1));
        worst = std::max(worst, std::abs(decibels(mixed / std::exp(-np * r))));
      }
    }
    CHECK(worst < 0.1);
    MESSAGE("ladder: " << bins.count() << " distances, worst error " << worst << " dB");
  }
}

TEST_CASE("a kilometre of air is a low-pass with the right gain at every pitch") {
  const Air air = weather(20, 50);
  const AbsorptionFilter filter(air, {48000});
  const auto taps = filter.taps(1000);
  for (double f = 10; f < 3000; f *= 1.2) {
    CAPTURE(f);
    const double loss = -decibels(std::abs(response(taps, f / 48000)));
    CHECK(std::abs(loss - 1000 * absorption_coefficient(f, air)) < 0.1);
  }
}
