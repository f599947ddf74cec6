#include "splash/splash_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/csv_line.h"
#include "base/error.h"
#include "base/text_scanner.h"

namespace resound {
namespace {

constexpr std::size_t kFlushed = 256 * 1024;  // [bytes]
constexpr std::size_t kMostRows = 20'000'000;
constexpr std::uint64_t kMostText = 4ull << 30;  // [bytes]

enum Column : std::size_t {
  t,
  kind,
  x,
  y,
  z,
  radius,
  speed,
  dx,
  dy,
  dz,
  rise,
  depth,
  swing,
  gain,
  particles,
  on,
  vessel,
  kColumns
};
constexpr std::array<std::string_view, kColumns> kColumnNames{"t",     "kind", "x",         "y",  "z",     "radius",
                                                              "speed", "dx",   "dy",        "dz", "rise",  "depth",
                                                              "swing", "gain", "particles", "on", "vessel"};

class ListParser {
 public:
  ListParser(std::string_view text, const std::string& name) : name_(name), scanner_(text, name) {}

  std::vector<ListedSplash> parse() {
    take_header();
    std::vector<ListedSplash> rows;
    while (next_line()) {
      if (rows.size() >= kMostRows) throw LimitError(fmt::format("{}: more than {} rows", name_, kMostRows));
      rows.push_back(row());
    }
    std::ranges::stable_sort(rows, {}, [](const ListedSplash& listed) { return time_of(listed.splash); });
    return rows;
  }

 private:
  [[noreturn]] void refuse(const std::string& fact) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line_number_, fact));
  }

  bool next_line() {
    while (scanner_.left() > 0) {
      line_ = without_blanks(scanner_.line());
      ++line_number_;
      if (line_number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
      if (!line_.empty() && line_.front() != '#') return true;
    }
    return false;
  }

  void take_header() {
    if (!next_line())
      throw InputError(fmt::format("{} is empty; a list of splashes begins with a header line: t,kind,x,y,z,…", name_));
    separator_ = separator_of(line_);
    if (!split_csv_line(line_, separator_, fields_)) refuse("the header has a quote that is not closed");
    at_.fill(-1);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const auto found = std::ranges::find(kColumnNames, std::string_view(fields_[i]));
      if (found == kColumnNames.end()) continue;
      int& place = at_[static_cast<std::size_t>(found - kColumnNames.begin())];
      if (place >= 0) refuse(fmt::format("the column {} is there twice", *found));
      place = static_cast<int>(i);
    }
    columns_ = fields_.size();
    if (at_[t] < 0 || at_[kind] < 0) refuse("the header lacks t or kind; this is no list of splashes");
  }

  std::string_view field(Column column) const {
    return at_[column] < 0 ? std::string_view() : std::string_view(fields_[static_cast<std::size_t>(at_[column])]);
  }
  double number(Column column, double low, double high, std::optional<double> otherwise = {}) const {
    const std::string_view text = field(column);
    if (text.empty() && otherwise) return *otherwise;
    double value = 0;
    if (!to_number(text, value) || !std::isfinite(value))
      refuse(fmt::format("{} is \"{}\"; it should be a number", kColumnNames[column], plain_word(text)));
    if (value < low || value > high)
      refuse(fmt::format("{} is {}; it should lie between {} and {}", kColumnNames[column], value, low, high));
    return value;
  }
  Vec3 place() const { return {number(x, -1e5, 1e5), number(y, -1e5, 1e5), number(z, -1e5, 1e5)}; }

  ListedSplash row() {
    if (!split_csv_line(line_, separator_, fields_)) refuse("a quote is not closed, or something follows it");
    if (fields_.size() != columns_)
      refuse(fmt::format("there are {} fields under {} columns", fields_.size(), columns_));
    const std::string_view what = field(kind);
    const double time = number(t, -1e6, 1e6);
    if (what == "impact") return impact(time);
    if (what == "bubble") {
      SplashBubble bubble;
      bubble.time = time;
      bubble.place = place();
      bubble.radius = number(radius, 1e-6, 1);
      bubble.rise = number(rise, 0, 10, 0.1);
      bubble.depth = number(depth, 0, 1e4, bubble.radius);
      bubble.swing = number(swing, 0, 1, 0.02);
      bubble.gain = number(gain, 0, 1e6, 1);
      return {bubble, ""};
    }
    if (what == "level")
      return {SplashLevel{time, number(depth, 0, 1e4), static_cast<int>(number(vessel, 0, 1000, 0))}, ""};
    refuse(fmt::format("kind is \"{}\"; impact, bubble and level are known", plain_word(what)));
  }

  ListedSplash impact(double time) const {
    SplashImpact impact;
    impact.time = time;
    impact.place = place();
    impact.radius = number(radius, 1e-6, 10);
    impact.speed = number(speed, 0, 1000);
    impact.direction = {number(dx, -1e3, 1e3, 0.0), number(dy, -1e3, 1e3, 0.0), number(dz, -1e3, 1e3, -1.0)};
    const double size = length(impact.direction);
    impact.direction = size > 0 ? impact.direction / size : Vec3{0, 0, -1};
    impact.gain = number(gain, 0, 1e6, 1);
    impact.particles = static_cast<int>(number(particles, 0, 2e9, 1));
    const std::string_view struck = field(on);
    impact.wall = struck == "liquid" ? kOnLiquid : 0;
    return {impact, impact.wall == kOnLiquid ? "" : std::string(struck)};
  }

  std::string name_;
  TextScanner scanner_;
  std::string_view line_;
  std::int64_t line_number_ = 0;
  char separator_ = ',';
  std::vector<std::string> fields_;
  std::array<int, kColumns> at_{};
  std::size_t columns_ = 0;
};

