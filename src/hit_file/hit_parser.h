#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hit_file/hit_columns.h"
#include "hit_file/hit_row.h"

namespace resound {

inline constexpr std::size_t kLongestHitLine = 64 * 1024;  // [bytes]

// Turns text into hits, piece by piece: CSV with a header, or one JSON object a line (the first character tells). It
// keeps one line in memory, whatever the length of the file.
//
// CSV: comma, semicolon or tab between fields (the header tells), quotes as usual, # for comments.
class HitParser {
 public:
  HitParser(std::string file_name, HitSink on_hit, HitNoteSink on_note);

  void feed(std::string_view piece);  // throws InputError for a file that is no hit file
  void finish();                      // the last line may lack its end

  const HitColumns& columns() const { return columns_; }  // of the header, or of all JSON lines so far
  std::int64_t rows() const { return rows_; }             // lines that hold a hit or should
  std::int64_t hits() const { return hits_; }             // handed on

 private:
  enum class Format { unknown, csv, json_lines };

  void take_line(std::string_view line);
  void take_header(std::string_view line);
  void take_csv(std::string_view line);
  void take_json(std::string_view line);
  void take_fields();
  void note(std::string message, bool is_used);
  [[noreturn]] void refuse(const std::string& message) const;

  std::string file_name_;
  HitSink on_hit_;
  HitNoteSink on_note_;
  std::string rest_;  // of a line whose end has not come
  std::int64_t line_ = 0, rows_ = 0, hits_ = 0;
  Format format_ = Format::unknown;
  char separator_ = ',';
  std::vector<int> order_;  // column of each field of a line, -1 for one that is not ours
  HitColumns columns_;
  HitFields fields_;
  std::vector<std::string> split_;
};

}  // namespace resound
