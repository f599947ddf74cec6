#include "emission/body/recoil.h"

#include <doctest/doctest.h>

#include <cmath>

#include "geometry/mass_properties.h"
#include "numerics/pi.h"
#include "radiation/pushed_sphere.h"

using namespace resound;

namespace {

constexpr double kAir = 1.2041, kSpeed = 343.21;  // [kg/m^3], [m/s]

// A ball as a prepared body: its skin is a fine icosphere-like grid, its added mass the closed form.
PreparedBody ball(double radius, double mass) {
  PreparedBody body;
  TriangleMesh mesh;
  constexpr int kRings = 48, kAround = 96;
  mesh.vertices.push_back({0, 0, radius});
  for (int i = 1; i < kRings; ++i)
    for (int k = 0; k < kAround; ++k) {
      const double polar = kPi * i / kRings, angle = 2 * kPi * k / kAround;
      mesh.vertices.push_back({radius * std::sin(polar) * std::cos(angle), radius * std::sin(polar) * std::sin(angle),
                               radius * std::cos(polar)});
    }
  mesh.vertices.push_back({0, 0, -radius});
  const int last = static_cast<int>(mesh.vertices.size()) - 1;
  const auto at = [](int ring, int k) { return 1 + (ring - 1) * kAround + k % kAround; };
  for (int k = 0; k < kAround; ++k) {
    mesh.triangles.push_back({0, at(1, k), at(1, k + 1)});
    mesh.triangles.push_back({last, at(kRings - 1, k + 1), at(kRings - 1, k)});
    for (int i = 1; i < kRings - 1; ++i) {
      mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
  const double displaced = kAir * 4 / 3 * kPi * radius * radius * radius;
  body.skin = std::make_shared<TriangleMesh>(std::move(mesh));
  body.model.mass = mass;
  body.air.displaced = displaced;
  for (int i = 0; i < 3; ++i) body.air.matrix[4 * i] = displaced / 2;
  return body;
}

}  // namespace

TEST_CASE("the recoil of a ball sounds as the exact solution for a rigid ball") {
  const double a = 0.02, mass = 0.08, d = 0.8e-3, impulse = 0.02, r = 0.5;
  const SampleRate rate{192'000};
  Recoil recoil(ball(a, mass), kSpeed, rate);
  const double touch = 0.001;  // [s]
  recoil.push(StrikePulse{impulse, d}, touch, {1, 0, 0}, Pose{}, 0);
  constexpr int kCount = 1024;
  recoil.fill(kCount);
  const auto force = recoil.force(0);
  const SpherePressure ear(push_by(a, impulse / mass, d), {kAir, kSpeed}, r, 1);
  double worst = 0, loudest = 0;
  for (int n = 50; n < kCount - 50; ++n) {
    // p = (F + (r / c) dF/dt) / (4 pi r^2) at the ear; the recoil comes lag() late and lets the skin speak, a/c early
    const auto i = static_cast<std::size_t>(n);
    const double slope = (force[i + 1] - force[i - 1]) * rate.hz / 2;
    const double heard = (force[i] + r / kSpeed * slope) / (4 * kPi * r * r);
    const double since = rate.seconds(n - recoil.lag()) - touch + a / kSpeed;
    const double exact = ear.at(since);
    worst = std::max(worst, std::abs(heard - exact));
    loudest = std::max(loudest, std::abs(exact));
  }
  CHECK(worst < 0.01 * loudest);
}

TEST_CASE("a body that is held has no recoil") {
  PreparedBody held = ball(0.02, 0.08);
  held.model.is_free = false;
  Recoil recoil(held, kSpeed, {48'000});
  recoil.push(StrikePulse{0.02, 1e-3}, 0.001, {1, 0, 0}, Pose{}, 0);
  recoil.fill(256);
  for (const double force : recoil.force(0)) CHECK(force == 0);
}

TEST_CASE("the recoil is the same however time is cut into blocks") {
  const PreparedBody body = ball(0.03, 0.2);
  const SampleRate rate{48'000};
  Recoil whole(body, kSpeed, rate), parts(body, kSpeed, rate);
  whole.push(StrikePulse{0.01, 3e-4}, 0.0003, {0, 1, 0}, Pose{}, 0);
  parts.push(StrikePulse{0.01, 3e-4}, 0.0003, {0, 1, 0}, Pose{}, 0);
  whole.fill(200);
  std::vector<double> joined;
  for (const int count : {40, 1, 100, 59}) {
    parts.fill(count);
    joined.insert(joined.end(), parts.force(1).begin(), parts.force(1).end());
  }
  CHECK(std::equal(joined.begin(), joined.end(), whole.force(1).begin()));
}

// A bridge pulls for as long as its string sounds, and each block tells its part of it.
TEST_CASE("a steady push told block by block has no seams, however large the body") {
  const PreparedBody body = ball(0.2, 2);  // its skin is 28 samples nearer than its centre
  const SampleRate rate{48'000};
  Recoil recoil(body, kSpeed, rate);
  constexpr int kBlock = 32;
  std::vector<double> heard;
  for (int block = 0; block < 40; ++block) {
    for (int i = 0; i < kBlock; ++i)
      recoil.push(StrikePulse{1e-4, rate.step()}, rate.seconds(block * kBlock + i), {1, 0, 0}, Pose{}, block * kBlock);
    recoil.fill(kBlock);
    heard.insert(heard.end(), recoil.force(0).begin(), recoil.force(0).end());
  }
  const double settled = heard.back();
  CHECK(settled > 0);
  for (std::size_t n = 640; n < heard.size(); ++n) CHECK(heard[n] == doctest::Approx(settled).epsilon(1e-3));
}
