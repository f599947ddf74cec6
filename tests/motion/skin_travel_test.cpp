#include "motion/solid/skin_travel.h"

#include <doctest/doctest.h>

#include <vector>

#include "numerics/random_stream.h"

using namespace resound;

TEST_CASE(
    "the way of each channel is the trapezoidal sum of its velocities, its mean that of its samples, however many") {
  RandomStream random(3, 0, 0);
  for (const std::size_t channels : {1, 3, 4, 30, 96})
    for (const std::size_t samples : {1, 4, 7, 32}) {
      CAPTURE(channels);
      CAPTURE(samples);
      constexpr double kSample = 1 / 48000.0;  // [s]
      std::vector<float> frames(channels * samples), velocity(channels * samples), travel(channels * samples);
      for (float& v : frames) v = static_cast<float>(random.uniform() - 0.3);
      std::vector<double> last(channels), way(channels, 7.0), mean(channels, 7.0);
      for (double& v : last) v = random.uniform();
      const std::vector<double> before = last;
      sum_travel({.channels = channels,
                  .samples = samples,
                  .sample = kSample,
                  .frames = frames.data(),
                  .velocity = velocity.data(),
                  .travel = travel.data(),
                  .last = last.data(),
                  .way = way.data(),
                  .mean = mean.data()});
      for (std::size_t c = 0; c < channels; ++c) {
        double gone = 0, sum = 0, previous = before[c];
        for (std::size_t i = 0; i < samples; ++i) {
          const double v = frames[i * channels + c];
          gone += kSample / 2 * (previous + v);
          previous = v;
          sum += gone;
          CHECK(velocity[c * samples + i] == frames[i * channels + c]);
          CHECK(travel[c * samples + i] == doctest::Approx(gone).epsilon(1e-6));
        }
        CHECK(last[c] == previous);
        CHECK(way[c] == doctest::Approx(gone).epsilon(1e-12));
        CHECK(mean[c] == doctest::Approx(sum / static_cast<double>(samples)).epsilon(1e-12));
      }
    }
}
