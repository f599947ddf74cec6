#include "collision_file/text_lines.h"

#include <fmt/format.h>

#include <span>

#include "base/csv_line.h"
#include "base/error.h"

namespace resound {
namespace {

constexpr std::size_t kPiece = 256 * 1024;       // [bytes]
constexpr std::size_t kLongestLine = 64 * 1024;  // [bytes]
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

TextLines::TextLines(const std::filesystem::path& file) : name_(file.string()), file_(file, File::Mode::read) {}

void TextLines::refuse(const std::string& fact) const {
  throw InputError(fmt::format("{}:{}: {}", name_, line_, fact));
}

std::size_t TextLines::find_end() {
  std::size_t end = text_.find('\n', at_);
  while (end == std::string::npos && !at_end_) {
    if (text_.size() - at_ > kLongestLine) break;  // next() refuses it
    text_.erase(0, at_);
    at_ = 0;
    const std::size_t old = text_.size();
    text_.resize(old + kPiece);
    const std::size_t count = file_.read(std::as_writable_bytes(std::span(text_).subspan(old)));
    text_.resize(old + count);
    at_end_ = count < kPiece;
    end = text_.find('\n', old);
  }
  return end;
}

bool TextLines::next(std::string_view& line) {
  const std::size_t end = find_end();
  if (at_ >= text_.size()) return false;
  is_cut_off_ = end == std::string::npos;
  line = std::string_view(text_).substr(at_, is_cut_off_ ? std::string_view::npos : end - at_);
  at_ = is_cut_off_ ? text_.size() : end + 1;
  ++line_;
  if (line.size() > kLongestLine)
    refuse(fmt::format("the line is longer than {} bytes; this is no list of collisions", kLongestLine));
  if (line_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  line = without_blanks(line);
  return true;
}

std::string printable_field(std::string_view text) {
  std::string shown(text.substr(0, 32));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  return shown;
}

}  // namespace resound
