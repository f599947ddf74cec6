#include "output/spectrogram.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "numerics/random_stream.h"
#include "output/colour_map.h"
#include "output/decibel.h"
#include "output/fourier.h"
#include "output/line_spectrum.h"
#include "output/plot.h"
#include "scratch.h"

using namespace resound;

namespace {

// Power between two frequencies [Pa^2] in the middle of the sound.
double band_power(const Spectrogram& s, double low, double high) {
  double power = 0;
  for (int bin = 0; bin < s.bins; ++bin) {
    const double f = bin * s.frequency_step;
    if (f >= low && f <= high) power += s.at(s.columns / 2, bin) * s.frequency_step;
  }
  return power;
}

int strongest_bin(const Spectrogram& s) {
  int best = 0;
  for (int bin = 0; bin < s.bins; ++bin)
    if (s.at(s.columns / 2, bin) > s.at(s.columns / 2, best)) best = bin;
  return best;
}

}  // namespace

TEST_CASE("the transform and its inverse give n times the signal back") {
  RealFourier fourier(64);
  std::vector<float> signal = tone(3000, 1, 64);
  const auto spectrum = fourier.forward(signal);
  CHECK(std::abs(spectrum[4]) == doctest::Approx(32).epsilon(1e-5));  // 3 kHz is bin 4 of 64 at 48 kHz
  const auto back = fourier.backward(spectrum);
  for (std::size_t i = 0; i < 64; ++i) CHECK(back[i] == doctest::Approx(64 * signal[i]).epsilon(1e-4));
}

TEST_CASE("the spectrogram of a 1 kHz tone of one pascal rms peaks at 1 kHz and holds 93.98 dB SPL") {
  const Scratch scratch;
  for (const std::int64_t rate : {44100, 48000, 96000})
    for (const int window : {0, 512, 8192}) {
      const RawSound sound =
          raw_sound(scratch / "a.f32",
                    tone(1000, std::sqrt(2.0), static_cast<std::size_t>(rate) * 3, static_cast<double>(rate)), 1, rate);
      const Spectrogram s = make_spectrogram(sound, {200, window});
      CHECK(std::abs(strongest_bin(s) * s.frequency_step - 1000) <= s.frequency_step / 2 + 1e-9);
      CHECK(sound_pressure_level(std::sqrt(band_power(s, 500, 2000))) == doctest::Approx(93.9794).epsilon(0.0005));
      CHECK(s.at(s.columns / 2, s.bins / 2) < 1e-9);  // nothing where there is no tone
    }
}

TEST_CASE("the density of white noise is flat at its power divided by half the sample rate") {
  const Scratch scratch;
  RandomStream random(1, 0, 0);
  std::vector<float> noise(48000 * 10);
  for (float& p : noise) p = static_cast<float>(0.1 * random.normal());
  const Spectrogram s = make_spectrogram(raw_sound(scratch / "a.f32", noise, 2), {100, 1024});
  const auto mean = mean_density(s);
  double low = 0, high = 0;
  for (std::size_t bin = 10; bin < 250; ++bin) low += mean[bin] / 240;
  for (std::size_t bin = 260; bin < 500; ++bin) high += mean[bin] / 240;
  CHECK(low == doctest::Approx(0.01 / 24000).epsilon(0.02));
  CHECK(high == doctest::Approx(0.01 / 24000).epsilon(0.02));
}

TEST_CASE("a click shows in the column of its time, also when columns are narrower than windows") {
  const Scratch scratch;
  std::vector<float> samples(24000);
  samples[18000] = 1;
  const Spectrogram s = make_spectrogram(raw_sound(scratch / "a.f32", samples), {400, 1024});
  int loudest = 0;
  for (int c = 0; c < s.columns; ++c)
    if (s.at(c, 100) > s.at(loudest, 100)) loudest = c;
  CHECK(std::abs(loudest - 300) <= 1);
  CHECK(s.at(100, 100) == 0);
}

