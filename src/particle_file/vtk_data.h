#pragma once
#include <string>
#include <string_view>

#include "base/byte_reader.h"

namespace resound {

// How a VTK XML file keeps its bytes.
struct VtkEncoding {
  bool is_big_endian = false;
  bool has_long_headers = false;  // UInt64 in place of UInt32
  bool is_compressed = false;     // by zlib, in blocks
};

// Bytes of base64 text; blanks are passed over, and padding may stand within (VTK writes a header and what follows it
// one after the other). Throws InputError with `name` for anything else.
std::string base64_decoded(std::string_view text, const std::string& name);

// What a block of bytes [header][data] holds. `expected` [bytes] is the size by what the file says of the array: a
// block of another size is refused before memory is taken for it. Without it, the size is limited by what is there.
std::string unpacked_vtk_block(std::string_view bytes, const VtkEncoding& encoding, std::uint64_t expected,
                               const std::string& name);

}  // namespace resound
