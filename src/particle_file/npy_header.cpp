#include "particle_file/npy_header.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/text_scanner.h"

// The header is a dictionary as Python writes it:
//   {'descr': '<f8', 'fortran_order': False, 'shape': (1000, 3), }
//   {'descr': [('id', '<i4'), ('pos', '<f8', (3,))], 'fortran_order': False, 'shape': (1000,), }
namespace resound {
namespace {

constexpr std::size_t kMostFields = 1000;
constexpr std::uint64_t kMostBytes = 1ull << 40;  // in a row or a file: products of two still fit

std::optional<NumberType> number_type(char kind, std::uint64_t size) {
  if (kind == 'f') {
    if (size == 4) return NumberType::float32;
    if (size == 8) return NumberType::float64;
  }
  if (kind == 'i') {
    if (size == 1) return NumberType::int8;
    if (size == 2) return NumberType::int16;
    if (size == 4) return NumberType::int32;
    if (size == 8) return NumberType::int64;
  }
  if (kind == 'u' || kind == 'b') {
    if (size == 1) return NumberType::uint8;
    if (size == 2) return NumberType::uint16;
    if (size == 4) return NumberType::uint32;
    if (size == 8) return NumberType::uint64;
  }
  return std::nullopt;
}

class DictionaryReader {
 public:
  DictionaryReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  NpyHeader read() {
    NpyHeader header;
    bool has_descr = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr")
        read_descr(header), has_descr = true;
      else if (key == "fortran_order")
        header.is_fortran = read_truth();
      else if (key == "shape")
        header.shape = numbers(), has_shape = true;
      else
        refuse(fmt::format("its header has an unknown entry \"{}\"", plain_word(key)));
      accept(',');
    }
    if (!has_descr || !has_shape) refuse("its header lacks descr or shape");
    return header;
  }

 private:
  [[noreturn]] void refuse(const std::string& fact) const {
    throw InputError(fmt::format("{}: {}; save it again with numpy.save", name_, fact));
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse(fmt::format("its header has no \"{}\" where one should be", c));
  }
  std::string quoted() {
    skip_blanks();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) refuse("its header is broken");
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) refuse("its header has a quote that is not closed");
    const std::string_view word = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return std::string(word);
  }
  bool read_truth() {
    skip_blanks();
    for (const std::string_view word : {std::string_view("True"), std::string_view("False")})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return word == "True";
      }
    refuse("fortran_order is neither True nor False");
  }
  std::uint64_t number() {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [end, trouble] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (trouble != std::errc{}) refuse("its header has a size that is no number");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (value > kMostBytes) refuse(fmt::format("a dimension is {}, more than any file holds", value));
    return value;
  }
  std::vector<std::uint64_t> numbers() {  // (3,) or (1000, 3) or, of a field, 3
    if (!accept('(')) return {number()};
    std::vector<std::uint64_t> found;
    while (!accept(')')) {
      found.push_back(number());
      accept(',');
      if (found.size() > 32) refuse("it has more than 32 dimensions");
    }
    return found;
  }

  void read_descr(NpyHeader& header) {
    header.fields.clear();
    skip_blanks();
    if (!accept('[')) {
      header.fields.push_back(field("", quoted()));
      return;
    }
    while (!accept(']')) {
      if (header.fields.size() >= kMostFields) refuse(fmt::format("it has more than {} fields", kMostFields));
      expect('(');
      const std::string name = field_name();
      expect(',');
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == '[') refuse("it has structures within structures; save plain arrays");
      NpyField one = field(name, quoted());
      if (accept(',') && !accept(')')) {
        std::uint64_t width = 1;
        for (const std::uint64_t size : numbers()) {
          width *= size;
          if (width > 1'000'000) refuse("a field has more than a million numbers");
        }
        one.width = width;
        one.size *= width;
        expect(')');
      } else if (text_[at_ - 1] != ')') {
        expect(')');
      }
      accept(',');
      header.fields.push_back(one);
    }
    if (header.fields.empty()) refuse("it has no fields");
  }

  std::string field_name() {  // 'x', or ('title', 'x')
    if (!accept('(')) return quoted();
    quoted();
    expect(',');
    const std::string name = quoted();
    expect(')');
    return name;
  }

  NpyField field(const std::string& name, std::string_view type) const {
    if (type.size() > 1 && type[1] == 'O') refuse("it holds Python objects, which are not read");
    if (type.size() < 3) refuse(fmt::format("\"{}\" is no type of numbers", plain_word(type)));
    std::uint64_t size = 0;
    const auto [end, trouble] = std::from_chars(type.data() + 2, type.data() + type.size(), size);
    if (trouble != std::errc{} || end != type.data() + type.size() || size > 4096)
      refuse(fmt::format("\"{}\" is no type of numbers", plain_word(type)));
    NpyField field{name, NumberType::float64, type[0] == '>', 1, false, static_cast<std::size_t>(size)};
    if (const auto known = number_type(type[1], size))
      field.type = *known;
    else if (type[1] == 'V' || type[1] == 'S' || type[1] == 'U')
      field.is_padding = true, field.size = static_cast<std::size_t>(type[1] == 'U' ? 4 * size : size);
    else
      refuse(fmt::format("its numbers are of type {}; real numbers of 32 or 64 bits and integers are read",
                         plain_word(type)));
    return field;
  }

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view bytes, const std::string& name) {
  ByteReader reader(bytes, name);
  if (reader.take(6, "bytes") != "\x93NUMPY") reader.refuse("this is no NumPy file");
  const auto version = reader.read<std::uint8_t>("a version");
  reader.read<std::uint8_t>("a version");
  const std::uint64_t length =
      version < 2 ? reader.read<std::uint16_t>("a size") : reader.read<std::uint32_t>("a size");
  const std::string_view text = reader.take(length, "bytes of its header");
  NpyHeader header = DictionaryReader(text, name).read();
  header.data = reader.position();
  return header;
}

}  // namespace resound
