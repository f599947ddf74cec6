#include "output/export.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "numerics/random_stream.h"
#include "output/decibel.h"
#include "scratch.h"

using namespace resound;

namespace {

TakeDescription rain() {
  TakeDescription description;
  description.title = "Rain";
  description.scene_name = "rain";
  description.scene_hash = "cafe";
  description.seed = 3;
  description.version = "0.1.0";
  description.full_scale = 94;
  description.timings = {{"motion", 1.5}};
  description.settings = {{"sample rate", "48000 Hz"}};
  return description;
}

// Half a second of a tone of the given amplitude [Pa], with two stems that add up to it.
std::unique_ptr<Take> tone_take(const Scratch& scratch, double amplitude) {
  TakeSetup setup;
  setup.folder = working_folder(scratch / "rain.wav");
  setup.identity = "rain";
  setup.channel_names = {"microphone"};
  setup.stem_names = {"bar", "the rain"};
  auto take = std::make_unique<Take>(setup);
  const auto samples = tone(997, amplitude, 24000);
  const std::vector<double> mix(samples.begin(), samples.end());
  std::vector<double> part(mix);
  for (double& p : part) p *= 0.25;
  std::vector<double> rest(mix);
  for (double& p : rest) p *= 0.75;
  take->append(Heard{0, 24000, {mix}, {{part}, {rest}}});
  take->finish();
  return take;
}

}  // namespace

TEST_CASE("one call writes the mix, the stems and the run record") {
  const Scratch scratch;
  const auto take = tone_take(scratch, 0.5);
  const std::filesystem::path outputs[] = {scratch / "rain.wav"};
  const ExportResult result = export_take(*take, rain(), outputs, {});
  REQUIRE(result.files.size() == 4);
  CHECK(result.files[1].filename() == "rain.stem-bar.wav");
  CHECK(result.files[2].filename() == "rain.stem-the-rain.wav");
  CHECK(result.files[3].filename() == "rain.wav.run.json");
  CHECK(result.levels.peak_level() == doctest::Approx(20 * std::log10(0.5 / 20e-6)).epsilon(1e-4));

  const auto record = nlohmann::json::parse(content_of(result.files[3]));
  CHECK(record["version"] == "0.1.0");
  CHECK(record["scene"]["seed"] == 3);
  CHECK(record["scene"]["hash"] == "cafe");
  CHECK(record["timings_s"]["motion"] == 1.5);
  CHECK(record["sound"]["channels"][0] == "microphone");
  CHECK(record["gain"]["pascals_at_1"].get<double>() == doctest::Approx(1.00237).epsilon(1e-5));
  CHECK(record["levels"]["peak_db_spl"].get<double>() == doctest::Approx(result.levels.peak_level()));
  CHECK(record["files"][0] == "rain.wav");
}

TEST_CASE("a whole-number output that would clip is lowered and says so, a float output keeps its gain and says so") {
  const Scratch scratch;
  const auto take = tone_take(scratch, 4.0);  // 12 dB above full scale
  std::vector<std::string> said;
  ExportOptions options;
  options.message = [&](const std::string& message) { said.push_back(message); };
  const std::filesystem::path wav[] = {scratch / "rain.wav"}, flac[] = {scratch / "rain.flac"};
  CHECK(export_take(*take, rain(), wav, options).gain.lowered_by == 0);
  REQUIRE(said.size() == 1);
  CHECK(said[0].find("peaks reach 3.99 (+12.0 dBFS)") != std::string::npos);
  CHECK(export_take(*take, rain(), flac, options).gain.lowered_by == 14);
  REQUIRE(said.size() == 2);
  CHECK(said[1].find("14 dB lower than the scene says") != std::string::npos);
  CHECK(content_of(scratch / "rain.flac").find("lowered by 14 dB") != std::string::npos);
}

TEST_CASE("existing outputs and unknown suffixes are refused before a render") {
  const Scratch scratch;
  std::ofstream(scratch / "rain.wav") << "mine";
  const std::filesystem::path exists[] = {scratch / "rain.wav"}, unknown[] = {scratch / "rain.ogg"};
  CHECK_THROWS_AS(check_outputs(exists, {}, {}), UsageError);
  CHECK_THROWS_WITH_AS(check_outputs(unknown, {}, {}), doctest::Contains(".wav or .flac"), UsageError);
  ExportOptions force;
  force.force = true;
  CHECK_NOTHROW(check_outputs(exists, {}, force));
  CHECK(content_of(scratch / "rain.wav") == "mine");
  std::ofstream(scratch / "storm.stem-bar.wav") << "mine";
  const std::filesystem::path storm[] = {scratch / "storm.wav"};
  CHECK_NOTHROW(check_outputs(storm, {}, {}));
  CHECK_THROWS_AS(check_outputs(storm, {"bar"}, {}), UsageError);
}

