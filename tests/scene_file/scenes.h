#pragma once
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "scene_file/scene_file.h"
#include "source_folder.h"

namespace resound {

// The smallest scene, with more text after it.
inline std::string small_scene(const std::string& more = "") {
  return "[listener]\nposition_m = [0, -1, 1]\n[[bar]]\n[[rain]]\n" + more;
}

inline LoadedScene parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_scene(text, "test.toml", RESOUND_TEST_DATA, overrides);
}

// What is wrong with a scene, one problem a line; empty if nothing is.
inline std::string trouble(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    parse(text, overrides);
    return "";
  } catch (const InputError& error) {
    CHECK(error.code() == ExitCode::bad_input);
    return error.what();
  }
}

template <class Kind>
const Kind& first(const Scene& scene) {
  for (const Object& object : scene.objects) {
    if (const Kind* kind = std::get_if<Kind>(&object.kind)) return *kind;
  }
  throw std::logic_error("the scene has no such object");
}

}  // namespace resound
