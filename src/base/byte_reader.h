#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"

namespace resound {

// Numbers of a binary file, with the byte offset for messages. Reads never go past the end.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::string name, std::size_t position = 0)
      : bytes_(bytes), name_(std::move(name)), position_(std::min(position, bytes.size())) {}

  bool is_big_endian = false;

  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }

  // Is there room for `count` records of `size` bytes? Asked before memory is taken for them.
  void need(std::uint64_t count, std::uint64_t size, const char* what) const {
    if (size == 0 || count <= left() / size) return;
    refuse(
        fmt::format("{} {} are announced, but only {} bytes follow; the file was cut off or its count is wrong: "
                    "export it again",
                    count, what, left()));
  }

  template <class Number>
  Number read(const char* what) {
    need(1, sizeof(Number), what);
    char raw[sizeof(Number)];
    std::memcpy(raw, bytes_.data() + position_, sizeof raw);
    position_ += sizeof raw;
    if (is_big_endian) std::reverse(raw, raw + sizeof raw);  // we run on little-endian machines
    Number value;
    std::memcpy(&value, raw, sizeof raw);
    return value;
  }

  std::string_view take(std::size_t size, const char* what) {
    need(size, 1, what);
    position_ += size;
    return bytes_.substr(position_ - size, size);
  }

  [[noreturn]] void refuse(const std::string& fact_and_remedy) const {
    throw InputError(fmt::format("{}: byte {}: {}", name_, position_, fact_and_remedy));
  }

 private:
  std::string_view bytes_;
  std::string name_;
  std::size_t position_;
};

// The numbers that mesh files are made of.
enum class NumberType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

inline std::size_t size_of(NumberType type) {
  switch (type) {
    case NumberType::int8:
    case NumberType::uint8:
      return 1;
    case NumberType::int16:
    case NumberType::uint16:
      return 2;
    case NumberType::int32:
    case NumberType::uint32:
    case NumberType::float32:
      return 4;
    case NumberType::int64:
    case NumberType::uint64:
    case NumberType::float64:
      return 8;
  }
  return 8;
}

inline double read_number(ByteReader& reader, NumberType type, const char* what) {
  switch (type) {
    case NumberType::int8:
      return reader.read<std::int8_t>(what);
    case NumberType::uint8:
      return reader.read<std::uint8_t>(what);
    case NumberType::int16:
      return reader.read<std::int16_t>(what);
    case NumberType::uint16:
      return reader.read<std::uint16_t>(what);
    case NumberType::int32:
      return reader.read<std::int32_t>(what);
    case NumberType::uint32:
      return reader.read<std::uint32_t>(what);
    case NumberType::int64:
      return static_cast<double>(reader.read<std::int64_t>(what));
    case NumberType::uint64:
      return static_cast<double>(reader.read<std::uint64_t>(what));
    case NumberType::float32:
      return reader.read<float>(what);
    case NumberType::float64:
      return reader.read<double>(what);
  }
  return 0;
}

// An index or a count; what cannot be one (negative, a fraction, huge) becomes -1.
inline std::int64_t read_index(ByteReader& reader, NumberType type, const char* what) {
  const double value = read_number(reader, type, what);
  if (!(value >= 0 && value < 9e15) || value != static_cast<double>(static_cast<std::int64_t>(value))) return -1;
  return static_cast<std::int64_t>(value);
}

}  // namespace resound
