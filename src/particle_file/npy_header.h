#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"

namespace resound {

// One field of the rows of a NumPy array; an array that is not structured has one, without a name.
struct NpyField {
  std::string name;
  NumberType type = NumberType::float64;
  bool is_big_endian = false;
  std::size_t width = 1;  // numbers
  bool is_padding = false;
  std::size_t size = 8;  // [bytes] in all
};

struct NpyHeader {
  std::vector<NpyField> fields;
  bool is_fortran = false;  // the first index runs fastest
  std::vector<std::uint64_t> shape;
  std::size_t data = 0;  // [bytes] where the numbers begin
};

NpyHeader parse_npy_header(std::string_view bytes, const std::string& name);  // throws InputError

}  // namespace resound
