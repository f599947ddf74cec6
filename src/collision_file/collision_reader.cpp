#include "collision_file/collision_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "collision_file/binary_source.h"
#include "collision_file/csv_source.h"
#include "collision_file/lammps_source.h"

namespace resound {
namespace {

bool is_binary(const std::filesystem::path& path) {
  File file(path, File::Mode::read);
  std::string magic(kListMagic.size(), '\0');
  return file.read(std::as_writable_bytes(std::span(magic))) == magic.size() && magic == kListMagic;
}

std::unique_ptr<CollisionSource> source_for(const std::filesystem::path& file) {
  if (is_binary(file)) return std::make_unique<BinaryCollisions>(file);
  if (LammpsCollisions::is_dump(file)) return std::make_unique<LammpsCollisions>(file);
  return std::make_unique<CsvCollisions>(file);
}

}  // namespace

std::vector<std::filesystem::path> files_of_list(const std::filesystem::path& file) {
  if (!is_binary(file) && LammpsCollisions::is_dump(file)) return {file, LammpsCollisions::atoms_beside(file)};
  return {file};
}

CollisionReader::CollisionReader(const std::filesystem::path& file) : name_(file.string()), source_(source_for(file)) {}

// The rows that are left and as many new ones, in order of time: then the earlier half is safe to hand out.
void CollisionReader::read_on() {
  const double handed_out = next_ > 0 ? window_[next_ - 1].time : -std::numeric_limits<double>::infinity();
  window_.erase(window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  const auto old = static_cast<std::ptrdiff_t>(window_.size());
  const std::size_t wanted = 2 * kCollisionWindow;
  ListedCollision row;
  while (window_.size() < wanted && !at_end_) {
    at_end_ = !source_->read(row);
    if (at_end_) break;
    ++rows_;
    if (row.time < handed_out)
      throw InputError(
          fmt::format("{}: row {} goes back to {} s after collisions at {} s; rows may be out of order "
                      "within {} rows only: sort the list by t",
                      name_, rows_, row.time, handed_out, kCollisionWindow));
    window_.push_back(row);
  }
  const auto fresh = window_.begin() + old;
  if (!std::ranges::is_sorted(fresh, window_.end(), {}, &ListedCollision::time))
    std::ranges::stable_sort(fresh, window_.end(), {}, &ListedCollision::time);
  if (old > 0 && fresh != window_.end() && fresh->time < (fresh - 1)->time)
    std::ranges::inplace_merge(window_.begin(), fresh, window_.end(), {}, &ListedCollision::time);
}

std::span<const ListedCollision> CollisionReader::some() {
  if (!at_end_ && window_.size() - next_ <= kCollisionWindow) read_on();
  const std::size_t first = next_;
  next_ = at_end_ ? window_.size() : window_.size() - kCollisionWindow;
  return std::span(window_).subspan(first, next_ - first);
}

std::optional<ListedCollision> CollisionReader::next() {
  if (!at_end_ && window_.size() - next_ <= kCollisionWindow) read_on();
  if (next_ == window_.size()) return std::nullopt;
  return window_[next_++];
}

}  // namespace resound