TEST_CASE("a sound shorter than a window, and none at all, still have a spectrogram and a plot") {
  const Scratch scratch;
  for (const std::size_t count : {0u, 1u, 100u}) {
    const RawSound sound = raw_sound(scratch / "a.f32", tone(1000, 1, count));
    CHECK(make_spectrogram(sound).bins > 0);
    CHECK(plot_sound(sound, {}).substr(1, 3) == "PNG");
  }
}

TEST_CASE("the course of a sound follows its level and its centroid") {
  const Scratch scratch;
  std::vector<float> sound = tone(1000, std::sqrt(2.0), 48000);  // one pascal, then a tenth at 4 kHz, then nothing
  const std::vector<float> later = tone(4000, 0.1 * std::sqrt(2.0), 48000);
  sound.insert(sound.end(), later.begin(), later.end());
  sound.resize(3 * 48000);
  const SoundCourse course = sound_course(make_spectrogram(raw_sound(scratch / "a.f32", sound), {300, 0}));
  REQUIRE(course.power.size() == 300);
  CHECK(sound_pressure_level(std::sqrt(course.power[50])) == doctest::Approx(93.98).epsilon(0.001));
  CHECK(course.centroid[50] == doctest::Approx(1000).epsilon(0.01));
  CHECK(sound_pressure_level(std::sqrt(course.power[150])) == doctest::Approx(73.98).epsilon(0.001));
  CHECK(course.centroid[150] == doctest::Approx(4000).epsilon(0.01));
  CHECK(course.power[250] < 1e-12);
}

TEST_CASE("the envelope holds the extremes of every stretch") {
  const Scratch scratch;
  std::vector<float> samples(1000);
  samples[150] = 2;
  samples[950] = -3;
  const Envelope envelope = make_envelope(raw_sound(scratch / "a.f32", samples), 10);
  CHECK(envelope.high[1] == 2);
  CHECK(envelope.low[9] == -3);
  CHECK(envelope.high[5] == 0);
}

TEST_CASE("ticks are round numbers, and not too many") {
  const auto is = [](const std::vector<double>& ticks, const std::vector<double>& expected) {
    REQUIRE(ticks.size() == expected.size());
    for (std::size_t i = 0; i < ticks.size(); ++i) CHECK(ticks[i] == doctest::Approx(expected[i]));
  };
  is(round_ticks(0, 5, 12), {0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5});
  is(round_ticks(-1.08, 1.08, 5), {-1, -0.5, 0, 0.5, 1});
  is(round_ticks(10.25, 10.75, 6), {10.3, 10.4, 10.5, 10.6, 10.7});
  CHECK(round_ticks(0, 3600, 12).size() <= 12);
}

TEST_CASE("the colours grow lighter in equal steps") {
  const auto lightness = [](double value) {  // CIE L*
    const InkColour c = colour_of(value);
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    const double y = 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
    return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;
  };
  for (double v = 0.1; v <= 1.0; v += 0.1)
    CHECK(lightness(v) - lightness(v - 0.1) == doctest::Approx(9.4).epsilon(0.02));
}

TEST_CASE("the plot is a PNG of the size asked for, the same for the same sound") {
  const Scratch scratch;
  const RawSound sound = raw_sound(scratch / "a.f32", tone(1000, 0.5, 48000));
  PlotSettings settings;
  settings.title = "A tone";
  const std::string png = plot_sound(sound, settings);
  CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  CHECK(png.substr(16, 8) == std::string("\0\0\x06\x40\0\0\x03\x84", 8));  // 1600 x 900
  CHECK(png == plot_sound(sound, settings));
}

TEST_CASE("a line spectrum shows a tone at its own level, also between two bins") {
  for (const double frequency : {1000.0, 1001.3}) {
    const std::vector<float> sound = tone(frequency, std::sqrt(2.0), 24000);  // 1 Pa rms
    const LineSpectrum spectrum = line_spectrum(sound, SampleRate{48000});
    const auto peak = std::ranges::max_element(spectrum.level);
    CHECK(*peak == doctest::Approx(sound_pressure_level(1)).epsilon(0.001));
    CHECK(std::abs(static_cast<double>(peak - spectrum.level.begin()) * spectrum.step - frequency) < spectrum.step);
    CHECK(spectrum.level[static_cast<std::size_t>(1200 / spectrum.step)] < *peak - 80);
  }
}
