#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/csv_line.h"
#include "base/error.h"
#include "base/text_scanner.h"
#include "particle_file/named_array.h"

// Particles as text, one a line under a header that names the columns. Comma, semicolon, tab or blanks between fields,
// # for comments. A file without header is read as x y z, or x y z vx vy vz, and says so. Lines about the run that
// stand above the header (DualSPHysics writes them) are passed over.
namespace resound {
namespace {

constexpr std::size_t kMostColumns = 1000;
constexpr int kMostLinesAbove = 30;  // before a header must have come

void split_at_blanks(std::string_view line, std::vector<std::string>& fields) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    if (fields.size() <= count) fields.emplace_back();
    fields[count++] = line.substr(begin, end - begin);
    at = end;
  }
  fields.resize(count);
}

// A number, or the ways in which programs write that there is none.
bool to_particle_number(std::string_view field, double& value) {
  if (to_number(field, value)) return true;
  const std::string word = lowered(field);
  if (word != "nan" && word != "-nan" && word != "-nan(ind)" && word != "1.#qnan" && word != "-1.#ind" && !word.empty())
    return false;
  value = std::numeric_limits<double>::quiet_NaN();
  return true;
}

class CsvParticles {
 public:
  CsvParticles(std::string_view bytes, const std::string& name) : text_(bytes), name_(name), scanner_(bytes, name) {}

  ParticleFrame parse() {
    find_header();
    while (next_line()) add_row();
    if (rows_ == 0) throw InputError(fmt::format("{}: there are columns, but no particles under them", name_));
    ParticleFrame frame = frame_of(std::move(arrays_), name_);
    if (!note_.empty()) frame.notes.push_back(note_);
    return frame;
  }

 private:
  [[noreturn]] void refuse(const std::string& fact) const {
    throw InputError(fmt::format("{}:{}: {}", name_, number_, fact));
  }

  bool next_line() {
    while (scanner_.left() > 0) {
      line_ = without_blanks(scanner_.line());
      ++number_;
      if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
      if (!line_.empty() && line_.front() != '#') return true;
      if (line_.starts_with('#') && !has_header_) hidden_header_ = without_blanks(line_.substr(1));
    }
    return false;
  }

  void split(std::string_view line) {
    if (separator_ == ' ')
      split_at_blanks(line, fields_);
    else if (!split_csv_line(line, separator_, fields_))
      refuse("a quote is not closed, or something follows it");
    if (fields_.size() > kMostColumns) refuse(fmt::format("there are more than {} columns", kMostColumns));
  }

  static char separator_in(std::string_view line) {
    return line.find_first_of(",;\t") == std::string_view::npos ? ' ' : separator_of(line);
  }

  bool has_positions() const {
    int axes = 0;
    for (const std::string& field : fields_)
      if (const auto role = role_of(field); role && role->quantity == ParticleQuantity::position && role->axis >= 0)
        axes |= 1 << role->axis;
    return axes == 7;
  }

  bool is_row_of_numbers() const {
    double value = 0;
    return std::ranges::all_of(fields_, [&](const std::string& field) { return to_number(field, value); });
  }

  void take_columns() {
    has_header_ = true;
    for (const std::string& field : fields_) arrays_.push_back({field, 1, {}});
  }

  void find_header() {
    for (int lines = 0; lines < kMostLinesAbove && next_line(); ++lines) {
      separator_ = separator_in(line_);
      split(line_);
      if (has_positions()) return take_columns();
      if (lines == 0 && is_row_of_numbers() && fields_.size() >= 3 && take_rows_without_header()) return;
    }
    if (number_ == 0 || text_.empty())
      throw InputError(fmt::format("{} is empty; a table of particles is needed", name_));
    throw InputError(
        fmt::format("{}: no line names the columns x, y and z, or others that mean a position; write them "
                    "into the first line",
                    name_));
  }

  // The first row of numbers; a comment right above it may name the columns.
  bool take_rows_without_header() {
    const std::vector<std::string> first = fields_;
    if (!hidden_header_.empty()) {
      split_at_blanks(hidden_header_, fields_);
      if (separator_ != ' ') split_csv_line(hidden_header_, separator_, fields_);
      if (has_positions() && fields_.size() == first.size()) {
        take_columns();
        fields_ = first;
        return add_fields(), true;
      }
    }
    if (first.size() != 3 && first.size() != 6) return false;  // a line about the run
    static constexpr const char* kAssumed[] = {"x", "y", "z", "vx", "vy", "vz"};
    fields_.assign(kAssumed, kAssumed + first.size());
    take_columns();
    note_ = first.size() == 3 ? "the columns have no names; they are taken as x, y, z"
                              : "the columns have no names; they are taken as x, y, z, vx, vy, vz";
    fields_ = first;
    add_fields();
    return true;
  }

  void add_row() {
    split(line_);
    add_fields();
  }

  void add_fields() {
    if (fields_.size() != arrays_.size())
      refuse(fmt::format("there are {} fields under {} columns", fields_.size(), arrays_.size()));
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      double value = 0;
      if (to_particle_number(fields_[i], value)) {
        arrays_[i].values.push_back(value);
      } else if (role_of(arrays_[i].name)) {
        refuse(fmt::format("{} is \"{}\"; it should be a number", plain_word(arrays_[i].name), plain_word(fields_[i])));
      }  // a column of words is not ours
    }
    if (++rows_ > kMostParticles)
      throw LimitError(fmt::format("{}: more than {} particles in a frame", name_, kMostParticles));
  }

  std::string_view text_;
  std::string name_;
  TextScanner scanner_;
  std::string_view line_;
  std::string hidden_header_, note_;
  std::int64_t number_ = 0;
  bool has_header_ = false;
  char separator_ = ',';
  std::vector<std::string> fields_;
  std::vector<NamedArray> arrays_;
  std::size_t rows_ = 0;
};

}  // namespace

ParticleFrame parse_particle_csv(std::string_view bytes, const std::string& name) {
  return CsvParticles(bytes, name).parse();
}

}  // namespace resound
