// Feeds arbitrary text to the scene reader. The text before the first zero byte is a scene, what follows is a `--set`.
// The reader may refuse it, in words; it may not crash, hang or run out of memory, and what it accepts must read back
// from its canonical text as the same scene.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "scene_file/scene_file.h"

using namespace resound;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_accepted(const LoadedScene& loaded) {
  require(!loaded.scene.listeners.empty() && !loaded.scene.objects.empty(), "a scene without listener or object");
  require(std::isfinite(loaded.scene.duration) && loaded.scene.duration > 0, "a duration that is none");
  try {
    const LoadedScene again = parse_scene(loaded.canonical_text, "canonical.toml", "no-such-folder");
    require(again.canonical_text == loaded.canonical_text, "the canonical text reads back as another scene");
  } catch (const InputError& error) {
    require(false, error.what());
  }
}

void check_refused(const SceneError& error) {
  require(!error.problems().empty(), "refused without a reason");
  for (const Problem& problem : error.problems()) {
    require(!problem.place.text().empty() && !problem.message.empty(), "a problem without place or words");
    require(problem.message.find('\x1b') == std::string::npos, "a control character in a message");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::size_t split = std::min(input.find('\0'), input.size());
  std::vector<std::string> overrides;
  if (split < input.size()) overrides.push_back(input.substr(split + 1));
  try {
    check_accepted(parse_scene(input.substr(0, split), "fuzz.toml", "no-such-folder", overrides));
  } catch (const SceneError& error) {
    check_refused(error);
  } catch (const UsageError&) {  // a --set without a =
  }
  return 0;
}
