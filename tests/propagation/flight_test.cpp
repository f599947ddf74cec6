#include "propagation/flight.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace resound;

TEST_CASE("a source with one knot goes straight on from it, and stays where it is if it has no velocity") {
  constexpr int kCount = 30;
  const SampleRate rate{48000};
  Course course;
  const SourceKnot moving{.sample = 24, .position = {1, 2, 3}, .velocity = {4, -5, 6}};
  follow(std::span(&moving, 1), rate, kCount, course);
  for (std::size_t i = 0; i < kCount; ++i) {
    const double since = (static_cast<double>(i) - 24) / rate.hz;  // [s]
    CHECK(length(course.position.at(i) - (moving.position + since * moving.velocity)) < 1e-14);
    CHECK(length(course.velocity.at(i) - moving.velocity) < 1e-12);
  }
  const SourceKnot still{.sample = 24, .position = {1, 2, 3}, .velocity = {}};
  follow(std::span(&still, 1), rate, kCount, course);
  CHECK(course.position.at(kCount - 1) == still.position);
  CHECK(course.velocity.at(kCount - 1) == Vec3{});
}

TEST_CASE("a published facet is weighed by the area that it turns to the ear, which goes evenly through the block") {
  for (const int count : {1, 30, 32}) {
    CAPTURE(count);
    Track source, ear;
    for (Track* track : {&source, &ear}) track->resize(count);
    source.fill({0.1, 0.2, 0.3});
    ear.fill({1.5, -0.5, 2});
    Flight flight;
    fly(source, ear, 140, count, flight);
    std::vector<float> pressure(padded(count));
    for (std::size_t i = 0; i < pressure.size(); ++i)
      pressure[i] = static_cast<float>(3 * std::cos(0.7 * static_cast<double>(i)));
    const std::vector<double> gain(pressure.size(), 0.5);
    const Vec3 begin{1e-4, 2e-4, 3e-4}, end{2e-4, 1e-4, 4e-4};  // [m^2]
    const Strength strength{.monopole = {}, .dipole = {}, .beam = {pressure, begin, end}};
    std::vector<double> heard;
    for (const bool is_mirrored : {false, true}) {
      weigh_as_published(strength, flight, gain, is_mirrored, count, heard);
      const Vec3 way{1.4, -0.7, 1.7};
      for (int i = 0; i < count; ++i) {
        Vec3 area = begin + (count > 1 ? i / (count - 1.0) : 0) * (end - begin);
        if (is_mirrored) area.z = -area.z;
        const auto at = static_cast<std::size_t>(i);
        const double expected = 0.5 * pressure[at] * dot(area, normalized(way)) / length(way);
        CHECK(heard[at] == doctest::Approx(expected).epsilon(1e-12).scale(1e-3));
      }
    }
  }
}
