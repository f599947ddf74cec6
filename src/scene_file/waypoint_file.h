#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "numerics/path.h"
#include "scene_file/key.h"
#include "scene_file/scene_error.h"

namespace resound {

// A path from a table of numbers, as a tracker or another simulator writes it:
//   time_s,x_m,y_m,z_m
//   0,-5,2,1.2
// The heading is required; what is wrong is reported with the line of the file. The key limits the positions.
std::optional<Path> read_waypoint_file(const std::filesystem::path& file, const KeyInfo& key, Problems& problems);

// What forbids going from one waypoint to the next, or nothing: times must increase, and nothing here may outrun its
// own sound (an arrival would come before what was sent earlier).
std::string waypoint_trouble(const Waypoint& from, const Waypoint& to);

constexpr std::size_t kMostWaypoints = 10'000;
constexpr double kFastestWaypoints = 300;  // [m/s]

}  // namespace resound
