#include "radiation/pushed_sphere.h"

#include <doctest/doctest.h>

#include <map>

#include "emission/csv.h"
#include "radiation/kick_ear.h"

using namespace resound;
using namespace resound::test;

namespace {

// Two equal balls of glass, 1 mm in radius, as in table 6.1 of the thesis.
struct Glass {
  static constexpr double radius = 1e-3, density = 2520, young = 72e9, poisson = 0.22;
  static double mass() { return 4.0 / 3 * kPi * radius * radius * radius * density; }
  static double modulus() { return young / (2 * (1 - poisson * poisson)); }
  static double dent(double v) {
    return std::pow(15 * mass() / 2 * v * v / (16 * modulus() * std::sqrt(radius / 2)), 0.4);
  }
  static double peak_force(double v) { return 5 * mass() / 2 * v * v / (4 * dent(v)); }
};

double loudest(const SpherePressure& p, double until, int steps) {
  double most = 0;
  for (int i = 0; i <= steps; ++i) most = std::max(most, std::abs(p.at(until * i / steps)));
  return most;
}

// The loudest instant, wherever it lies: a fine scan, then a golden section around its best.
double loudest_of_all(const SpherePressure& p, double duration, double ringing) {
  constexpr int kSteps = 4000;
  const double step = (duration + ringing) / kSteps;
  double best = 0, at = 0;
  for (int i = 0; i <= kSteps; ++i)
    if (std::abs(p.at(i * step)) > best) best = std::abs(p.at(i * step)), at = i * step;
  double low = at - step, high = at + step;
  for (int i = 0; i < 60; ++i) {
    const double a = high - (high - low) * 0.6180339887, b = low + (high - low) * 0.6180339887;
    (std::abs(p.at(a)) < std::abs(p.at(b)) ? low : high) = std::abs(p.at(a)) < std::abs(p.at(b)) ? a : b;
  }
  return std::abs(p.at((low + high) / 2));
}

}  // namespace

TEST_CASE("a pushed sphere sounds as the reference says, near and far, small and large") {
  const auto push = [](double a, double v, double d) { return push_by(a, v, d); };
  const std::map<std::string, SpherePressure> cases{
      {"A", {push(0.001, 1, 5.965815432954e-06), kAir, 0.15, 1}},
      {"B", {push(0.001, 0.001, 2.375033902058e-05), kAir, 0.15, 1}},
      {"C", {push(0.0254, 0.3, 1.959297861213e-04), kAir, 0.2, 0.5}},
      {"D", {push(0.002, 0.5, 3.480399710641e-05), kAir, 0.01, -1}},
  };
  std::map<std::string, double> worst, peak;
  int rows = 0;
  for (const auto& row : read_csv("accel_noise_waveform.csv")) {
    const double expected = std::stod(row[2]);
    worst[row[0]] = std::max(worst[row[0]], std::abs(cases.at(row[0]).at(std::stod(row[1])) - expected));
    peak[row[0]] = std::max(peak[row[0]], std::abs(expected));
    ++rows;
  }
  CHECK(rows > 300);
  REQUIRE(worst.size() == 4);
  for (const auto& [name, error] : worst) {
    CAPTURE(name);
    CHECK(error < 1e-9 * peak[name]);
  }
}

TEST_CASE("what a push leaves in the air is its impulse alone, whatever its shape") {
  for (const double d : {3e-6, 6e-6, 2e-4})
    for (const double a : {2e-4, 1e-3, 0.02}) {
      const double r = 0.15, v = 0.7, cosine = -0.3, end = d + 40 * a / kAir.speed_of_sound;
      const SpherePressure sound(push_by(a, v, d), kAir, r, cosine);
      double sum = 0;  // Simpson's rule on both sides of the corner
      for (const auto& [from, to] : {std::pair{0.0, d}, std::pair{d, end}}) {
        constexpr int kSteps = 20000;
        const double h = (to - from) / kSteps;
        for (int i = 0; i < kSteps; ++i)
          sum += h / 6 * (sound.at(from + i * h) + 4 * sound.at(from + (i + 0.5) * h) + sound.at(from + (i + 1) * h));
      }
      CHECK(sum == doctest::Approx(kAir.density * a * a * a * cosine * v / (2 * r * r)).epsilon(1e-8));
    }
}

TEST_CASE("in front of and behind a pushed sphere the sound is opposite") {
  const SpherePush push = push_by(0.001, 1, 6e-6);
  const SpherePressure front(push, kAir, 0.15, 0.6), behind(push, kAir, 0.15, -0.6);
  for (double t = 0; t < 20e-6; t += 1e-7) CHECK(front.at(t) == -behind.at(t));
  CHECK(front.at(3e-6) != 0);
}

TEST_CASE("a sphere much smaller than the wave is a compact dipole") {
  const double a = 1e-5, r = 0.02, d = 1e-3, b = kPi / d, v = 0.4;
  const SpherePush push = push_by(a, v, d);
  const SpherePressure exact(push, kAir, r, 1);
  const double scale = kAir.density * a * a * a / (2 * r * r);
  double worst = 0, most = 0;
  for (double t = 0.02 * d; t < 0.98 * d; t += 0.01 * d) {
    const double compact = scale * push.peak * (std::sin(b * t) + r / kAir.speed_of_sound * b * std::cos(b * t));
    worst = std::max(worst, std::abs(exact.at(t) - compact));
    most = std::max(most, std::abs(compact));
  }
  CHECK(worst < 3 * (b * a / kAir.speed_of_sound) * most);  // first order in b/l
}

