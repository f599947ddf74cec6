#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collision_file/text_lines.h"
#include "numerics/vec3.h"

namespace resound {

// What stands above the rows of a frame.
struct DumpHead {
  std::int64_t step = -1;
  std::optional<double> time;  // [s]  dump_modify ID time yes
  std::int64_t count = -1;     // of rows, as the file says it: never a size to allocate
  Vec3 period;                 // [m]  of the box; 0 along an axis that is not periodic
  std::vector<std::string> columns;
};

// A text dump of LAMMPS, frame by frame and row by row. Each frame is a row of sections:
//
//   ITEM: UNITS             in the first frame only, and only if asked for
//   ITEM: TIME              only if asked for
//   ITEM: TIMESTEP
//   ITEM: NUMBER OF ATOMS   or ENTRIES
//   ITEM: BOX BOUNDS pp ff ff
//   ITEM: ATOMS id type x   or ENTRIES: the names of the columns, then the rows
class LammpsDump {
 public:
  LammpsDump(const std::filesystem::path& file, std::string_view rows);  // rows: "ATOMS" or "ENTRIES"

  bool next_frame();  // reads the head; false at the end of the file
  bool next_row();    // false after the last row of the frame
  const DumpHead& head() const { return head_; }

  std::optional<std::size_t> find_column(std::string_view name) const;
  double number(std::size_t column) const;       // finite
  std::int32_t whole(std::size_t column) const;  // from 1 on: an id or a type

  const std::string& file_name() const { return lines_.file_name(); }
  [[noreturn]] void refuse(const std::string& fact) const { lines_.refuse(fact); }

 private:
  void take_section(const std::string& title);  // a copy of the line: what follows it is read meanwhile
  void take_box(std::string_view flags);
  void take_columns(std::string_view names);
  std::string_view line_of_frame();  // refuses the end of the file
  [[noreturn]] void refuse_cut() const;

  TextLines lines_;
  std::string_view rows_;
  DumpHead head_;
  std::int64_t rows_read_ = 0;  // of the frame
  std::vector<std::string_view> fields_;
};

}  // namespace resound
