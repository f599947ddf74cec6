#include "collision_file/binary_source.h"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "base/error.h"

namespace resound {
namespace {

constexpr std::size_t kRecordsAtATime = 4096;  // [records]

bool is_sound(const ListedCollision& c, double normal_square) {
  return std::isfinite(c.time + dot(c.place, c.place) + c.speed) && std::abs(normal_square - 1) < 0.02 && c.speed >= 0;
}

}  // namespace

BinaryCollisions::BinaryCollisions(const std::filesystem::path& file)
    : name_(file.string()), file_(file, File::Mode::read), piece_(kRecordsAtATime) {
  take_header();
}

void BinaryCollisions::refuse(const std::string& fact) const {
  throw InputError(fmt::format("{}: {}; write the list again", name_, fact));
}

std::uint32_t BinaryCollisions::take_number() {
  std::uint32_t value = 0;
  if (file_.read(std::as_writable_bytes(std::span(&value, 1))) != sizeof(value)) refuse("it ends within its header");
  return value;
}

void BinaryCollisions::take_header() {
  std::string magic(kListMagic.size(), '\0');
  if (file_.read(std::as_writable_bytes(std::span(magic))) != magic.size() || magic != kListMagic)
    refuse("it does not begin as a list of collisions does");
  const std::uint32_t count = take_number();
  if (count > kMostNames) refuse(fmt::format("its header speaks of {} objects", count));
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t size = take_number();
    if (size == 0 || size > kLongestName) refuse(fmt::format("its header has a name of {} bytes", size));
    std::string name(size, '\0');
    if (file_.read(std::as_writable_bytes(std::span(name))) != size) refuse("it ends within its header");
    names_.push_back(std::move(name));
  }
}

bool BinaryCollisions::read(ListedCollision& row) {
  if (next_ == count_) {
    if (at_end_) return false;
    const std::size_t bytes = file_.read(std::as_writable_bytes(std::span(piece_)));
    at_end_ = bytes < piece_.size() * sizeof(ListRecord);
    if (bytes % sizeof(ListRecord) != 0) refuse("its last record is not whole");
    next_ = 0, count_ = bytes / sizeof(ListRecord);
    if (count_ == 0) return false;
  }
  const ListRecord& record = piece_[next_++];
  ++record_;
  row = unpacked(record);
  if (record.first_object >= names_.size() || record.second_object >= names_.size())
    refuse(fmt::format("record {} names an object that its header does not know", record_));
  const double square = dot(row.normal, row.normal);
  if (!is_sound(row, square)) refuse(fmt::format("record {} holds no collision", record_));
  row.normal = row.normal / std::sqrt(square);
  return true;
}

}  // namespace resound
