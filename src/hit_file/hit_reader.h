#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "hit_file/hit_parser.h"

namespace resound {

// Rows may be out of order as long as none comes later in the file than this many rows behind its place in time. A file
// that is more out of order is refused, with the way to sort it: memory stays flat whatever its length.
inline constexpr std::size_t kHitWindow = 65'536;  // [rows]

// The hits of a file in order of time, read as they are asked for.
//
//   HitReader reader("hits.csv", [&](const HitNote& note) { ... });
//   while (const auto hit = reader.next()) ...
class HitReader {
 public:
  HitReader(const std::filesystem::path& file, HitNoteSink on_note);  // reads the header; throws InputError, FileError

  HitReader(const HitReader&) = delete;
  HitReader& operator=(const HitReader&) = delete;

  std::optional<HitRow> next();  // nothing at the end
  const HitColumns& columns() const { return parser_.columns(); }
  std::int64_t rows() const { return parser_.rows(); }  // so far
  std::int64_t hits() const { return parser_.hits(); }  // so far; rows() - hits() lines were left out, each with a note

 private:
  void read_on();
  void take(HitRow&& hit);

  std::string name_;
  File file_;
  std::vector<std::byte> piece_;
  HitParser parser_;
  std::vector<HitRow> window_;  // a heap, the earliest on top
  double last_ = 0;             // [s]  of the hit handed out last
  bool at_end_ = false;
};

}  // namespace resound
