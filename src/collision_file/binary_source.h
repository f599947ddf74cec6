#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "collision_file/binary_list.h"
#include "collision_file/collision_reader.h"

namespace resound {

class BinaryCollisions : public CollisionSource {
 public:
  explicit BinaryCollisions(const std::filesystem::path& file);  // reads the header

  bool read(ListedCollision& row) override;
  const ObjectNames& names() const override { return names_; }

 private:
  void take_header();
  std::uint32_t take_number();
  [[noreturn]] void refuse(const std::string& fact) const;

  std::string name_;
  File file_;
  ObjectNames names_;
  std::vector<ListRecord> piece_;
  std::size_t next_ = 0, count_ = 0;  // in the piece
  std::int64_t record_ = 0;           // handed out so far
  bool at_end_ = false;
};

}  // namespace resound
