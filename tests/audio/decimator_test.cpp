#include "audio/decimator.h"

#include <doctest/doctest.h>

#include <optional>

#include "audio/spectrum.h"

using namespace resound;
using namespace resound::test;

namespace {

struct Rates {
  double from, to;
  bool in_pairs = false;  // steps come in filtered two by two

  std::optional<PairFilter> pairs() const { return in_pairs ? pair_filter({from}, {to}) : std::optional<PairFilter>(); }
  template <class Number>
  BasicDecimator<Number> decimator(int channels = 1) const {
    return {{from}, {to}, channels, pairs()};
  }
};
constexpr Rates kRates[] = {{1e6, 44100},
                            {1e6, 48000},
                            {384000, 48000},
                            {352800, 44100},
                            {96000, 44100},
                            {1e7, 44100},
                            {123456.7, 48000},
                            {21 * 48000, 48000},
                            {1e6, 44100, true},
                            {1e6, 48000, true},
                            {1e7, 44100, true},
                            {20 * 48000, 48000, true},
                            {21 * 48000, 48000, true}};

// As whoever makes the steps would hand them on.
std::vector<double> handed_on(const std::vector<double>& steps, const Rates& rates) {
  const auto pairs = rates.pairs();
  if (!pairs) return steps;
  std::vector<double> frames;
  const auto at = [&](std::size_t step, std::size_t before) { return step < before ? 0 : steps[step - before]; };
  for (std::size_t now = 1; now < steps.size(); now += 2)
    frames.push_back(pairs->outer * (at(now, 0) + at(now, 3)) + pairs->inner * (at(now, 1) + at(now, 2)));
  return frames;
}

std::vector<double> tone(double frequency, double rate, double seconds) {
  std::vector<double> signal(static_cast<std::size_t>(rate * seconds));
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] = std::cos(2 * std::numbers::pi * frequency * static_cast<double>(i) / rate);
  return signal;
}

// What comes out of a tone that goes in, once it has settled.
std::vector<double> settled(double frequency, const Rates& rates) {
  Decimator decimator = rates.decimator<double>();
  const auto out = decimator.process(handed_on(tone(frequency, rates.from, 0.012), rates));
  return {out.begin() + 2 * decimator.latency() + 10, out.end()};
}

}  // namespace

TEST_CASE("18 kHz passes the decimator within 0.15 dB from any rate") {
  for (const Rates& rates : kRates) {
    CAPTURE(rates.from);
    CAPTURE(rates.to);
    for (const double frequency : {100.0, 1000.0, 5000.0, 10000.0, 15000.0, 17000.0, 18000.0}) {
      CAPTURE(frequency);
      CHECK(std::abs(decibels(fit_tone(settled(frequency, rates), frequency / rates.to).amplitude())) < 0.15);
    }
  }
}

TEST_CASE("everything beyond the new Nyquist frequency is 80 dB down") {
  for (const Rates& rates : kRates) {
    CAPTURE(rates.from);
    CAPTURE(rates.to);
    double loudest = 0;
    for (double frequency = rates.to / 2; frequency < rates.from / 2; frequency += rates.from / 2 * 0.0373)
      loudest = std::max(loudest, rms(settled(frequency, rates)) * std::sqrt(2.0));
    for (double frequency = rates.to / 2; frequency < 0.6 * rates.to; frequency += 197)
      loudest = std::max(loudest, rms(settled(frequency, rates)) * std::sqrt(2.0));
    const double from = rates.from / 2;  // what the first halving folds to the bottom
    for (double frequency = from - 0.5 * rates.to; frequency < from && frequency > rates.to / 2; frequency += 597)
      loudest = std::max(loudest, rms(settled(frequency, rates)) * std::sqrt(2.0));
    CHECK(decibels(loudest) < -80);
  }
}

TEST_CASE("the decimator states its latency to a thousandth of a sample, and adds nothing to a tone above -80 dB") {
  for (const Rates& rates : kRates) {
    CAPTURE(rates.from);
    CAPTURE(rates.to);
    const auto decimator = rates.decimator<double>();
    const int latency = decimator.latency();
    CHECK(latency < 60);
    for (const double f : {1000.0, 7000.0, 15000.0}) {
      CAPTURE(f);
      Decimator fresh = decimator;
      const auto out = fresh.process(handed_on(tone(f, rates.from, 0.03), rates));
      const ToneFit fit = fit_tone(out.subspan(static_cast<std::size_t>(2 * latency)), f / rates.to);
      const double turn = 2 * std::numbers::pi * f / rates.to;  // [rad]  a sample
      // the first one looked at is at the time `latency`
      const double early = std::remainder(std::atan2(-fit.sine, fit.cosine) - turn * latency, 2 * std::numbers::pi);
      CHECK(std::abs(early / turn) < 1e-3);
      CHECK(std::abs(decibels(fit.amplitude())) < 0.02);
      CHECK(decibels(fit.residual) < -80);
    }
  }
}

