#include "output/compare.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "numerics/random_stream.h"
#include "output/sound_file.h"
#include "scratch.h"

using namespace resound;

namespace {

std::vector<float> noise(std::size_t count, std::uint64_t seed = 1) {
  RandomStream random(seed, 0, 0);
  std::vector<float> samples(count);
  for (float& p : samples) p = static_cast<float>(0.1 * random.normal());
  return samples;
}

std::filesystem::path written(const Scratch& scratch, const std::string& name, const std::vector<float>& samples,
                              double full_scale = 94, std::int64_t rate = 48000, int channels = 1) {
  SoundFileOptions options;
  options.gain.full_scale = full_scale;
  options.metadata.version = "0.1.0";
  write_sound_file(scratch / name, raw_sound(scratch / (name + ".f32"), samples, channels, rate), options);
  return scratch / name;
}

}  // namespace

TEST_CASE("a copy is identical, and a sample changed in its last bit is not") {
  const Scratch scratch;
  auto samples = noise(20000);
  const auto a = written(scratch, "a.wav", samples), b = written(scratch, "b.wav", samples);
  CHECK(compare_sounds(a, b).is_identical);
  samples[7777] = std::nextafter(samples[7777], 1.0f);
  CHECK_FALSE(compare_sounds(a, written(scratch, "c.wav", samples)).is_identical);
}

TEST_CASE("a gain of 3 dB is seen in the level and in every octave, and leaves no residual") {
  const Scratch scratch;
  const auto samples = noise(96000);
  auto louder = samples;
  for (float& p : louder) p *= static_cast<float>(std::pow(10, 3.0 / 20));
  const Comparison c = compare_sounds(written(scratch, "a.wav", samples), written(scratch, "b.wav", louder));
  const ChannelComparison& channel = c.channels[0];
  CHECK(channel.level_b - channel.level_a == doctest::Approx(3).epsilon(1e-4));
  for (std::size_t k = 0; k < channel.bands_a.size(); ++k)
    CHECK(channel.bands_b[k] - channel.bands_a[k] == doctest::Approx(3).epsilon(1e-4));
  CHECK(channel.lag == 0);
  CHECK(channel.correlation == doctest::Approx(1).epsilon(1e-6));
  CHECK(channel.residual < -120);
}

TEST_CASE("a lag of 7 samples is found in either direction, and a turned polarity too") {
  const Scratch scratch;
  const auto samples = noise(50000);
  std::vector<float> later(7, 0.0f), turned;
  later.insert(later.end(), samples.begin(), samples.end());
  for (const float p : later) turned.push_back(-p);
  const auto a = written(scratch, "a.wav", samples), b = written(scratch, "b.wav", later);
  CHECK(compare_sounds(a, b).channels[0].lag == 7);
  CHECK(compare_sounds(b, a).channels[0].lag == -7);
  CHECK(compare_sounds(a, b).channels[0].residual < -120);
  const ChannelComparison opposite = compare_sounds(a, written(scratch, "c.wav", turned)).channels[0];
  CHECK(opposite.lag == 7);
  CHECK(opposite.correlation == doctest::Approx(-1).epsilon(1e-5));
}

TEST_CASE("different noises do not correlate") {
  const Scratch scratch;
  const Comparison c =
      compare_sounds(written(scratch, "a.wav", noise(50000)), written(scratch, "b.wav", noise(50000, 2)));
  CHECK(std::abs(c.channels[0].correlation) < 0.05);
  CHECK(c.channels[0].residual > -0.1);
}

TEST_CASE("files of Resound are compared in pascals, whatever their gains") {
  const Scratch scratch;
  const auto samples = tone(1000, std::sqrt(2.0), 48000);
  const Comparison c = compare_sounds(written(scratch, "a.wav", samples, 94), written(scratch, "b.wav", samples, 120));
  CHECK(c.in_pascals);
  CHECK(c.channels[0].level_a == doctest::Approx(93.9794).epsilon(1e-5));
  CHECK(c.channels[0].level_b == doctest::Approx(93.9794).epsilon(1e-5));
  CHECK(c.channels[0].bands_a[5] == doctest::Approx(93.9794).epsilon(1e-4));  // all of it in the octave of 1 kHz
  CHECK(c.channels[0].centroid_a == doctest::Approx(1000).epsilon(0.01));
}

TEST_CASE("white noise has octave levels that rise by 3 dB and add up to its level") {
  const Scratch scratch;
  const auto a = written(scratch, "a.wav", noise(480000));
  const ChannelComparison channel = compare_sounds(a, a).channels[0];
  for (std::size_t k = 4; k < 9; ++k)
    CHECK(channel.bands_a[k] - channel.bands_a[k - 1] == doctest::Approx(3.01).epsilon(0.1));
  // the octaves reach from 22 to 22627 Hz of 24000
  double power = 0;
  for (const double level : channel.bands_a) power += std::pow(10, level / 10);
  CHECK(10 * std::log10(power) == doctest::Approx(channel.level_a + 10 * std::log10(22627.0 / 24000)).epsilon(0.0005));
  CHECK(channel.centroid_a == doctest::Approx(12000).epsilon(0.01));
}

TEST_CASE("another sample rate is resampled and said") {
  const Scratch scratch;
  const Comparison c = compare_sounds(written(scratch, "a.wav", tone(1000, 1, 48000)),
                                      written(scratch, "b.wav", tone(1000, 1, 44100, 44100), 94, 44100));
  CHECK(c.channels[0].level_b - c.channels[0].level_a == doctest::Approx(0).epsilon(0.01));
  CHECK(c.channels[0].lag == 0);
  CHECK(c.channels[0].residual < -40);
  CHECK(comparison_table(c).find("B was resampled to 48000 Hz") != std::string::npos);
}

TEST_CASE("the table shows the difference and what was compared") {
  const Scratch scratch;
  auto samples = noise(48000);
  const auto a = written(scratch, "a.wav", samples, 94, 48000, 2);
  for (float& p : samples) p *= 0.5f;
  const std::string table = comparison_table(compare_sounds(a, written(scratch, "b.wav", samples, 94, 48000, 2)));
  CHECK(table.find("channel 2") != std::string::npos);
  CHECK(table.find("-6.02  dB SPL") != std::string::npos);
  CHECK(table.find("bit for bit: no") != std::string::npos);
}

TEST_CASE("what is not sound is refused as bad input, and silence compares without trouble") {
  const Scratch scratch;
  std::ofstream(scratch / "text.wav") << "not a sound";
  const auto silent = written(scratch, "a.wav", std::vector<float>(1000));
  CHECK_THROWS_AS(compare_sounds(silent, scratch / "text.wav"), InputError);
  CHECK_THROWS_AS(compare_sounds(scratch / "none.wav", silent), InputError);
  const Comparison c = compare_sounds(silent, silent);
  CHECK(c.is_identical);
  CHECK(c.channels[0].correlation == 0);
}