std::string quoted_name(std::string_view name) {
  if (name.find_first_of(",;\t\"") == std::string_view::npos) return std::string(name);
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

}  // namespace

SplashListWriter::SplashListWriter(const std::filesystem::path& target, bool force)
    : whole_(target, force),
      file_(whole_.aside(), File::Mode::rewrite),
      piece_(fmt::format("{}\n", fmt::join(kColumnNames, ","))) {}

void SplashListWriter::add(const Splash& splash, std::string_view struck) {
  const auto out = std::back_inserter(piece_);
  if (const auto* i = std::get_if<SplashImpact>(&splash))
    fmt::format_to(out, "{:.9g},impact,{:.7g},{:.7g},{:.7g},{:.7g},{:.7g},{:.6g},{:.6g},{:.6g},,,,{:.7g},{},{},\n",
                   i->time, i->place.x, i->place.y, i->place.z, i->radius, i->speed, i->direction.x, i->direction.y,
                   i->direction.z, i->gain, i->particles, i->wall == kOnLiquid ? "liquid" : quoted_name(struck));
  else if (const auto* b = std::get_if<SplashBubble>(&splash))
    fmt::format_to(out, "{:.9g},bubble,{:.7g},{:.7g},{:.7g},{:.7g},,,,,{:.7g},{:.7g},{:.7g},{:.7g},,,\n", b->time,
                   b->place.x, b->place.y, b->place.z, b->radius, b->rise, b->depth, b->swing, b->gain);
  else if (const auto* l = std::get_if<SplashLevel>(&splash))
    fmt::format_to(out, "{:.9g},level,,,,,,,,,,{:.7g},,,,,{}\n", l->time, l->level, l->basin);
  if (piece_.size() >= kFlushed) flush();
}

void SplashListWriter::flush() {
  file_.write(std::as_bytes(std::span(piece_)));
  piece_.clear();
}

void SplashListWriter::commit() {
  flush();
  file_ = {};
  whole_.commit();
}

std::vector<ListedSplash> parse_splash_list(std::string_view text, const std::string& name) {
  return ListParser(text, name).parse();
}

std::vector<ListedSplash> read_splash_list(const std::filesystem::path& file) {
  if (std::filesystem::file_size(file) > kMostText)
    throw LimitError(fmt::format("{} is larger than {} bytes", file.string(), kMostText));
  return parse_splash_list(read_file(file), file.string());
}

}  // namespace resound
