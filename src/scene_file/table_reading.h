#pragma once
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scene_file/key.h"
#include "scene_file/node.h"
#include "scene_file/value_reader.h"

namespace resound {

// One table of a scene file while it is read: which of its keys are given, and which of them were wrong. Sub-tables are
// seen through, so that [picture.camera] position_m is the key camera.position_m of [picture]. Keys that nobody knows
// are reported at once.
class TableReading {
 public:
  // `path` is "bar[2]" in messages, empty for the top of the file. Entries named in `elsewhere` belong to other
  // readers.
  TableReading(const Node& table, std::string path, const TableInfo& info, ReadContext& context,
               const std::vector<std::string>& elsewhere = {});

  const Node* find(std::string_view key) const;  // null if the file does not give it
  bool has(std::string_view key) const { return find(key) != nullptr; }
  const Node& table() const { return table_; }

  // Calls read(node, reader) if the key is given.
  template <class Read>
  void with(const KeyInfo& key, Read read) {
    if (const Node* node = find(key.name)) {
      ValueReader reader(key, full_path(key.name), context_);
      read(*node, reader);
      if (reader.is_broken()) broken_.insert(key.name);
    }
  }

  // For rules between keys: reports the first key named, unless one of the keys was wrong by itself.
  //   check(bar.wet.end <= bar.length, {"wet_patch.end_m", "length_m"}, "the patch must end on the bar");
  void check(bool holds, std::initializer_list<std::string_view> keys, const std::string& remedy);

  // Reports a key that is not given and should be: "material has no density_kg_m3; give it".
  void require(bool holds, std::string_view key, const std::string& remedy);

 private:
  void see_through(const NodeTable& entries, const std::string& prefix, const std::vector<std::string>& elsewhere);
  void report_unknown(const NodeEntry& entry, const std::string& name, const std::vector<std::string>& elsewhere);
  std::string full_path(std::string_view key) const;

  const Node& table_;
  std::string path_;
  const TableInfo& info_;
  ReadContext& context_;
  std::map<std::string, const Node*, std::less<>> given_;
  std::set<std::string, std::less<>> broken_;
};

}  // namespace resound