TEST_CASE("outputs and stems that are one file are refused before a render, however they are spelled") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "sub");
  std::filesystem::create_directory_symlink(scratch / "sub", scratch / "link");
  const auto refused = [&](const std::string& first, const std::string& second, const char* words) {
    const std::filesystem::path outputs[] = {scratch / first, scratch / second};
    ExportOptions force;
    force.force = true;  // must not help
    CHECK_THROWS_WITH_AS(check_outputs(outputs, {"the bar"}, {}), doctest::Contains(words), UsageError);
    CHECK_THROWS_AS(check_outputs(outputs, {"the bar"}, force), UsageError);
  };
  refused("a.wav", "a.wav", "a.wav would be written twice");
  refused("a.wav", "sub/../a.wav", "(also as ");
  refused("sub/a.wav", "link/a.wav", "(also as ");
  refused("a.wav", "a.stem-the-bar.wav", "would be written twice");
  const std::filesystem::path distinct[] = {scratch / "a.wav", scratch / "a.flac", scratch / "sub" / "a.wav",
                                            scratch / "a.stem-bar.wav"};
  CHECK_NOTHROW(check_outputs(distinct, {"the bar"}, {}));
}

TEST_CASE("stems whose names fall together as file names are numbered") {
  const Scratch scratch;
  TakeSetup setup;
  setup.folder = scratch / "take";
  setup.channel_names = {"microphone"};
  setup.stem_names = {"a b", "a-b", "a/b"};
  Take take(setup);
  const std::vector<double> samples(480, 0.1);
  take.append(Heard{0, 480, {samples}, {{samples}, {samples}, {samples}}});
  take.finish();
  const std::filesystem::path outputs[] = {scratch / "rain.flac"};
  const ExportResult result = export_take(take, rain(), outputs, {});
  REQUIRE(result.files.size() == 5);
  CHECK(result.files[1].filename() == "rain.stem-a-b.flac");
  CHECK(result.files[2].filename() == "rain.stem-a-b-2.flac");
  CHECK(result.files[3].filename() == "rain.stem-a-b-3.flac");
}

TEST_CASE("an older run record is replaced, but not a file of that name that is somebody's own") {
  const Scratch scratch;
  const auto take = tone_take(scratch, 0.5);
  const std::filesystem::path wav[] = {scratch / "rain.wav"};
  export_take(*take, rain(), wav, {});
  std::filesystem::remove(scratch / "rain.wav");
  CHECK_NOTHROW(check_outputs(wav, {}, {}));
  std::ofstream(scratch / "rain.wav.run.json") << "{}";
  CHECK_THROWS_AS(check_outputs(wav, {}, {}), UsageError);
}

TEST_CASE("a disk that fills up while an output is written leaves no output, and exit code 6") {
  const Scratch scratch;
  TakeSetup setup;
  setup.folder = scratch / "take";
  setup.channel_names = {"microphone"};
  setup.picture = PictureFormat{64, 36, {25, 1}, VideoCodec::h264};
  Take take(setup);
  RandomStream random(1, 0, 0);
  for (int n = 0; n < 25; ++n) take.append(Image{64, 36, std::vector<std::uint8_t>(64 * 36 * 3, 99)});
  take.append(Block(0, 48000, 1, [&](int, SampleIndex) { return 0.1 * random.normal(); }).heard());
  take.finish();
  for (const char* name : {"rain.wav", "rain.flac", "rain.mp4", "rain.webm", "rain.png", "rain.html"}) {
    const pid_t child = ::fork();
    if (child == 0) {  // a limit on the size of files stands in for a disk that is full
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{8000, 8000};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      const std::filesystem::path outputs[] = {scratch / name};
      int code = 0;
      try {
        export_take(take, rain(), outputs, {});
      } catch (const Error& error) {
        code = static_cast<int>(error.code());
      }
      ::_exit(code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    CAPTURE(std::string(name));
    CHECK(WEXITSTATUS(status) == 6);
    CHECK_FALSE(std::filesystem::exists(scratch / name));
  }
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.folder()), {}) == 1);  // the take
}
