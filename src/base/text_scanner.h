#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace resound {

// Words and numbers of a text, with the line for messages.
class TextScanner {
 public:
  TextScanner(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  bool at_end();            // nothing but blanks is left
  std::string_view word();  // the next word, on whatever line; empty at the end
  std::string_view peek();  // the same, without moving on
  std::string_view line();  // the rest of the current line without its end; moves behind it
  double number(const char* what);
  std::int64_t integer(const char* what);
  std::int64_t count(const char* what);  // not negative

  std::size_t position() const { return position_; }  // [bytes]
  void jump(std::size_t position);                    // forward only
  std::string_view rest() const { return text_.substr(position_); }
  std::size_t left() const { return text_.size() - position_; }  // [bytes]

  [[noreturn]] void refuse(const std::string& fact_and_remedy) const;  // InputError "name:line: …"

 private:
  void skip_blanks();

  std::string_view text_;
  std::string name_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

bool to_number(std::string_view word, double& value);
bool to_integer(std::string_view word, std::int64_t& value);

// A word of a file as it may stand in a message: short, without control characters.
std::string plain_word(std::string_view word);

// Lower case, for formats that do not mind.
std::string lowered(std::string_view word);

}  // namespace resound
