#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "base/text_scanner.h"

namespace resound {

// What VTK legacy files have in common, whatever is wanted of them: a header, types, and tables of numbers as text or
// as big-endian bytes.
class LegacyVtk {
 public:
  LegacyVtk(std::string_view bytes, const std::string& name) : scanner(bytes, name), bytes_(bytes), name_(name) {}

  TextScanner scanner;

  void read_header();  // refuses all but POLYDATA and UNSTRUCTURED_GRID
  bool is_text() const { return is_text_; }
  bool is_grid() const { return is_grid_; }

  NumberType read_type();
  std::int64_t small_count(const char* what);  // a hundred times it still fits

  // A table follows: its bytes begin right behind the line, its text anywhere.
  void begin_table() {
    if (!is_text_) scanner.line();
  }
  template <class Take>
  void read_table(std::int64_t count, NumberType type, const char* what, const Take& take);

  // Are the cells that begin here told by offsets and connectivity (since version 5), not by counted lists?
  bool has_offsets();
  void skip_metadata();  // up to an empty line

 private:
  std::string_view bytes_;
  std::string name_;
  bool is_text_ = true, is_grid_ = false;
};

template <class Take>
void LegacyVtk::read_table(std::int64_t count, NumberType type, const char* what, const Take& take) {
  if (is_text_) {
    if (static_cast<std::uint64_t>(count) > scanner.left())
      scanner.refuse(fmt::format("{} {} are announced, but only {} characters follow; export it again", count, what,
                                 scanner.left()));
    for (std::int64_t i = 0; i < count; ++i) take(scanner.number(what));
    return;
  }
  ByteReader reader(bytes_, name_, scanner.position());
  reader.is_big_endian = true;
  reader.need(static_cast<std::uint64_t>(count), size_of(type), what);
  for (std::int64_t i = 0; i < count; ++i) take(read_number(reader, type, what));
  scanner.jump(reader.position());
}

}  // namespace resound
