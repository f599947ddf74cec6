#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collision_file/collision_reader.h"
#include "collision_file/text_lines.h"

namespace resound {

// CSV with a header: t, x, y, z, nx, ny, nz, speed, first_object and second_object are needed, first and second may be
// left out, other columns are passed over. Comma, semicolon or tab between fields (the header tells), # for comments.
class CsvCollisions : public CollisionSource {
 public:
  explicit CsvCollisions(const std::filesystem::path& file);  // reads the header

  bool read(ListedCollision& row) override;
  const ObjectNames& names() const override { return names_; }

 private:
  static constexpr std::size_t kColumns = 12;

  bool next_line(std::string_view& line);  // without comments and empty ones
  void take_header(std::string_view line);
  double number(std::size_t column) const;
  std::int32_t integer(std::size_t column) const;
  std::int32_t object(std::size_t column);
  [[noreturn]] void refuse(const std::string& fact) const;

  TextLines lines_;
  char separator_ = ',';
  std::vector<int> order_;  // column of each field of a line, -1 for one that is not ours
  std::array<bool, kColumns> has_{};
  std::array<std::string_view, kColumns> fields_;
  std::vector<std::string> quoted_;  // of a line with quotes in it
  ObjectNames names_;
};

}  // namespace resound
