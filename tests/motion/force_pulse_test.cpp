#include "motion/contact/force_pulse.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "scene/bubble.h"

using namespace resound;

namespace {

// All stretches of a pulse, the first of which begins `early` steps before the touch.
std::vector<PulseMoments> stretches(const ContactPulse& contact, double step, double early = 0) {
  ForcePulse pulse(contact, 1, -early * step, step);
  std::vector<PulseMoments> all;
  while (!pulse.is_over()) all.push_back(pulse.next());
  return all;
}

double middle(std::size_t i, double step, double early) {
  return (static_cast<double>(i) + 0.5 - early) * step;
}  // [s]

}  // namespace

TEST_CASE("a drop's pulse carries its momentum, however time is cut") {
  const DropPulse drop{.impulse = 2.7e-5, .time_scale = 305e-6};
  for (const double step : {1e-6, 20.8e-6, 1e-3})
    for (const double early : {0.0, 0.7}) {
      double sum = 0;
      for (const PulseMoments& part : stretches(drop, step, early)) sum += part.impulse;
      CHECK(sum == doctest::Approx(drop.impulse).epsilon(1e-6));
    }
}

TEST_CASE("a strike's pulse is a half-sine that carries its impulse") {
  const StrikePulse strike{.impulse = 0.02, .duration = 1e-3};
  const double step = 1e-6;
  const std::vector<PulseMoments> parts = stretches(strike, step);
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += parts[i].impulse;
    const double force = std::numbers::pi * 0.02 / 2e-3 * std::sin(std::numbers::pi * middle(i, step, 0) / 1e-3);
    if (i < 1000) CHECK(parts[i].impulse / step == doctest::Approx(force).epsilon(1e-6));
  }
  CHECK(sum == doctest::Approx(0.02).epsilon(1e-12));
}

TEST_CASE("a drop's force is F0 sqrt(tau) exp(-tau / 0.33), and its peak is 0.81 rho U^2 D^2 within 6 percent") {
  const double diameter = 0.002, speed = 6.6, rho = 998.2, scale = diameter / speed;
  const double momentum = rho * std::numbers::pi / 6 * std::pow(diameter, 3) * speed;
  const double step = scale / 2000;
  const std::vector<PulseMoments> parts = stretches(DropPulse{momentum, scale}, step);
  const auto force = [&](double tau) { return parts[static_cast<std::size_t>(tau * 2000)].impulse / step; };
  const auto shape = [](double tau) { return std::sqrt(tau) * std::exp(-tau / 0.33); };
  const double half = 0.5 / 2000, f0 = force(0.165) / shape(0.165 + half);
  for (const double tau : {0.05, 0.3, 1.0, 2.0})
    CHECK(force(tau) == doctest::Approx(f0 * shape(tau + half)).epsilon(1e-4));
  CHECK(force(0.165) == doctest::Approx(0.81 * rho * speed * speed * diameter * diameter).epsilon(0.06));
}

TEST_CASE("the moments of a coarse stretch are those of the fine ones in it") {
  const DropPulse drop{.impulse = 1e-4, .time_scale = 400e-6};
  const BubblePulse bubble{.radius = 0.005, .rise = 0.1, .force = 1.0};
  const StrikePulse strike{.impulse = 1e-3, .duration = 2.03e-3};
  for (const ContactPulse& contact : {ContactPulse(drop), ContactPulse(bubble), ContactPulse(strike)}) {
    const double step = 20e-6, early = 0.25;
    const int cut = 400;
    const std::vector<PulseMoments> coarse = stretches(contact, step, early);
    const std::vector<PulseMoments> fine = stretches(contact, step / cut, early * cut);
    double scale = 0;
    for (std::size_t i = 0; i < 40; ++i) scale = std::max(scale, std::abs(coarse[i].impulse));
    for (std::size_t i = 0; i < 40; ++i) {
      double impulse = 0, lever = 0;
      for (std::size_t k = i * cut; k < (i + 1) * cut; ++k) {
        impulse += fine[k].impulse;
        lever += fine[k].impulse * (middle(k, step / cut, early * cut) - middle(i, step, early));
      }
      CHECK(std::abs(coarse[i].impulse - impulse) < 2e-5 * scale);
      CHECK(std::abs(coarse[i].lever - lever) < 2e-5 * scale * step);
    }
  }
}

TEST_CASE("as published, the bubble's wave itself is the force") {
  const BubbleWave wave = bubble_wave(0.005, 0.05, 2.0, kPublishedMinnaertConstant);
  const double step = 1 / 384000.0;
  const std::vector<PulseMoments> parts =
      stretches(BubblePulse{.radius = 0.005, .rise = 0.05, .force = 2.0}, step, 0.4);
  for (const std::size_t i : {std::size_t{1}, std::size_t{1000}, std::size_t{30000}})
    CHECK(std::abs(parts[i].impulse / step - wave.value(middle(i, step, 0.4))) < 2e-5 * 2.0);
}
