#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "collision_file/listed_collision.h"

namespace resound {

// Rows may be out of order as long as none stands farther than this many rows behind its place in time: memory stays
// flat whatever the length of the file.
inline constexpr std::size_t kCollisionWindow = 65'536;  // [rows]

// Hands out the rows of a file as they stand in it.
class CollisionSource {
 public:
  virtual ~CollisionSource() = default;
  virtual bool read(ListedCollision& row) = 0;   // false at the end; throws InputError, with the line, for a bad row
  virtual const ObjectNames& names() const = 0;  // of those that were read so far
};

// Those that a list is made of: itself, and for a dump of contacts the atoms beside it.
std::vector<std::filesystem::path> files_of_list(const std::filesystem::path& file);

// The collisions of a list in the order of time, read as they are asked for: CSV, binary or a dump of LAMMPS, which its
// first bytes tell.
class CollisionReader {
 public:
  explicit CollisionReader(const std::filesystem::path& file);  // throws InputError, FileError

  std::optional<ListedCollision> next();    // nothing at the end
  std::span<const ListedCollision> some();  // the next of them, many at once; none at the end. Until the next call
  const ObjectNames& names() const { return source_->names(); }

 private:
  void read_on();

  std::string name_;
  std::unique_ptr<CollisionSource> source_;
  std::vector<ListedCollision> window_;  // in the order of time; those before next_ are handed out
  std::size_t next_ = 0;
  std::int64_t rows_ = 0;  // read
  bool at_end_ = false;
};

}  // namespace resound
