#include "output/sound_file.h"

#include <doctest/doctest.h>
#include <sndfile.h>

#include "output/decibel.h"
#include "output/dither.h"
#include "scratch.h"

using namespace resound;

namespace {

SoundFileOptions options_of(SampleFormat format, SoundContainer container = SoundContainer::wav) {
  SoundFileOptions options;
  options.container = container;
  options.format = format;
  options.gain = {100, 0};
  options.metadata = {"Rain", "0.1.0", "rain", "0123456789abcdef0123456789abcdef", 7, "mix", 96000};
  return options;
}

struct ReadBack {
  SF_INFO info{};
  std::vector<float> samples;
  SF_BROADCAST_INFO bext{};
  bool has_bext = false;
};

ReadBack read_back(const std::filesystem::path& path) {
  ReadBack result;
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &result.info);
  REQUIRE(file != nullptr);
  result.samples.resize(static_cast<std::size_t>(result.info.frames * result.info.channels));
  sf_read_float(file, result.samples.data(), static_cast<sf_count_t>(result.samples.size()));
  result.has_bext = sf_command(file, SFC_GET_BROADCAST_INFO, &result.bext, sizeof result.bext) == SF_TRUE;
  sf_close(file);
  return result;
}

}  // namespace

TEST_CASE("a float WAV read back equals pascals times gain, bit for bit") {
  const Scratch scratch;
  const auto pascals = tone(440, 3.0, 4800);  // above full scale: float keeps it
  const SoundFileOptions options = options_of(SampleFormat::float32);
  write_sound_file(scratch / "a.wav", raw_sound(scratch / "a.f32", pascals, 2), options);
  const ReadBack wav = read_back(scratch / "a.wav");
  CHECK(wav.info.frames == 2400);
  CHECK(wav.info.channels == 2);
  CHECK(wav.info.samplerate == 48000);
  for (std::size_t i = 0; i < pascals.size(); ++i)
    REQUIRE(wav.samples[i] == static_cast<float>(pascals[i] * options.gain.factor()));
}

TEST_CASE("a WAV carries version, scene, hash, seed and gain in its bext chunk") {
  const Scratch scratch;
  for (const SampleFormat format : {SampleFormat::float32, SampleFormat::pcm24, SampleFormat::pcm16}) {
    write_sound_file(scratch / "a.wav", raw_sound(scratch / "a.f32", tone(440, 0.1, 480)), options_of(format));
    const ReadBack wav = read_back(scratch / "a.wav");
    REQUIRE(wav.has_bext);
    const std::string description(wav.bext.description, strnlen(wav.bext.description, 256));
    CHECK(description ==
          "Resound 0.1.0; scene rain 0123456789abcdef0123456789abcdef; mix; seed 7; 1.0 = 2 Pa (100 dB SPL); gain "
          "-6.020600 dB re 1/Pa");
    CHECK(std::string(wav.bext.originator) == "Resound");
    CHECK(std::string(wav.bext.originator_reference, 32) == "0123456789abcdef0123456789abcdef");
    CHECK(wav.bext.time_reference_low == 96000);
    CHECK(wav.bext.origination_date[0] == 0);  // identical scenes give identical bytes
    CHECK(std::string(wav.bext.coding_history).find("T=Resound 0.1.0") != std::string::npos);

    const std::string bytes = content_of(scratch / "a.wav");
    CHECK(bytes.substr(0, 4) == "RIFF");
    CHECK(bytes.substr(8, 4) == "WAVE");
    const std::size_t chunk = bytes.find("bext");
    REQUIRE(chunk != std::string::npos);
    CHECK(bytes.substr(chunk + 8, 14) == "Resound 0.1.0;");
    CHECK(bytes.find("PEAK") == std::string::npos);  // it would hold the time of day
  }
}

TEST_CASE("the same sound gives the same bytes and another seed gives another dither") {
  const Scratch scratch;
  const RawSound sound = raw_sound(scratch / "a.f32", tone(440, 0.1, 4800));
  for (const SoundContainer container : {SoundContainer::wav, SoundContainer::flac}) {
    SoundFileOptions options = options_of(SampleFormat::pcm16, container);
    write_sound_file(scratch / "a", sound, options);
    write_sound_file(scratch / "b", sound, options);
    options.metadata.seed = 8;
    write_sound_file(scratch / "c", sound, options);
    CHECK(content_of(scratch / "a") == content_of(scratch / "b"));
    CHECK(read_back(scratch / "a").samples != read_back(scratch / "c").samples);
  }
}

