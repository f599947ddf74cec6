#include "scene_file/text_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene_file/scene_error.h"

namespace resound {
namespace {

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Walks over TOML just well enough to tell strings and comments from the rest.
class Scan {
 public:
  Scan(std::string_view text, const std::string& source) : text_(text), source_(source) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // the mark that some editors put before UTF-8
  }

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        take(c);
      }
    }
  }

 private:
  void take(char c) {
    if (is_beyond_ascii(c)) fail("a letter beyond ASCII outside of quotes; put text in quotes");
    if (c == '.' && ++parts_ > kMostKeyParts) fail(fmt::format("a key has more than {} parts", kMostKeyParts));
    if (std::string_view("[]{}=,\n").find(c) != std::string_view::npos) parts_ = 1;
    if (c == '[' || c == '{') ++depth_;
    if ((c == ']' || c == '}') && depth_ > 0) --depth_;
    if (depth_ > kDeepestNesting) fail(fmt::format("values are nested more than {} deep", kDeepestNesting));
    if (c != ' ' && c != '\t' && c != '\r') before_ = c;
    ++at_;
    if (c == '\n') {
      ++line_;
      line_begin_ = at_;
    }
  }

  // A quoted string counts as one part of a key, whatever is in it. Any letter may stand in it, but only where a parser
  // expects a string to begin: in 3"x" it may still be reading a number.
  void skip_string(char quote) {
    if (text_.substr(at_, 3) == std::string(3, quote)) fail("a text of several lines; write it on one line, in quotes");
    const bool is_expected = std::string_view("\n=[{,").find(before_) != std::string_view::npos;
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      const char c = text_[at_];
      if (is_beyond_ascii(c) && !is_expected) fail("a letter beyond ASCII in a quote that follows other text");
      if (c == quote) {
        ++at_;
        break;
      }
      if (c == '\\' && quote == '"' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    }
    before_ = quote;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw SceneError({source_, line_, static_cast<int>(at_ - line_begin_) + 1}, message);
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  int parts_ = 1;       // of the key that is being read
  int depth_ = 0;       // of [ and {
  char before_ = '\n';  // the last character that is not blank
};

}  // namespace

void check_text_limits(std::string_view text, const std::string& source) {
  if (text.size() > kLargestSceneFile) {
    throw SceneError({source, 0, 0},
                     fmt::format("has {} bytes; a scene file may have {}", text.size(), kLargestSceneFile));
  }
  Scan(text, source).run();
}

}  // namespace resound
