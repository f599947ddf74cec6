#include "audio/half_band.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "audio/spectrum.h"

using namespace resound;
using namespace resound::test;

namespace {

double response(const HalfBand<double>& filter, double frequency) {  // [cycles a frame]
  double sum = filter.middle;
  for (std::size_t i = 0; i < filter.taps.size(); ++i)
    sum += filter.taps[i] * std::cos(2 * std::numbers::pi * frequency * (2 * static_cast<double>(i) - filter.reach()));
  return sum;
}

// A filter like no other, to tell its taps apart.
template <class Number>
HalfBand<Number> some_filter(int pairs) {
  HalfBand<Number> filter{static_cast<Number>(0.45), std::vector<Number>(static_cast<std::size_t>(2 * pairs))};
  for (std::size_t k = 0; k < static_cast<std::size_t>(pairs); ++k)
    filter.taps[k] = filter.taps[filter.taps.size() - 1 - k] = static_cast<Number>(0.3 / static_cast<double>(k + 2));
  return filter;
}

template <class Number>
void check_plain_sum(int pairs, int channels, int count, double allowed) {
  const HalfBand<Number> filter = some_filter<Number>(pairs);
  const auto wide = static_cast<std::size_t>(channels), made = static_cast<std::size_t>(count);
  std::vector<Number> in((2 * (made + filter.taps.size()) - 3) * wide), out(made * wide);  // not one more than are read
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<Number>(std::sin(static_cast<double>(i * i % 1009)));
  halve_frames(filter, in.data(), channels, out.data(), count);
  for (std::size_t frame = 0; frame < made; ++frame)
    for (std::size_t c = 0; c < wide; ++c) {
      const auto at = [&](std::size_t offset) { return static_cast<double>(in[(2 * frame + offset) * wide + c]); };
      double sum = static_cast<double>(filter.middle) * at(static_cast<std::size_t>(filter.reach()));
      for (std::size_t k = 0; k < filter.taps.size(); ++k) sum += static_cast<double>(filter.taps[k]) * at(2 * k);
      REQUIRE(static_cast<double>(out[frame * wide + c]) == doctest::Approx(sum).epsilon(allowed));
    }
}

}  // namespace

TEST_CASE("a half-band filter stops its edge and all beyond by 83 dB, and passes the mirror image within 0.0015 dB") {
  for (const double edge : {0.27, 0.3, 0.31, 0.395, 0.4, 0.4048, 0.4524, 0.4762, 0.499}) {
    CAPTURE(edge);
    const HalfBand<double> filter = half_band(edge);
    double most = 0, off = 0;  // [dB]
    for (double f = edge; f <= 0.5; f += (0.5 - edge) / 317) {
      most = std::max(most, std::abs(response(filter, f)));
      off = std::max(off, std::abs(decibels(response(filter, 0.5 - f))));
    }
    CHECK(decibels(most) < -83);
    CHECK(off < 0.0015);
    CHECK(response(filter, 0) == doctest::Approx(1).epsilon(1e-15));
  }
}

TEST_CASE("the narrower the band that must vanish, the fewer taps: four from a megahertz on") {
  const auto taps = [](double rate) { return half_band(0.5 - 0.5 * 48000 / rate).taps.size(); };
  CHECK(taps(960e3) == 4);
  CHECK(taps(480e3) == 6);
  CHECK(taps(240e3) == 8);
  CHECK(taps(120e3) < 32);
}

TEST_CASE("many signals are halved by the plain sum of taps, however many there are of each") {
  for (const int pairs : {1, 2, 3, 4, 5, 7, 12})
    for (const int channels : {1, 3, 8, 13, 32, 96})
      for (const int count : {1, 2, 3, 4, 7, 12}) {
        CAPTURE(pairs);
        CAPTURE(channels);
        CAPTURE(count);
        check_plain_sum<double>(pairs, channels, count, 1e-14);
        check_plain_sum<float>(pairs, channels, count, 1e-6);
      }
}