TEST_CASE("whole-number formats keep the samples within one and a half steps") {
  const Scratch scratch;
  const auto pascals = tone(440, 1.9, 4800);
  const RawSound sound = raw_sound(scratch / "a.f32", pascals);
  const auto worst = [&](SampleFormat format, SoundContainer container) {
    const SoundFileOptions options = options_of(format, container);
    write_sound_file(scratch / "a", sound, options);
    const ReadBack back = read_back(scratch / "a");
    double most = 0;
    for (std::size_t i = 0; i < pascals.size(); ++i)
      most = std::max(most, std::abs(back.samples[i] - pascals[i] * options.gain.factor()));
    return most;
  };
  const double step16 = std::ldexp(1.0, -15), step24 = std::ldexp(1.0, -23), float_step = std::ldexp(1.0, -24);
  CHECK(worst(SampleFormat::pcm16, SoundContainer::wav) < 1.5 * step16 + float_step);
  CHECK(worst(SampleFormat::pcm16, SoundContainer::wav) > 1.2 * step16);  // two steps of noise were really added
  CHECK(worst(SampleFormat::pcm24, SoundContainer::wav) < 1.5 * step24 + float_step);
  CHECK(worst(SampleFormat::float32, SoundContainer::flac) < 1.5 * step24 + float_step);  // a FLAC has 24 bits
}

TEST_CASE("dither leaves no bias, and its error is white with a quarter step squared of power") {
  Dither dither(16, 1, 0);
  const double value = 0.3 / 32768;  // a third of a step: without dither it would vanish
  double sum = 0, squares = 0, neighbours = 0, previous = 0;
  constexpr int kCount = 400'000;
  for (int i = 0; i < kCount; ++i) {
    const double error = dither.quantise(value) - 0.3;
    sum += error;
    squares += error * error;
    neighbours += error * previous;
    previous = error;
  }
  CHECK(std::abs(sum / kCount) < 4 * 0.5 / std::sqrt(kCount));          // four standard errors
  CHECK(squares / kCount == doctest::Approx(0.25).epsilon(0.01));       // 1/12 of rounding + 1/6 of noise
  CHECK(std::abs(neighbours / kCount) < 4 * 0.25 / std::sqrt(kCount));  // white
}

TEST_CASE("dithered rounding reaches the ends of the range and never wraps") {
  Dither dither(16, 1, 0);
  for (int i = 0; i < 1000; ++i) {
    CHECK(dither.quantise(1.5) == 32767);
    CHECK(dither.quantise(-1.5) == -32768);
  }
}

TEST_CASE("a sound too large for a WAV is written as RF64 and reads back the same") {
  const Scratch scratch;
  const auto pascals = tone(440, 0.5, 4800);
  SoundFileOptions options = options_of(SampleFormat::float32);
  options.largest_wav = 4800 * 4;
  write_sound_file(scratch / "fits.wav", raw_sound(scratch / "a.f32", pascals), options);
  CHECK(content_of(scratch / "fits.wav").substr(0, 4) == "RIFF");
  options.largest_wav -= 1;
  write_sound_file(scratch / "large.wav", raw_sound(scratch / "a.f32", pascals), options);
  CHECK(content_of(scratch / "large.wav").substr(0, 4) == "RF64");
  CHECK(read_back(scratch / "large.wav").has_bext);
  CHECK(read_back(scratch / "large.wav").samples == read_back(scratch / "fits.wav").samples);
}

TEST_SUITE("slow") {
  TEST_CASE("five gigabytes of sound become an RF64 whose length reads back right") {
    const Scratch scratch;
    const SampleIndex samples = 625'000'000;  // stereo float: 5 GB, an empty file that takes no room
    std::ofstream(scratch / "a.f32").close();
    std::filesystem::resize_file(scratch / "a.f32", static_cast<std::uintmax_t>(samples) * 8);
    SoundFileOptions options = options_of(SampleFormat::float32);
    write_sound_file(scratch / "a.wav", {scratch / "a.f32", 2, 48000, samples}, options);
    SF_INFO info{};
    SNDFILE* file = sf_open((scratch / "a.wav").c_str(), SFM_READ, &info);
    REQUIRE(file != nullptr);
    CHECK((info.format & SF_FORMAT_TYPEMASK) == SF_FORMAT_RF64);
    CHECK(info.frames == samples);
    sf_close(file);
  }
}
