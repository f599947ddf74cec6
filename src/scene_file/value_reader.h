#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "numerics/path.h"
#include "scene/material.h"
#include "scene_file/key.h"
#include "scene_file/node.h"

namespace resound {

// What a scene is read with: where complaints go, and where its files are.
struct ReadContext {
  Problems& problems;
  std::filesystem::path folder;
  std::vector<Material> materials{};  // the scene's own, as far as they are read
};

// Turns the value of one key into a number, a word, a path; whatever does not fit the key's description is reported and
// gives nothing, so that the field keeps its default and reading goes on.
class ValueReader {
 public:
  ValueReader(const KeyInfo& key, std::string path, ReadContext& context)
      : key_(key), path_(std::move(path)), context_(context) {}

  std::optional<double> number(const Node& node);
  std::optional<std::int64_t> integer(const Node& node);
  std::optional<bool> boolean(const Node& node);
  std::optional<std::string> text(const Node& node);
  std::optional<std::size_t> choice(const Node& node);  // index into the key's words
  std::optional<Material> material(const Node& node);   // the scene's own or one that is known
  std::optional<Vec3> vector(const Node& node);
  std::optional<Vec3> direction(const Node& node);
  std::optional<Path> waypoints(const Node& node);
  std::optional<Path> waypoint_file(const Node& node);
  std::optional<FrameRate> frame_rate(const Node& node);
  std::optional<std::filesystem::path> file(const Node& node);   // exists, and lies in the scene's folder
  std::optional<std::filesystem::path> files(const Node& node);  // a pattern or folder, base/file_series.h; likewise
  std::optional<std::vector<double>> numbers(const Node& node);
  std::optional<std::vector<std::size_t>> words(const Node& node);  // indices into the key's words

  bool is_broken() const { return is_broken_; }  // something was reported

 private:
  void report(const Node& node, const std::string& remedy) { report(node, path_, remedy); }
  void report(const Node& node, const std::string& path, const std::string& remedy);
  std::optional<double> finite_number(const Node& node, const std::string& path);
  std::optional<double> number_at(const Node& node, const std::string& path);
  std::optional<std::size_t> choice_at(const Node& node, const std::string& path, const std::string& remedy);
  std::optional<Vec3> vector_at(const Node& node, const std::string& path);
  template <class Value, class Read>
  std::optional<std::vector<Value>> list_of(const Node& node, Read read);
  std::optional<Waypoint> waypoint(const Node& node, const std::string& path);

  const KeyInfo& key_;
  std::string path_;  // "bar[2].length_m", for messages
  ReadContext& context_;
  bool is_broken_ = false;
};

// How values are written into a scene file; what is read from the text is the same value.
std::string to_toml(const Vec3& v);
std::string to_toml(const std::vector<double>& numbers);
std::string to_toml(const Path& path);
std::string to_toml(const FrameRate& rate);

}  // namespace resound
