#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.h"

namespace resound {

// The lines of a text file without the blanks around them, read piece by piece: its length costs no memory.
class TextLines {
 public:
  explicit TextLines(const std::filesystem::path& file);

  bool next(std::string_view& line);               // false at the end; the line is good until the next one is read
  bool is_cut_off() const { return is_cut_off_; }  // does the file end within this line, without a line feed?
  const std::string& file_name() const { return name_; }

  [[noreturn]] void refuse(const std::string& fact) const;  // throws InputError with file and line

 private:
  std::size_t find_end();  // of the line that begins at at_; reads on as needed

  std::string name_;
  File file_;
  std::string text_;  // a piece of the file
  std::size_t at_ = 0;
  bool at_end_ = false;
  bool is_cut_off_ = false;
  std::int64_t line_ = 0;
};

// What a message may show of a field that could hold anything.
std::string printable_field(std::string_view text);

}  // namespace resound
