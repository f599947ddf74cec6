#include "particle_file/vtk_data.h"

#include <zlib.h>

#include <array>
#include <vector>

namespace resound {
namespace {

constexpr std::uint64_t kMostDeflated = 1032;  // zlib makes nothing smaller than its 1032nd part

std::array<signed char, 256> base64_values() {
  std::array<signed char, 256> values{};
  values.fill(-1);
  constexpr std::string_view kSigns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kSigns.size(); ++i)
    values[static_cast<unsigned char>(kSigns[i])] = static_cast<signed char>(i);
  return values;
}

std::uint64_t read_header(ByteReader& reader, bool is_long) {
  return is_long ? reader.read<std::uint64_t>("a header") : reader.read<std::uint32_t>("a header");
}

void check_size(std::uint64_t size, std::uint64_t expected, const std::string& name) {
  if (size != expected)
    throw InputError(
        fmt::format("{}: an array has {} bytes where {} are needed; export it again", name, size, expected));
}

// [blocks][size of a block][size of the last, 0 if full][compressed sizes] then the blocks.
std::string inflated(std::string_view bytes, const VtkEncoding& encoding, std::uint64_t expected,
                     const std::string& name) {
  ByteReader reader(bytes, name);
  reader.is_big_endian = encoding.is_big_endian;
  const bool is_long = encoding.has_long_headers;
  const std::uint64_t blocks = read_header(reader, is_long);
  if (blocks == 0) return check_size(0, expected, name), std::string();
  const std::uint64_t size = read_header(reader, is_long), last = read_header(reader, is_long);
  reader.need(blocks, is_long ? 8 : 4, "sizes of blocks");
  if (size > expected && blocks > 1) check_size(size, expected, name);
  if (blocks > 1 && size > 0 && blocks - 1 > expected / size) check_size(expected + size, expected, name);
  check_size((blocks - 1) * size + (last == 0 ? size : last), expected, name);
  std::vector<std::uint64_t> packed(blocks);
  for (std::uint64_t& length : packed) length = read_header(reader, is_long);
  if (expected > (bytes.size() + 1) * kMostDeflated) reader.refuse("the file is cut off; export it again");

  std::string unpacked(expected, '\0');
  std::uint64_t at = 0;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const std::string_view piece = reader.take(packed[b], "bytes of a compressed block");
    const std::uint64_t wanted = b + 1 < blocks || last == 0 ? size : last;
    uLongf length = wanted;
    const int result = uncompress(reinterpret_cast<Bytef*>(unpacked.data() + at), &length,
                                  reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    if (result != Z_OK || length != wanted) reader.refuse("a compressed block is damaged; export it again");
    at += wanted;
  }
  return unpacked;
}

}  // namespace

std::string base64_decoded(std::string_view text, const std::string& name) {
  static const std::array<signed char, 256> kValues = base64_values();
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int have = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    if (c == '=') {  // the end of a part
      bits = 0, have = 0;
      continue;
    }
    const int value = kValues[static_cast<unsigned char>(c)];
    if (value < 0) throw InputError(fmt::format("{}: an array is not base64; export it again", name));
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    have += 6;
    if (have >= 8) {
      have -= 8;
      bytes += static_cast<char>(bits >> have & 0xFF);
    }
  }
  return bytes;
}

std::string unpacked_vtk_block(std::string_view bytes, const VtkEncoding& encoding, std::uint64_t expected,
                               const std::string& name) {
  if (encoding.is_compressed) return inflated(bytes, encoding, expected, name);
  ByteReader reader(bytes, name);
  reader.is_big_endian = encoding.is_big_endian;
  const std::uint64_t size = read_header(reader, encoding.has_long_headers);
  check_size(size, expected, name);
  return std::string(reader.take(size, "bytes of an array"));
}

}  // namespace resound
