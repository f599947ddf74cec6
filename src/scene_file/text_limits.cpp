#include "scene_file/text_limits.h"

#include <fmt/format.h>

#include "scene_file/scene_error.h"

namespace resound {
namespace {

// Walks over TOML just well enough to tell strings and comments from the rest.
class Scan {
 public:
  Scan(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  void run() {
    while (at_ < text_.size()) {
      switch (text_[at_]) {
        case '#':
          at_ = std::min(text_.find('\n', at_), text_.size());
          break;
        case '"':
        case '\'':
          skip_string(text_[at_]);
          break;
        case '\n':
          next_line();
          break;
        default:
          take(text_[at_]);
      }
    }
  }

 private:
  void take(char c) {
    if (c == '.') {
      if (++dots_ >= kMostKeyParts) fail(fmt::format("a key has more than {} parts", kMostKeyParts));
    } else if (c == '[' || c == '{') {
      if (++depth_ > kDeepestNesting) fail(fmt::format("values are nested more than {} deep", kDeepestNesting));
      dots_ = 0;
    } else if (c == ']' || c == '}') {
      depth_ -= depth_ > 0;
      dots_ = 0;
    } else if (c == '=' || c == ',') {
      dots_ = 0;
    }
    ++at_;
  }

  void next_line() {
    dots_ = 0;
    ++line_;
    line_begin_ = ++at_;
  }

  // A quoted string counts as one part of a key, whatever is in it.
  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool is_multi_line = text_.substr(at_, 3) == three;
    at_ += is_multi_line ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\' && quote == '"') {
        ++at_;
        if (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == '\n') {
        if (!is_multi_line) return;  // not closed: the parser will say so
        ++line_;
        line_begin_ = ++at_;
      } else if (is_multi_line && text_.substr(at_, 3) == three) {
        at_ += 3;
        for (int extra = 0; extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra) ++at_;
        return;
      } else if (!is_multi_line && c == quote) {
        ++at_;
        return;
      } else {
        ++at_;
      }
    }
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw SceneError({source_, line_, static_cast<int>(at_ - line_begin_) + 1}, message + "; no scene needs that");
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  int dots_ = 0;
  int depth_ = 0;
};

}  // namespace

void check_text_limits(std::string_view text, const std::string& source) {
  if (text.size() > kLargestSceneFile) {
    throw SceneError({source}, fmt::format("has {} bytes; a scene file may have {}", text.size(), kLargestSceneFile));
  }
  Scan(text, source).run();
}

}  // namespace resound
