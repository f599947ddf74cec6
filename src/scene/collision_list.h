#pragma once

#include <filesystem>
#include <string>

namespace resound {

// Collisions of grains that are known already (docs/collisions.md). The scene's grains then say what they are made of,
// and nobody moves them.
struct CollisionList {
  std::string name;            // of the file, as the scene says it: CSV or binary
  std::filesystem::path file;  // where it is
  double offset = 0;           // [s]  added to the times in it
};

}  // namespace resound