TEST_CASE("Table 6.1 of the thesis comes out by its own rules, and by those of momentum") {
  const auto rows = read_csv("table_6_1.csv");
  REQUIRE(rows.size() == 20);
  const double r = 0.15, lag = (r - Glass::radius) / kAir.speed_of_sound;
  for (const auto& row : rows) {
    const double v = std::stod(row[0]), thesis = std::stod(row[1]), dent = Glass::dent(v);
    CAPTURE(v);

    // a push as high as the contact force, 2.9451 dents long, looked at every microsecond from the contact on
    const SpherePush push{Glass::radius, Glass::peak_force(v) / Glass::mass(), 2.9451 * dent / v};
    const SpherePressure as_thesis(push, kAir, r, 1);
    double peak = 0;
    for (int n = 400; n < 900; ++n) peak = std::max(peak, std::abs(as_thesis.at(n * 1e-6 - lag)));
    CHECK(peak == doctest::Approx(std::stod(row[2])).epsilon(1e-5));
    const bool printed_with_two_digits = std::abs(v - 9.4789e-4) < 1e-7;
    CHECK(std::abs(peak - thesis) < (printed_with_two_digits ? 0.05 : 1e-4) * thesis);

    // the whole momentum within the time of contact
    const double d = 2.9432752 * dent / v;
    const SpherePressure matched(push_by(Glass::radius, v, d), kAir, r, 1);
    CHECK(loudest_of_all(matched, d, 10 * Glass::radius / kAir.speed_of_sound) ==
          doctest::Approx(std::stod(row[6])).epsilon(1e-5));
  }
}

TEST_CASE("two equal spheres sound the same on both sides of the plane between them, and there do not cancel") {
  const double a = 1e-3, d = 5.965815e-6;
  const SpherePush push = push_by(a, 1, d);
  const auto pair_at = [&](const Vec3& ear, double t) {  // contact at the origin, spheres along z
    double sum = 0;
    for (const double side : {-1.0, 1.0}) {
      const Vec3 way = ear - Vec3{0, 0, side * a};
      const double r = length(way);
      sum += SpherePressure(push, kAir, r, side * way.z / r).at(t - (r - a) / kAir.speed_of_sound);
    }
    return sum;
  };
  const double at = 0.15 / kAir.speed_of_sound;
  double most = 0, in_plane = 0;
  const double r = std::hypot(0.15, a);
  const SpherePressure single(push, kAir, r, -a / r), ahead(push, kAir, 0.15, 1);
  for (double t = at - 5e-6; t < at + 30e-6; t += 1e-7) {
    const double above = pair_at({0.1, 0, 0.11}, t + 1e-6), below = pair_at({0.1, 0, -0.11}, t + 1e-6);
    CHECK(above == doctest::Approx(below).epsilon(1e-12));
    CHECK(pair_at({0.15, 0, 0}, t) == doctest::Approx(2 * single.at(t - (r - a) / kAir.speed_of_sound)).epsilon(1e-9));
    in_plane = std::max(in_plane, std::abs(pair_at({0.15, 0, 0}, t)));
    most = std::max(most, std::abs(above));
  }
  CHECK(most > 0.01);
  const double on_axis = loudest(ahead, 3e-5, 30000);
  CHECK(in_plane / on_axis == doctest::Approx(0.0133).epsilon(0.01));
  CHECK(in_plane == doctest::Approx(8.5e-3).epsilon(0.02));
}

TEST_CASE("the instants of a push have the spectrum of its closed form") {
  for (const auto& [a, d] : {std::pair{1e-3, 6e-6}, {1e-3, 2e-5}, {5e-4, 6e-5}, {4e-3, 5e-5}, {0.0254, 2e-4}}) {
    CAPTURE(a);
    const SphereKick kick{{}, 0, {0, 0, kicked_air(a, kAir.density)}, a, d, 0};
    const Vec3 ear{0.05, 0, 0.14};
    const double r = length(ear), c = kAir.speed_of_sound, near = dot(kick.impulse, ear) / r / (4 * kPi * r * r);
    std::vector<PushNode> nodes;
    AirPush(kick, c).add_nodes(2 * kPi * 20e3, nodes);
    CHECK(nodes.size() <= 400);
    double worst = 0;
    for (double f = 100; f <= 20e3; f += 100) {
      Complex sum = 0;
      for (const PushNode& node : nodes) sum += node.share * std::polar(1.0, -2 * kPi * f * (node.time + r / c));
      sum *= near * Complex(1, 2 * kPi * f * r / c);
      const Complex exact = exact_spectrum(std::span(&kick, 1), ear, f);
      worst = std::max(worst, std::abs(sum - exact) / std::abs(near * Complex(1, 2 * kPi * f * r / c)));
    }
    CHECK(worst < 1e-6);
  }
}

TEST_CASE("an ear hears the push and its slope") {
  const SphereKick kick{{}, 0, {0, 0, 1e-9}, 1e-3, 6e-6, 0};
  const double r = 0.15, c = kAir.speed_of_sound;
  const SpherePressure exact(kick, c, r, 1e-9), near(kick, c, 1e-3 * r, 1e-9), nearer(kick, c, 2e-3 * r, 1e-9);
  // p r^2 is a straight line in r: push + r/c push'
  for (double t = 1e-7; t < 2e-5; t += 3e-7) {
    const double low = near.at(t) * 1e-6, high = nearer.at(t) * 4e-6;
    CHECK(low + (high - low) * 999 == doctest::Approx(exact.at(t)).epsilon(1e-6));
  }
}
