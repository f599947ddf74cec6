#pragma once
#include <string_view>

#include "scene_file/node.h"

namespace resound {

// Puts "bar.length_m=0.4", "bar[2].length_m=0.4" or, for an object by its name, "cup.wall_m=0.002" into a tree of
// values, as `--set` does. The value then stands at "--set bar.length_m". What cannot be set is reported; text without
// a = throws UsageError.
void apply_override(Node& top, std::string_view path_and_value, Problems& problems);

}  // namespace resound
