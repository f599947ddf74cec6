#include "emission/solid/facet_motion.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace resound;

namespace {

// A facet far from the origin that flies, turns and shakes; its corners at any time.
struct FlyingFacet {
  Vec3 corner(int index, double t) const {
    const double a = 9 * t + 2.1 * index, shake = 1e-4 * std::sin(2e4 * t + index);
    return Vec3{30, -40, 2} + t * Vec3{3, -1, 2} + (0.02 + shake) * Vec3{std::cos(a), std::sin(a), 0.3 * index};
  }
  Vec3 velocity(int index, double t) const {
    constexpr double h = 1e-6;
    return (corner(index, t + h) - corner(index, t - h)) / (2 * h);
  }
};

}  // namespace

TEST_CASE("area, flow and speed of a facet that flies and shakes are right to the rounding of floats") {
  const FlyingFacet facet;
  for (const std::size_t samples : {std::size_t{32}, std::size_t{13}, std::size_t{1}}) {
    CAPTURE(samples);
    const std::size_t stride = samples + 3;
    constexpr double kSample = 1 / 44100.0;  // [s]
    std::vector<double> begin;
    std::vector<float> travel(9 * stride), velocity(9 * stride);
    for (int index = 0; index < 3; ++index) {
      const Vec3 from = facet.corner(index, -kSample);
      begin.insert(begin.end(), {from.x, from.y, from.z});
      for (std::size_t i = 0; i < samples; ++i) {
        const double t = static_cast<double>(i) * kSample;
        const Vec3 way = facet.corner(index, t) - from, pace = facet.velocity(index, t);
        const std::size_t row = 3 * static_cast<std::size_t>(index) * stride + i;
        travel[row] = static_cast<float>(way.x), travel[row + stride] = static_cast<float>(way.y);
        travel[row + 2 * stride] = static_cast<float>(way.z);
        velocity[row] = static_cast<float>(pace.x), velocity[row + stride] = static_cast<float>(pace.y);
        velocity[row + 2 * stride] = static_cast<float>(pace.z);
      }
    }
    const SkinMotion motion{0, 0, stride, begin, travel, velocity};
    const RadiatingSkin skin{{}, {{0, 1, 2}}, {{0, 1, 2}}};
    std::vector<float> area(3 * samples);
    std::vector<double> flow(samples), speed(samples);
    const auto axis = [&](std::size_t k) { return std::span(area).subspan(k * samples, samples); };
    follow_facet(skin, motion, 0, {samples, {axis(0), axis(1), axis(2)}, flow, speed});
    for (std::size_t i = 0; i < samples; ++i) {
      const double t = static_cast<double>(i) * kSample;
      const Vec3 a = facet.corner(0, t);
      const Vec3 exact = 0.5 * cross(facet.corner(1, t) - a, facet.corner(2, t) - a);
      const Vec3 mean = (facet.velocity(0, t) + facet.velocity(1, t) + facet.velocity(2, t)) / 3;
      const double size = length(exact), pace = length(mean);
      CHECK(length(Vec3{axis(0)[i], axis(1)[i], axis(2)[i]} - exact) < 1e-6 * size);
      CHECK(std::abs(flow[i] - dot(exact, mean)) < 1e-6 * size * pace);
      CHECK(std::abs(speed[i] - dot(exact, mean) / size) < 1e-6 * pace);
      CHECK(length(centroid(skin, motion, 0, i) - (facet.corner(0, t) + facet.corner(1, t) + facet.corner(2, t)) / 3) <
            1e-9);
    }
  }
}

TEST_CASE("what is not wanted of a facet is not written") {
  const std::vector<double> begin{0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::vector<float> still(9 * 8), pace(9 * 8, 1.0F);
  std::vector<double> flow(8);
  const RadiatingSkin skin{{}, {{0, 1, 2}}, {{0, 1, 2}}};
  follow_facet(skin, {0, 0, 8, begin, still, pace}, 0, {8, {}, flow, {}});
  for (const double q : flow) CHECK(q == doctest::Approx(0.5));
}
