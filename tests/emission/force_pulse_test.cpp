#include "emission/bar/force_pulse.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scene/bubble.h"

using namespace resound;

TEST_CASE("a drop's pulse carries exactly its momentum, however time is cut") {
  const DropPulse drop{.impulse = 2.7e-5, .time_scale = 305e-6};
  const ForcePulse pulse{ContactPulse(drop)};
  for (const double step : {1e-6, 20.8e-6, 1e-3}) {
    double sum = 0;
    for (int i = -1; i * step < pulse.duration(); ++i) sum += pulse.moments((i - 0.3) * step, (i + 0.7) * step).impulse;
    CHECK(sum == doctest::Approx(drop.impulse).epsilon(1e-8));
  }
}

TEST_CASE("a drop's force is F0 sqrt(tau) exp(-tau / 0.33), and its peak is 0.81 rho U^2 D^2 within 6 percent") {
  const double diameter = 0.002, speed = 6.6, rho = 998.2;
  const double momentum = rho * 3.14159265 / 6 * std::pow(diameter, 3) * speed;
  const ForcePulse pulse{ContactPulse(DropPulse{momentum, diameter / speed})};
  const auto force = [&](double t) { return pulse.moments(t - 1e-9, t + 1e-9).impulse / 2e-9; };
  const double scale = diameter / speed;
  const double f0 = force(0.165 * scale) / (std::sqrt(0.165) * std::exp(-0.5));
  for (const double tau : {0.05, 0.3, 1.0, 2.0})
    CHECK(force(tau * scale) == doctest::Approx(f0 * std::sqrt(tau) * std::exp(-tau / 0.33)).epsilon(1e-5));
  CHECK(force(0.165 * scale) == doctest::Approx(0.81 * rho * speed * speed * diameter * diameter).epsilon(0.06));
}

TEST_CASE("the first moment of a pulse is that of its force") {
  const DropPulse drop{.impulse = 1e-4, .time_scale = 400e-6};
  const BubblePulse bubble{.radius = 0.005, .rise = 0.1, .force = 1.0};
  for (const ContactPulse& contact : {ContactPulse(drop), ContactPulse(bubble)}) {
    const ForcePulse pulse(contact);
    const double begin = -5e-6, end = 16e-6, middle = (begin + end) / 2;
    double impulse = 0, lever = 0;
    const int parts = 20000;
    for (int i = 0; i < parts; ++i) {
      const double a = begin + (end - begin) * i / parts, b = begin + (end - begin) * (i + 1) / parts;
      const double part = pulse.moments(a, b).impulse;
      impulse += part;
      lever += part * ((a + b) / 2 - middle);
    }
    const PulseMoments moments = pulse.moments(begin, end);
    CHECK(moments.impulse == doctest::Approx(impulse).epsilon(1e-6));
    CHECK(moments.lever == doctest::Approx(lever).epsilon(1e-5));
  }
}

TEST_CASE("as published, the bubble's wave itself is the force") {
  const ForcePulse pulse{ContactPulse(BubblePulse{.radius = 0.005, .rise = 0.05, .force = 2.0})};
  const BubbleWave wave = bubble_wave(0.005, 0.05, 2.0, kPublishedMinnaertConstant);
  for (const double t : {0.0003, 0.004, 0.05})
    CHECK(pulse.moments(t - 1e-6, t + 1e-6).impulse / 2e-6 == doctest::Approx(wave.value(t)).epsilon(1e-4));
}
