#pragma once
#include <string>
#include <string_view>

#include "scene_file/node.h"

namespace resound {

// TOML text as a tree whose top is a table. Throws SceneError at the first thing that is not TOML.
Node parse_toml(std::string_view text, const std::string& source);

// The value of a flag such as `--set bar.length_m=0.4`: TOML, or a bare word, which is taken as a text.
Node parse_toml_value(std::string_view text, const std::string& source);

}  // namespace resound
