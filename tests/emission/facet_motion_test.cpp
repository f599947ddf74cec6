#include "emission/solid/facet_motion.h"

#include <doctest/doctest.h>

#include <array>
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
    std::vector<double> begin, mean;
    std::vector<float> travel(9 * stride), velocity(9 * stride);
    Vec3 middle;  // of all corners and samples
    for (int index = 0; index < 3; ++index) {
      const Vec3 from = facet.corner(index, -kSample);
      begin.insert(begin.end(), {from.x, from.y, from.z});
      Vec3 sum;
      for (std::size_t i = 0; i < samples; ++i) {
        const double t = static_cast<double>(i) * kSample;
        const Vec3 way = facet.corner(index, t) - from, pace = facet.velocity(index, t);
        sum += facet.corner(index, t) / static_cast<double>(samples);
        const std::size_t row = 3 * static_cast<std::size_t>(index) * stride + i;
        travel[row] = static_cast<float>(way.x), travel[row + stride] = static_cast<float>(way.y);
        travel[row + 2 * stride] = static_cast<float>(way.z);
        velocity[row] = static_cast<float>(pace.x), velocity[row + stride] = static_cast<float>(pace.y);
        velocity[row + 2 * stride] = static_cast<float>(pace.z);
      }
      mean.insert(mean.end(), {sum.x, sum.y, sum.z});
      middle += sum / 3;
    }
    const SkinMotion motion{0, 0, stride, begin, mean, travel, velocity};
    const RadiatingSkin skin{{}, {{0, 1, 2}}, {{0, 1, 2}}};
    std::vector<float> area(3 * samples);
    std::vector<double> flow(samples), speed(samples);
    const auto axis = [&](std::size_t k) { return std::span(area).subspan(k * samples, samples); };
    follow_facet(skin, motion, 0, {samples, {axis(0), axis(1), axis(2)}, flow, speed});
    for (std::size_t i = 0; i < samples; ++i) {
      const double t = static_cast<double>(i) * kSample;
      const Vec3 a = facet.corner(0, t);
      const Vec3 exact = 0.5 * cross(facet.corner(1, t) - a, facet.corner(2, t) - a);
      const Vec3 carried = (facet.velocity(0, t) + facet.velocity(1, t) + facet.velocity(2, t)) / 3;
      const double size = length(exact), pace = length(carried);
      CHECK(length(Vec3{axis(0)[i], axis(1)[i], axis(2)[i]} - exact) < 1e-6 * size);
      CHECK(std::abs(flow[i] - dot(exact, carried)) < 1e-6 * size * pace);
      CHECK(std::abs(speed[i] - dot(exact, carried) / size) < 1e-6 * pace);
    }
    CHECK(length(mean_centroid(skin, motion, 0) - middle) < 1e-13);
  }
}

TEST_CASE("what is not wanted of a facet is not written") {
  const std::vector<double> begin{0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::vector<float> still(9 * 8), pace(9 * 8, 1.0F);
  std::vector<double> flow(8);
  const RadiatingSkin skin{{}, {{0, 1, 2}}, {{0, 1, 2}}};
  follow_facet(skin, {0, 0, 8, begin, begin, still, pace}, 0, {8, {}, flow, {}});
  for (const double q : flow) CHECK(q == doctest::Approx(0.5));
}

TEST_CASE("a sliver that slides along its own plane at 10 m/s seems to leave it by less than 1e-4 m/s") {
  const std::vector<double> begin{1, 2, 3, 1.05, 2, 3, 1.0251, 2.001, 3};  // fifty times as long as wide
  std::vector<float> travel(9 * 32), velocity(9 * 32);
  const double c = std::cos(0.3), s = std::sin(0.3);  // the plane is turned about x
  std::vector<double> turned = begin;
  for (std::size_t k = 0; k < 9; k += 3) {
    turned[k + 1] = c * begin[k + 1] - s * begin[k + 2];
    turned[k + 2] = s * begin[k + 1] + c * begin[k + 2];
  }
  for (std::size_t corner = 0; corner < 3; ++corner)
    for (std::size_t i = 0; i < 32; ++i) {
      const double t = (static_cast<double>(i) + 1) / 44100;
      const std::size_t row = 3 * corner * 32 + i;
      const std::array<double, 3> pace{6, 8 * c, 8 * s};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        velocity[row + axis * 32] = static_cast<float>(pace[axis]);
        travel[row + axis * 32] = static_cast<float>(pace[axis] * t);
      }
    }
  const RadiatingSkin skin{{}, {{0, 1, 2}}, {{0, 1, 2}}};
  std::vector<double> speed(32);
  follow_facet(skin, {0, 0, 32, turned, turned, travel, velocity}, 0, {32, {}, {}, speed});
  for (const double v : speed) CHECK(std::abs(v) < 1e-4);
}
