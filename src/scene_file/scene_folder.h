#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace resound {

// The whole of a regular file. Throws SceneError "rain.toml: there is no such file", or one that states the size when
// it has more than `most_bytes`.
std::string read_whole_file(const std::filesystem::path& path, std::size_t most_bytes);

// A file named by a scene: it must exist and stay inside the scene's folder, also after links are followed.
struct SceneFileName {
  std::filesystem::path path;
  std::string trouble;  // what is wrong, or nothing
};
SceneFileName file_in_folder(const std::filesystem::path& folder, std::string_view name);

// The same for many files: a pattern or a folder (base/file_series.h). There must be one at least, and all of them must
// stay inside.
SceneFileName files_in_folder(const std::filesystem::path& folder, std::string_view name);

}  // namespace resound
