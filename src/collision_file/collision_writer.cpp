#include "collision_file/collision_writer.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "collision_file/binary_list.h"

namespace resound {
namespace {

constexpr std::size_t kWritePiece = 256 * 1024;  // [bytes]

template <class Value>
void append_bytes(std::string& text, const Value& value) {
  std::array<char, sizeof(Value)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(Value));
  text.append(bytes.data(), bytes.size());
}

// A name that a comma or quote would tear apart is put in quotes.
std::string csv_field(const std::string& name) {
  if (name.find_first_of(",;\t\"") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

bool CollisionWriter::can_write(const std::filesystem::path& target) {
  return target.extension() == ".csv" || target.extension() == kBinaryListSuffix;
}

CollisionWriter::CollisionWriter(const std::filesystem::path& target, bool force, ObjectNames names)
    : whole_(target, force),
      file_(whole_.aside(), File::Mode::rewrite),
      is_binary_(target.extension() == kBinaryListSuffix),
      names_(std::move(names)) {
  if (!can_write(target))
    throw UsageError(fmt::format("{}: a list of collisions ends in .csv or {}", target.string(), kBinaryListSuffix));
  if (!is_binary_)
    for (std::string& name : names_) name = csv_field(name);
  write_header();
}

void CollisionWriter::write_header() {
  if (!is_binary_) {
    piece_ = "t,x,y,z,nx,ny,nz,speed,first,second,first_object,second_object\n";
    return;
  }
  piece_ = kListMagic;
  append_bytes(piece_, static_cast<std::uint32_t>(names_.size()));
  for (const std::string& name : names_) {
    append_bytes(piece_, static_cast<std::uint32_t>(name.size()));
    piece_ += name;
  }
}

void CollisionWriter::add(const ListedCollision& c) {
  if (is_binary_)
    append_bytes(piece_, packed(c));
  else
    fmt::format_to(std::back_inserter(piece_), "{:.9g},{:.7g},{:.7g},{:.7g},{:.6g},{:.6g},{:.6g},{:.6g},{},{},{},{}\n",
                   c.time, c.place.x, c.place.y, c.place.z, c.normal.x, c.normal.y, c.normal.z, c.speed, c.first,
                   c.second, names_[static_cast<std::size_t>(c.first_object)],
                   names_[static_cast<std::size_t>(c.second_object)]);
  if (piece_.size() >= kWritePiece) flush();
}

void CollisionWriter::flush() {
  file_.write(std::as_bytes(std::span(piece_)));
  piece_.clear();
}

void CollisionWriter::commit() {
  flush();
  file_ = {};
  whole_.commit();
}

}  // namespace resound
