#include "output/levels.h"

#include <doctest/doctest.h>

#include "output/decibel.h"
#include "output/gain.h"
#include "scratch.h"

using namespace resound;

TEST_CASE(
    "a 997 Hz tone of amplitude 0.5 in one channel has -9.03 LUFS") {  // BS.1770: 0 dBFS peak in one channel = -3.01
  const Scratch scratch;
  const RawSound sound = raw_sound(scratch / "tone.f32", tone(997, 0.5, 48000 * 5));
  CHECK(measure_levels(sound, 1.0).loudness == doctest::Approx(-9.03).epsilon(0.001));
}

TEST_CASE("the same tone in both channels is 3.01 LU louder, and every channel counts alike") {
  const Scratch scratch;
  const auto mono = tone(997, 0.5, 48000 * 5);
  for (const int channels : {2, 4, 6}) {
    std::vector<float> samples;
    for (const float p : mono) samples.insert(samples.end(), static_cast<std::size_t>(channels), p);
    const RawSound sound = raw_sound(scratch / "tone.f32", samples, channels);
    CHECK(measure_levels(sound, 1.0).loudness == doctest::Approx(-9.03 + 10 * std::log10(channels)).epsilon(0.001));
  }
}

TEST_CASE("a sound too short or too quiet to gate says so in place of a loudness") {
  const Scratch scratch;
  const auto text = [&](double amplitude, std::size_t samples) {
    return measure_levels(raw_sound(scratch / "tone.f32", tone(997, amplitude, samples)), 1.0).loudness_text();
  };
  CHECK(text(0.5, 48000) == "-9.0 LUFS");
  CHECK(text(0.5, 19200) == "-9.0 LUFS");  // one gating block of 400 ms
  CHECK(text(0.5, 19199) == "too short or too quiet for LUFS");
  CHECK(text(0.0003, 48000) == "too short or too quiet for LUFS");  // -73.5 LUFS, below the absolute gate
  CHECK(text(0, 48000) == "too short or too quiet for LUFS");
}

TEST_CASE("a tone of one pascal rms has 93.98 dB SPL and a peak 3.01 dB higher") {
  const Scratch scratch;
  const RawSound sound = raw_sound(scratch / "tone.f32", tone(1000, std::sqrt(2.0), 48000));
  const Levels levels = measure_levels(sound, 0.1);
  CHECK(levels.equivalent_level() == doctest::Approx(93.9794).epsilon(1e-5));
  CHECK(levels.peak_level() == doctest::Approx(96.9897).epsilon(1e-5));
  CHECK(levels.channels[0].mean == doctest::Approx(0).epsilon(1e-6));
  CHECK_FALSE(levels.is_silent);
}

TEST_CASE("the true peak sees between the samples") {
  const Scratch scratch;  // a quarter of the sample rate, 45 degrees off: samples reach 0.707 of the peak
  std::vector<float> samples(48000);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(std::sin(std::numbers::pi * (0.5 * static_cast<double>(i) + 0.25)));
  const Levels levels = measure_levels(raw_sound(scratch / "tone.f32", samples), 1.0);
  CHECK(levels.peak() == doctest::Approx(std::sqrt(0.5)).epsilon(1e-5));
  CHECK(to_decibel(levels.true_peak()) == doctest::Approx(0).epsilon(0.3));  // BS.1770 annex 2 allows 0.69 dB below
  CHECK(levels.true_peak() > 0.95);
}

TEST_CASE("silence is told, and a constant pressure shows as its mean") {
  const Scratch scratch;
  const Levels silent = measure_levels(raw_sound(scratch / "a.f32", std::vector<float>(4800, 0.0f)), 1.0);
  CHECK(silent.is_silent);
  CHECK(std::isinf(silent.peak_level()));
  const Levels constant = measure_levels(raw_sound(scratch / "b.f32", std::vector<float>(4800, 0.25f)), 1.0);
  CHECK(constant.channels[0].mean == doctest::Approx(0.25));
  CHECK_FALSE(constant.is_silent);
}

TEST_CASE("the sample value one stands for full_scale dB SPL") {
  CHECK(Gain{94, 0}.pascals_at_full_scale() == doctest::Approx(1.00237).epsilon(1e-5));
  CHECK(Gain{114, 0}.factor() == doctest::Approx(0.0997631).epsilon(1e-5));
}

TEST_CASE("a gain that would clip is lowered by whole decibels to 1 dB below full scale") {
  const double one = Gain{94, 0}.pascals_at_full_scale();
  CHECK(gain_for_unclipped(94, 0.99 * one).lowered_by == 0);
  CHECK(gain_for_unclipped(94, 1.01 * one).lowered_by == 2);
  CHECK(gain_for_unclipped(94, 2 * one).lowered_by == 8);  // 6.02 dB over, and 1 dB of headroom
  const Gain gain = gain_for_unclipped(94, 2 * one);
  CHECK(to_decibel(2 * one * gain.factor()) <= -1);
  CHECK(to_decibel(2 * one * gain.factor()) > -2);
}
