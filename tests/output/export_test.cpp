#include "output/export.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
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
  CHECK(result.files[3].filename() == "rain.run.json");
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
