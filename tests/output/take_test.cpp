#include "output/take.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <limits>

#include "base/error.h"
#include "scratch.h"

using namespace resound;

namespace {

TakeSetup stereo(const Scratch& scratch) {
  TakeSetup setup;
  setup.folder = scratch / "rain.wav.resound";
  setup.identity = "a scene";
  setup.channel_names = {"left", "right"};
  return setup;
}

double pressure(int channel, SampleIndex i) { return 1e-3 * static_cast<double>(i) + channel; }

void record(Take& take, SampleIndex from, SampleIndex to) {
  constexpr int kBlock = 32;
  for (SampleIndex first = from; first < to; first += kBlock) take.append(Block(first, kBlock, 2, pressure).heard());
}

std::vector<std::byte> state_of(char c) { return std::vector<std::byte>(100, static_cast<std::byte>(c)); }

// A take that was killed after its checkpoints 'a', 'b' and 'c', at samples 1600, 3200 and 4800.
void killed_after_three_checkpoints(const Scratch& scratch) {
  Take take(stereo(scratch));
  take.resume();
  for (const char c : {'a', 'b', 'c'}) {
    record(take, take.samples(), take.samples() + 1600);
    take.checkpoint(state_of(c));
  }
}

std::string whole_take(const Scratch& scratch) {
  TakeSetup setup = stereo(scratch);
  setup.folder = scratch / "whole.resound";
  Take take(setup);
  record(take, 0, 6400);
  take.finish();
  return content_of(take.mix().file);
}

void damage(const std::filesystem::path& path) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(60);
  file.put('!');
}

Image grey(int width, int height, std::uint8_t value) {
  return {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * width * height), value)};
}

}  // namespace

TEST_CASE("a take holds the samples as float pascals, interleaved, bit for bit") {
  const Scratch scratch;
  Take take(stereo(scratch));
  CHECK_FALSE(take.resume().has_value());
  record(take, 0, 3200);
  take.finish();
  CHECK(take.samples() == 3200);
  RawSoundReader reader(take.mix());
  const auto samples = reader.next(4000);
  REQUIRE(samples.size() == 6400);
  for (int i = 0; i < 3200; ++i)
    for (int c = 0; c < 2; ++c)
      REQUIRE(samples[static_cast<std::size_t>(2 * i + c)] == static_cast<float>(pressure(c, i)));
  take.remove();
  CHECK_FALSE(std::filesystem::exists(take.setup().folder));
}

TEST_CASE("a take goes on from its newest checkpoint to the same bytes") {
  const Scratch scratch;
  {
    Take take(stereo(scratch));
    take.resume();
    record(take, 0, 1600);
    take.checkpoint(state_of('a'));
    record(take, 1600, 3200);
    take.checkpoint(state_of('b'));
    record(take, 3200, 4800);  // is lost
  }
  Take take(stereo(scratch));
  CHECK(take.resume() == state_of('b'));
  CHECK(take.samples() == 3200);
  record(take, 3200, 6400);
  take.finish();
  CHECK(content_of(take.mix().file) == whole_take(scratch));
}

TEST_CASE("a damaged checkpoint is said and the previous one is used") {
  const Scratch scratch;
  killed_after_three_checkpoints(scratch);
  damage(scratch / "rain.wav.resound" / "checkpoint-B");  // the third
  std::vector<std::string> said;
  Take take(stereo(scratch), [&](const std::string& message) { said.push_back(message); });
  CHECK(take.resume() == state_of('b'));
  CHECK(take.samples() == 3200);
  REQUIRE(said.size() == 1);
  CHECK(said[0].find("checkpoint-B is damaged") != std::string::npos);

  record(take, 3200, 4800);
  take.checkpoint(state_of('d'));  // into the damaged slot, not over the one that still reads
  record(take, 4800, 6400);
  take.finish();
  CHECK(content_of(take.mix().file) == whole_take(scratch));
}

TEST_CASE("a state that cannot be loaded is said and the checkpoint before is given, then the beginning") {
  const Scratch scratch;
  killed_after_three_checkpoints(scratch);
  std::vector<std::string> said;
  const auto listen = [&](const std::string& message) { said.push_back(message); };
  SUBCASE("the one before loads") {
    {
      Take take(stereo(scratch), listen);
      CHECK(take.resume() == state_of('c'));
      CHECK(take.resume() == state_of('b'));
      CHECK(take.samples() == 3200);
      REQUIRE(said.size() == 2);
      CHECK(said[0].find("checkpoint-B cannot be loaded") != std::string::npos);
      CHECK(said[1].find("the checkpoint before, at 0.07 s") != std::string::npos);
      record(take, 3200, 4800);
    }
    Take take(stereo(scratch), listen);  // killed meanwhile: the one that cannot be loaded stays forgotten
    CHECK(take.resume() == state_of('b'));
    CHECK(said.size() == 2);
    record(take, 3200, 6400);
    take.checkpoint(state_of('d'));
    CHECK(take.resume() == state_of('d'));  // after something was recorded it is the newest again
    take.finish();
    CHECK(content_of(take.mix().file) == whole_take(scratch));
  }
  SUBCASE("none loads") {
    Take take(stereo(scratch), listen);
    take.resume();
    take.resume();
    CHECK_FALSE(take.resume().has_value());
    CHECK(take.samples() == 0);
    REQUIRE(said.size() == 4);
    CHECK(said[3].find("from the beginning") != std::string::npos);
    CHECK_FALSE(take.resume().has_value());
    CHECK(said.size() == 4);
    record(take, 0, 6400);
    take.finish();
    CHECK(content_of(take.mix().file) == whole_take(scratch));
  }
}

