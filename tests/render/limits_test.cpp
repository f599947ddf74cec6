#include "render/limits.h"

#include <doctest/doctest.h>

#include <string>

#include "base/error.h"

using namespace resound;

namespace {

std::string complaint(const Scene& scene, const RenderSettings& settings) {
  try {
    check_limits(scene, settings);
  } catch (const LimitError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a render over a limit is refused with the limit and the flag that raises it") {
  Scene scene;
  CHECK(complaint(scene, {}).empty());

  scene.duration = 4000;
  CHECK(complaint(scene, {}).find("--max-duration 4000") != std::string::npos);

  scene.duration = 1000;
  RenderSettings settings;
  settings.picture = true;
  settings.limits.frames = 1000;
  CHECK(complaint(scene, settings).find("--max-frames 30000") != std::string::npos);

  settings.limits = {};
  settings.limits.memory = 1e6;
  CHECK(complaint(scene, settings).find("--max-memory") != std::string::npos);
}
