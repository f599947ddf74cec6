#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/child_process.h"
#include "base/error.h"
#include "base/file.h"
#include "output/export.h"
#include "scratch.h"

using namespace resound;

// A report as a reader sees it: opened in a browser that has no window.
namespace {

constexpr int kWidth = 1100, kHeight = 1500;     // [pixels] of the screenshot
constexpr std::uint8_t kFilm[] = {40, 170, 90};  // its colour

// ./test --full installs chromium and promises it; elsewhere a machine without it is told, not blamed.
bool has_browser() {
  try {
    run_program({"chromium", "--version"});
    return true;
  } catch (const FileError& error) {
    MESSAGE("not looked at, because chromium does not start; run scripts/install-packages full. "
            << std::string(error.what()));
    CHECK_MESSAGE(std::getenv("RESOUND_FULL") == nullptr, "./test --full needs chromium");
    return false;
  }
}

std::string browse(const Scratch& scratch, const std::filesystem::path& page, std::vector<std::string> wish) {
  std::vector<std::string> command{"timeout", "120", "chromium", "--headless", "--disable-gpu", "--hide-scrollbars"};
  command.push_back("--no-sandbox");  // which root may not use, and the page is ours
  command.push_back("--user-data-dir=" + (scratch / "browser").string());
  command.push_back(fmt::format("--window-size={},{}", kWidth, kHeight));
  command.insert(command.end(), wish.begin(), wish.end());
  command.push_back("file://" + page.string());
  return run_program(command);
}

// Two seconds of a tone, with a film of one colour or without.
std::filesystem::path make_report(const Scratch& scratch, std::optional<VideoCodec> codec) {
  TakeSetup setup;
  setup.folder = scratch / "take";
  setup.channel_names = {"microphone"};
  if (codec) setup.picture = PictureFormat{320, 180, {25, 1}, *codec};
  Take take(setup);
  Image frame{320, 180, {}};
  for (int i = 0; i < 320 * 180; ++i) frame.rgb.insert(frame.rgb.end(), std::begin(kFilm), std::end(kFilm));
  for (int n = 0; codec && n < 50; ++n) take.append(frame);
  const auto sound = [](int, SampleIndex i) { return 0.05 * std::sin(1e-6 * static_cast<double>(i * i)); };
  take.append(Block(0, 96000, 1, sound).heard());
  take.finish();
  TakeDescription description;
  description.title = "A rising tone";
  description.scene_name = "tone";
  const std::filesystem::path outputs[] = {scratch / "tone.html"};
  export_take(take, description, outputs, {});
  take.remove();
  return outputs[0];
}

// The page has no script of its own, so a copy gets one. A document that is still open inside the page keeps the
// browser from calling it loaded until every player has shown what it has.
constexpr const char* kProbe = R"js(<script>
const gate = document.body.appendChild(document.createElement("iframe"));
gate.hidden = true;
gate.contentDocument.open();
const told = (player, what) => new Promise(go => player.addEventListener(what, go, {once: true}));
const ready = async player => {
  if (player.readyState < 2) await told(player, "loadeddata");
  if (player.tagName != "VIDEO") return;
  const shown = new Promise(go => player.requestVideoFrameCallback(go));
  player.currentTime = 1;
  await shown;
};
const colour = player => {
  if (player.tagName != "VIDEO") return [0, 0, 0];
  const brush = document.createElement("canvas").getContext("2d");
  brush.drawImage(player, 0, 0);
  return brush.getImageData(100, 100, 1, 1).data;
};
const players = [...document.querySelectorAll("video, audio")];
Promise.all(players.map(ready)).then(() => {
  for (const player of players) {
    const [r, g, b] = colour(player);
    document.body.append(`player: ${player.tagName} ${player.duration} ${r} ${g} ${b};`);
  }
  gate.contentDocument.close();
});
</script>)js";

// A player as the browser understood its data.
struct Player {
  std::string tag;
  double duration = 0;  // [s]
  int colour[3]{};      // of the frame at 1 s
};

std::vector<Player> players_on(const Scratch& scratch, const std::filesystem::path& page) {
  write_file(scratch / "probed.html", content_of(page) + kProbe);
  const std::string dom = browse(scratch, scratch / "probed.html", {"--dump-dom"});
  std::vector<Player> players;
  constexpr std::string_view kMark = "player: ";
  for (auto at = dom.find(kMark, dom.rfind("</script>")); at != std::string::npos; at = dom.find(kMark, at + 1)) {
    std::istringstream words(dom.substr(at + kMark.size(), 100));
    Player& player = players.emplace_back();
    words >> player.tag >> player.duration >> player.colour[0] >> player.colour[1] >> player.colour[2];
  }
  return players;
}

struct Look {
  double ground;        // share of the most frequent colour
  std::size_t colours;  // different ones
};

Look look_at(const Scratch& scratch, const std::filesystem::path& page) {
  const std::string shot = (scratch / "page.png").string();
  browse(scratch, page, {"--screenshot=" + shot});
  const std::string rgb =
      run_program({"ffmpeg", "-v", "error", "-i", shot, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"});
  REQUIRE(rgb.size() == 3ul * kWidth * kHeight);
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < rgb.size(); i += 3) ++counts[rgb.substr(i, 3)];
  const double pixels = kWidth * kHeight;
  const int most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->second;
  return {most / pixels, counts.size()};
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("a browser shows a report and its player knows the length and shows its film") {
    if (!has_browser()) return;
    for (const auto codec :
         {std::optional(VideoCodec::h264), std::optional(VideoCodec::vp9), std::optional<VideoCodec>{}}) {
      const Scratch scratch;
      const auto page = make_report(scratch, codec);
      const auto players = players_on(scratch, page);
      REQUIRE(players.size() == 1);
      CHECK(players[0].tag == (codec ? "VIDEO" : "AUDIO"));
      CHECK(players[0].duration == doctest::Approx(2).epsilon(0.02));  // a container may count the encoder's delay
      for (std::size_t c = 0; codec && c < 3; ++c) CHECK(std::abs(players[0].colour[c] - kFilm[c]) < 12);
      const Look look = look_at(scratch, page);
      MESSAGE(players[0].duration << " s; " << look.colours << " colours, the ground has " << look.ground);
      CHECK(look.ground < 0.8);   // 1 if the page is blank
      CHECK(look.colours > 500);  // the spectrogram is there
    }
  }
}
