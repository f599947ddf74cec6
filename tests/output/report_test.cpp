#include "output/report.h"

#include <doctest/doctest.h>

#include "output/base64.h"
#include "scratch.h"

using namespace resound;

TEST_CASE("base64 follows RFC 4648, in one piece and in many") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe") == "//4=");
  const Scratch scratch;
  std::string large(2'000'000, 'x');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 31);
  write_file(scratch / "a", large);
  {
    File to(scratch / "b", File::Mode::rewrite);
    append_base64(to, scratch / "a");
  }
  CHECK(content_of(scratch / "b") == base64(large));
}

TEST_CASE("a report is one file that needs no other and in which no text becomes markup") {
  const Scratch scratch;
  TakeSetup setup;
  setup.folder = scratch / "take";
  setup.channel_names = {"left <b>"};
  Take take(setup);
  take.append(
      Block(0, 4800, 1, [](int, SampleIndex i) { return 0.01 * std::sin(0.1 * static_cast<double>(i)); }).heard());
  take.finish();
  TakeDescription description;
  description.title = "<script>alert(1)</script>";
  description.scene_name = "rain";
  description.scene_text = "a = \"<img src=x onerror=alert(1)>\"";
  description.version = "0.1.0";
  description.objects = {{"bar", "bar", "5 & 6"}};
  description.timings = {{"motion", 1.25}};
  const std::filesystem::path outputs[] = {scratch / "rain.html"};
  const ExportResult result = export_take(take, description, outputs, {});
  const std::string html = content_of(scratch / "rain.html");
  CHECK(html.rfind("<!doctype html>", 0) == 0);
  CHECK(html.find("<script") == std::string::npos);
  CHECK(html.find("<img src=x") == std::string::npos);
  CHECK(html.find("left &lt;b&gt;") != std::string::npos);
  CHECK(html.find("5 &amp; 6") != std::string::npos);
  CHECK(html.find("http") == std::string::npos);                                // nothing comes from elsewhere
  CHECK(html.find("src=\"data:audio/flac;base64,ZkxhQ") != std::string::npos);  // "fLaC"
  CHECK(html.find("src=\"data:image/png;base64,iVBORw0KGgo") != std::string::npos);
  CHECK(html.find("</html>") != std::string::npos);
  CHECK(html.find("too short or too quiet for LUFS") != std::string::npos);  // 0.1 s
  CHECK(content_of(result.files[1]).find("\"loudness_lufs\": null") != std::string::npos);
  CHECK(result.files.size() == 2);
}
