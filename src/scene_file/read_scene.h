#pragma once
#include <filesystem>
#include <string>

#include "scene/scene.h"
#include "scene_file/node.h"

namespace resound {

// The scene that a tree of values describes. Reports to `problems`; the scene is of use only if there are none.
Scene read_scene(const Node& top, const std::filesystem::path& folder, Problems& problems);

// The scene as text with every key written out, in a fixed order: two scenes that render alike have the same text.
// Reading it gives the same scene.
std::string canonical_text(const Scene& scene);

}  // namespace resound
