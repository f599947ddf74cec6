#pragma once

#include <filesystem>
#include <string>

#include "base/atomic_file.h"
#include "base/file.h"
#include "collision_file/listed_collision.h"

namespace resound {

inline constexpr std::string_view kBinaryListSuffix = ".collisions";

// Writes a list of collisions piece by piece, so that its length costs no memory: text if the name ends in .csv, 48
// bytes a collision if it ends in .collisions (docs/collisions.md). The file is whole or absent.
class CollisionWriter {
 public:
  CollisionWriter(const std::filesystem::path& target, bool force, ObjectNames names);

  void add(const ListedCollision& collision);
  void commit();

  static bool can_write(const std::filesystem::path& target);  // is its suffix one of the two?

 private:
  void write_header();
  void flush();

  AtomicFile whole_;
  File file_;
  bool is_binary_;
  ObjectNames names_;
  std::string piece_;  // not written yet
};

}  // namespace resound
