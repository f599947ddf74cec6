#include "base/text_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace resound {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

template <class Number>
bool parse_whole(std::string_view word, Number& value) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, trouble] = std::from_chars(word.data(), word.data() + word.size(), value);
  return trouble == std::errc() && end == word.data() + word.size() && !word.empty();
}

}  // namespace

bool to_number(std::string_view word, double& value) { return parse_whole(word, value); }
bool to_integer(std::string_view word, std::int64_t& value) { return parse_whole(word, value); }

std::string plain_word(std::string_view word) {
  constexpr std::size_t kEnough = 40;
  std::string text(word.substr(0, kEnough));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return word.size() > kEnough ? text + "…" : text;
}

std::string lowered(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

void TextScanner::skip_blanks() {
  for (; position_ < text_.size() && is_blank(text_[position_]); ++position_)
    if (text_[position_] == '\n') ++line_;
}

bool TextScanner::at_end() {
  skip_blanks();
  return position_ >= text_.size();
}

std::string_view TextScanner::word() {
  skip_blanks();
  const std::size_t begin = position_;
  while (position_ < text_.size() && !is_blank(text_[position_])) ++position_;
  return text_.substr(begin, position_ - begin);
}

std::string_view TextScanner::peek() {
  skip_blanks();
  std::size_t end = position_;
  while (end < text_.size() && !is_blank(text_[end])) ++end;
  return text_.substr(position_, end - position_);
}

std::string_view TextScanner::line() {
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  std::string_view found = text_.substr(position_, end - position_);
  position_ = end;
  if (position_ < text_.size()) {
    ++position_;
    ++line_;
  }
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

double TextScanner::number(const char* what) {
  const std::string_view found = word();
  double value = 0;
  if (!to_number(found, value))
    refuse(found.empty() ? fmt::format("the file ends where {} should be; it was cut off: export it again", what)
                         : fmt::format("{} is \"{}\"; a number should stand here", what, plain_word(found)));
  return value;
}

std::int64_t TextScanner::integer(const char* what) {
  const std::string_view found = word();
  std::int64_t value = 0;
  if (!to_integer(found, value))
    refuse(found.empty() ? fmt::format("the file ends where {} should be; it was cut off: export it again", what)
                         : fmt::format("{} is \"{}\"; a whole number should stand here", what, plain_word(found)));
  return value;
}

std::int64_t TextScanner::count(const char* what) {
  const std::int64_t value = integer(what);
  if (value < 0) refuse(fmt::format("{} is {}; it cannot be negative", what, value));
  return value;
}

void TextScanner::jump(std::size_t position) {
  position = std::min(position, text_.size());
  line_ += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(position_),
                                               text_.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
  position_ = position;
}

void TextScanner::refuse(const std::string& fact_and_remedy) const {
  throw InputError(fmt::format("{}:{}: {}", name_, line_, fact_and_remedy));
}

}  // namespace resound