TEST_CASE("a checkpoint cut short or whose sound is missing is not used") {
  const Scratch scratch;
  {
    Take take(stereo(scratch));
    take.resume();
    record(take, 0, 1600);
    take.checkpoint(state_of('a'));
    record(take, 1600, 3200);
    take.checkpoint(state_of('b'));
  }
  SUBCASE("cut short") { std::filesystem::resize_file(scratch / "rain.wav.resound" / "checkpoint-A", 50); }
  SUBCASE("its sound is missing") {
    std::filesystem::resize_file(scratch / "rain.wav.resound" / "mix.f32", 2000 * 2 * sizeof(float));
  }
  int said = 0;
  Take take(stereo(scratch), [&](const std::string&) { ++said; });
  CHECK(take.resume() == state_of('a'));
  CHECK(take.samples() == 1600);
  CHECK(said == 1);
}

TEST_CASE("a render killed at any moment goes on to the same bytes") {
  const Scratch scratch;
  const std::string expected = whole_take(scratch);
  for (const int delay_us : {0, 500, 1500, 4000, 9000}) {
    const pid_t child = ::fork();
    if (child == 0) {
      Take take(stereo(scratch));
      take.resume();
      for (;;) {
        if (take.samples() >= 6400) ::pause();
        record(take, take.samples(), take.samples() + 64);
        take.checkpoint(state_of('x'));
      }
    }
    ::usleep(static_cast<unsigned>(delay_us));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  std::vector<std::string> said;
  Take take(stereo(scratch), [&](const std::string& message) { said.push_back(message); });
  take.resume();
  record(take, take.samples(), 6400);
  take.finish();
  CHECK(said.empty());
  CHECK(content_of(take.mix().file) == expected);
}

TEST_CASE("the take of another scene is said and not resumed") {
  const Scratch scratch;
  {
    Take take(stereo(scratch));
    record(take, 0, 1600);
    take.checkpoint(state_of('a'));
  }
  TakeSetup other = stereo(scratch);
  SUBCASE("another scene") { other.identity = "another scene"; }
  SUBCASE("another sample rate") { other.sample_rate = 44100; }
  std::vector<std::string> said;
  Take take(other, [&](const std::string& message) { said.push_back(message); });
  CHECK_FALSE(take.resume().has_value());
  CHECK(take.samples() == 0);
  REQUIRE(said.size() == 1);
  CHECK(said[0].find("starting afresh") != std::string::npos);
}

TEST_CASE("two processes cannot write one take") {
  const Scratch scratch;
  Take take(stereo(scratch));
  CHECK_THROWS_AS(Take{stereo(scratch)}, FileError);
}

TEST_CASE("a folder that is not a take keeps its files") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "rain.wav.resound");
  std::ofstream(scratch / "rain.wav.resound" / "mix.f32") << "somebody's own";
  CHECK_THROWS_AS(Take{stereo(scratch)}, FileError);
  CHECK(content_of(scratch / "rain.wav.resound" / "mix.f32") == "somebody's own");
}

TEST_CASE("no sample that is not a number reaches a take and the time is named") {
  const Scratch scratch;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    Take take(stereo(scratch));
    record(take, 0, 4800);
    Block block(4800, 32, 2, [&](int c, SampleIndex i) { return c == 1 && i == 4824 ? bad : 0.0; });
    CHECK_THROWS_WITH_AS(take.append(block.heard()),
                         "the sound of \"right\" is not a number at 0.100500 s; nothing was written from there on",
                         UnstableError);
    take.finish();
    RawSoundReader reader(take.mix());
    for (auto piece = reader.next(); !piece.empty(); piece = reader.next())
      for (const float p : piece) REQUIRE(std::isfinite(p));
  }
}

TEST_CASE("frames recorded after the checkpoint are dropped with their segment") {
  const Scratch scratch;
  TakeSetup setup = stereo(scratch);
  setup.picture = PictureFormat{64, 36, {25, 1}, VideoCodec::h264};
  {
    Take take(setup);
    take.resume();
    for (int i = 0; i < 5; ++i) take.append(grey(64, 36, 100));
    record(take, 0, 1600);
    take.checkpoint(state_of('a'));
    for (int i = 0; i < 3; ++i) take.append(grey(64, 36, 100));
  }
  Take take(setup);
  CHECK(take.resume() == state_of('a'));
  CHECK(take.frames() == 5);
  REQUIRE(take.segments().size() == 1);
  for (int i = 0; i < 2; ++i) take.append(grey(64, 36, 100));
  take.finish();
  CHECK(take.frames() == 7);
  REQUIRE(take.segments().size() == 2);
  CHECK(take.segments()[1].frames == 2);
  for (const VideoPiece& segment : take.segments()) CHECK(std::filesystem::file_size(segment.file) > 500);
}