TEST_CASE("equal rates pass unchanged and without latency") {
  Decimator decimator({48000}, {48000});
  const auto in = tone(1000, 48000, 0.01);
  const auto out = decimator.process(in);
  CHECK(decimator.latency() == 0);
  CHECK(std::vector<double>(out.begin(), out.end()) == in);
}

TEST_CASE("many channels cut into blocks and resumed half way give the same bits as one run") {
  constexpr int channels = 5;
  std::vector<double> frames(channels * 9000);
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = std::sin(static_cast<double>(i * i % 1009));

  for (const Rates& rates : {Rates{1e6, 44100}, Rates{21 * 48000, 48000}, Rates{21 * 48000, 48000, true}}) {
    CAPTURE(rates.from);
    CAPTURE(rates.in_pairs);
    auto whole = rates.decimator<double>(channels);
    const auto out = whole.process(frames);
    const std::vector<double> expected(out.begin(), out.end());
    const double steps = rates.in_pairs ? 2 * 9000 : 9000;
    CHECK(expected.size() == channels * static_cast<std::size_t>(steps * rates.to / rates.from));

    auto first = rates.decimator<double>(channels), second = first;
    Decimator* active = &first;
    std::vector<double> pieces;
    for (std::size_t begin = 0; begin < 9000; begin += 90) {
      if (begin == 4500) {
        StateArchive saved;
        first.archive(saved);
        StateArchive loaded(saved.bytes());
        second.archive(loaded);
        CHECK(loaded.is_exhausted());
        active = &second;
      }
      for (std::size_t part = 0; part < 90; part += 30)
        active->push(std::span(frames).subspan((begin + part) * channels, 30 * channels));
      const auto piece = active->take();
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    CHECK(pieces == expected);
  }
}

TEST_CASE("what a decimator assumes to have been coming in for ever goes on without a step") {
  for (const Rates& rates : kRates) {
    CAPTURE(rates.from);
    auto decimator = rates.decimator<double>(2);
    decimator.assume(std::vector{3.0, -7.0});
    std::vector<double> frames;
    for (int i = 0; i < 500; ++i) frames.insert(frames.end(), {3.0, -7.0});
    const auto out = decimator.process(frames);
    for (std::size_t i = 0; i < out.size(); i += 2) {
      REQUIRE(out[i] == doctest::Approx(3).epsilon(1e-12));
      REQUIRE(out[i + 1] == doctest::Approx(-7).epsilon(1e-12));
    }
  }
}

TEST_CASE("a decimator of floats differs from one of doubles by less than -130 dB, at any pitch") {
  for (const Rates& rates : kRates) {
    CAPTURE(rates.from);
    for (const double frequency : {1000.0, 17000.0, 0.45 * rates.from}) {
      CAPTURE(frequency);
      const std::vector<double> signal = handed_on(tone(frequency, rates.from, 0.012), rates);
      auto exact = rates.decimator<double>();
      auto rounded = rates.decimator<float>();
      const auto wanted = exact.process(signal);
      const auto got = rounded.process(std::vector<float>(signal.begin(), signal.end()));
      REQUIRE(got.size() == wanted.size());
      std::vector<double> error;
      for (std::size_t i = 0; i < got.size(); ++i) error.push_back(got[i] - wanted[i]);
      CHECK(decibels(rms(error)) < -130);
    }
  }
}

TEST_CASE("as many frames come out of pairs of steps as of the steps, also where a pair is not complete") {
  const Rates each{21 * 48000, 48000}, in_pairs{21 * 48000, 48000, true};
  auto steps = each.decimator<double>(), pairs = in_pairs.decimator<double>();
  std::size_t from_steps = 0, from_pairs = 0, made = 0;
  for (int sample = 0; sample < 99; ++sample) {  // 21 steps, and 10 or 11 pairs of them
    from_steps += steps.process(std::vector<double>(21)).size();
    const auto done = static_cast<std::size_t>(21 * (sample + 1) / 2);
    from_pairs += pairs.process(std::vector<double>(done - made)).size();
    made = done;
    REQUIRE(from_pairs == from_steps);
  }
}

TEST_CASE("steps are not filtered in pairs where fewer than twenty of them make a sample") {
  CHECK(!pair_filter({19.99 * 48000}, {48000}));
  CHECK(pair_filter({20 * 48000}, {48000}));
}
