#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "liquid/tanks.h"

namespace resound {
namespace {

struct Point {
  double time, value;
};

// [Martin & Moyce 1952] tables 2 and 6, n^2 = 2.
constexpr Point kFront[] = {{.41, 1.11},  {.84, 1.22},  {1.19, 1.44}, {1.43, 1.67}, {1.63, 1.89},
                            {1.83, 2.11}, {1.98, 2.33}, {2.20, 2.56}, {2.32, 2.78}, {2.51, 3.00},
                            {2.65, 3.22}, {2.83, 3.44}, {2.98, 3.67}, {3.11, 3.89}, {3.33, 4.11}};
constexpr Point kHeight[] = {{.56, .94},  {.77, .89},  {.93, .83},  {1.08, .78}, {1.28, .72}, {1.46, .67},
                             {1.66, .61}, {1.84, .56}, {2.00, .50}, {2.21, .44}, {2.45, .39}, {2.70, .33}};

double at(const std::vector<Point>& series, double time) {
  for (std::size_t i = 1; i < series.size(); ++i)
    if (series[i].time >= time) {
      const Point &a = series[i - 1], &b = series[i];
      return a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time);
    }
  return series.back().value;
}

double rms_error(const std::vector<Point>& series, double shift) {
  double sum = 0;
  for (const Point& p : kFront) sum += std::pow(at(series, p.time - shift) - p.value, 2);
  return std::sqrt(sum / std::size(kFront));
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("a column of water collapses as Martin and Moyce measured") {
    const double a = 0.05715, dx = a / 10;
    LiquidSystem system;
    system.settings.spacing = dx;
    system.settings.sound_speed = 10 * std::sqrt(2 * kGravity * 2 * a);
    system.period = kSlab * dx;
    system.particles = block_of({}, 10, kSlab, 20, dx);
    give_weight(system.particles, 2 * a, system.settings.density);
    system.walls.push_back({drawn_out({{{0, 0, 3 * a}, {0, 0, 0}, {6 * a, 0, 0}}}, system.period, 4 * dx)});
    system.bounds = {{-0.2, -0.2, -0.2}, {6 * a, 0.2, 0.5}};
    LiquidSolver liquid(system);
    std::vector<Point> front{{0, 1}}, height{{0, 1}};
    double densest = 0, energy = liquid.energy(), grown = 0;
    liquid.advance(2.75 / std::sqrt(kGravity / a), 10, [&](const LiquidView& view) {
      double x = 0, z = 0;
      for (const Vec3& p : view.positions) {
        x = std::max(x, p.x + dx / 2);
        if (p.x < 2 * dx) z = std::max(z, p.z + dx / 2);
      }
      front.push_back({view.time * std::sqrt(2 * kGravity / a), x / a});
      height.push_back({view.time * std::sqrt(kGravity / a), z / (2 * a)});
      const double now = liquid.energy();
      grown = std::max(grown, now - energy);
      energy = now;
    });
    for (std::size_t i = 0; i < system.particles.size(); ++i) densest = std::max(densest, liquid.excess(i));
    double best = 0, error = 1e300;
    for (double shift = 0; shift < 0.6; shift += 0.005)
      if (const double e = rms_error(front, shift); e < error) best = shift, error = e;
    MESSAGE("front: best shift " << best << ", rms " << error << ", unshifted " << rms_error(front, 0));
    CHECK(best >= 0.15);
    CHECK(best <= 0.35);
    CHECK(error <= 0.12);
    double worst = 0;
    for (const Point& p : kHeight) worst = std::max(worst, std::abs(at(height, p.time) - p.value));
    MESSAGE("height: worst " << worst << "; densest " << densest << "; energy grew at most by "
                             << grown / liquid.energy_supplied());
    CHECK(worst <= 0.03);
    CHECK(liquid.gone() == 0);
    CHECK(grown <= 1e-4 * liquid.energy_supplied());
  }
}

}  // namespace resound
