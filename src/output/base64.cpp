#include "output/base64.h"

#include <cstdint>

namespace resound {

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (int k = 3; k >= 0; --k) text += kDigits[bits >> (6 * k) & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - padding, padding, padding, '=');
}

void append_base64(File& to, const std::filesystem::path& from) {
  File source(from, File::Mode::read);
  std::string piece(3 << 18, '\0');  // a multiple of three, so that only the last piece is padded
  for (;;) {
    const std::size_t count = source.read(std::as_writable_bytes(std::span(piece)));
    const std::string text = base64(std::string_view(piece).substr(0, count));
    to.write(std::as_bytes(std::span(text)));
    if (count < piece.size()) return;
  }
}

}  // namespace resound
