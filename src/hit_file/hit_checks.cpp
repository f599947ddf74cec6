#include "hit_file/hit_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace resound {
namespace {

// Beyond these a number is a slip of units or a solver that has blown up.
constexpr double kLatest = 1e6;    // [s]    eleven days
constexpr double kFarthest = 1e5;  // [m]
constexpr double kFastest = 1e3;   // [m/s]
constexpr double kStrange = 100;   // [m/s]  no elastic contact survives this, but it can be played
constexpr double kHardest = 1e6;   // [N s]
constexpr double kHeaviest = 1e9;  // [kg]
constexpr double kLargest = 1e5;   // [m]

// Thrown inside this file only: what rules the line out.
struct Unplayable {
  std::string why;
};

std::string shown(std::string_view text) {
  std::string word(text.substr(0, 32));
  for (char& c : word)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  return text.size() > 32 ? word + "..." : word;
}

class Reading {
 public:
  explicit Reading(const HitFields& fields) : fields_(fields) {}

  const std::string& text(HitColumn column) const { return fields_[static_cast<std::size_t>(column)]; }
  bool has(HitColumn column) const { return !text(column).empty(); }

  const std::string& word(HitColumn column) const {
    for (const char c : text(column))
      if (static_cast<unsigned char>(c) < 32 || c == 127)
        throw Unplayable{fmt::format("{} holds a control character", name_of(column))};
    return text(column);
  }

  double number(HitColumn column) const {
    std::string_view digits = text(column);
    if (digits.empty()) throw Unplayable{fmt::format("{} is missing", name_of(column))};
    if (digits.size() > 1 && digits.front() == '+' && digits[1] != '-') digits.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
      throw Unplayable{fmt::format("{} is {}, which no number here can hold", name_of(column), shown(digits))};
    if (error != std::errc() || end != digits.data() + digits.size())
      throw Unplayable{fmt::format("{} is \"{}\", which is no number", name_of(column), shown(text(column)))};
    if (!std::isfinite(value)) throw Unplayable{fmt::format("{} is not finite", name_of(column))};
    return value;
  }

  double within(HitColumn column, double largest) const {
    const double value = number(column);
    if (std::abs(value) > largest)
      throw Unplayable{fmt::format("{} is {}; beyond {} it is taken for a mistake", name_of(column), value, largest)};
    return value;
  }

  // Empty is fine; negative or zero is not.
  std::optional<double> positive(HitColumn column, double largest) const {
    if (!has(column)) return std::nullopt;
    const double value = within(column, largest);
    if (value < 0) throw Unplayable{fmt::format("{} is {}; it cannot be negative", name_of(column), value)};
    if (value == 0) throw Unplayable{fmt::format("{} is 0: nothing is to be heard", name_of(column))};
    return value;
  }

  bool has_all(std::initializer_list<HitColumn> columns) const { return count(columns) == columns.size(); }
  bool has_some(std::initializer_list<HitColumn> columns) const {
    return count(columns) > 0 && count(columns) < columns.size();
  }

 private:
  std::size_t count(std::initializer_list<HitColumn> columns) const {
    std::size_t there = 0;
    for (const HitColumn column : columns) there += has(column) ? 1 : 0;
    return there;
  }

  const HitFields& fields_;
};

using Doubt = std::function<void(std::string, bool)>;

std::optional<Vec3> read_normal(const Reading& reading, const Doubt& doubt) {
  using enum HitColumn;
  if (reading.has_some({nx, ny, nz})) doubt("the normal lacks a component and is derived from the surface", true);
  if (!reading.has_all({nx, ny, nz})) return std::nullopt;
  const Vec3 normal{reading.within(nx, kFarthest), reading.within(ny, kFarthest), reading.within(nz, kFarthest)};
  if (length(normal) > 1e-9) return normalized(normal);
  doubt("the normal has no length and is derived from the surface", true);
  return std::nullopt;
}

std::optional<Pose> read_pose(const Reading& reading, const Doubt& doubt) {
  using enum HitColumn;
  if (reading.has_some({px, py, pz, qw, qx, qy, qz}))
    doubt("the pose lacks a number; the object stays where it is", true);
  if (!reading.has_all({px, py, pz, qw, qx, qy, qz})) return std::nullopt;
  Pose pose{{reading.within(px, kFarthest), reading.within(py, kFarthest), reading.within(pz, kFarthest)},
            {reading.within(qw, 10), reading.within(qx, 10), reading.within(qy, 10), reading.within(qz, 10)}};
  Rotation& q = pose.rotation;
  const double size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (size < 1e-6) {
    doubt("the quaternion qw, qx, qy, qz is zero; the object stays where it is", true);
    return std::nullopt;
  }
  if (std::abs(size - 1) > 0.01) doubt(fmt::format("the quaternion has length {:.3g} and is made 1", size), true);
  q = {q.w / size, q.x / size, q.y / size, q.z / size};
  return pose;
}

HitRow read_row(const Reading& reading, const Doubt& doubt) {
  using enum HitColumn;
  HitRow row;
  row.time = reading.within(t, kLatest);
  if (row.time < 0) throw Unplayable{fmt::format("t is {}; the sound begins at 0", row.time)};
  row.object = reading.word(object);
  if (row.object.empty()) throw Unplayable{"object is missing"};
  row.position = {reading.within(x, kFarthest), reading.within(y, kFarthest), reading.within(z, kFarthest)};
  row.speed = reading.positive(speed, kFastest);
  row.impulse = reading.positive(impulse, kHardest);
  if (!row.speed && !row.impulse) throw Unplayable{"there is neither a speed nor an impulse"};
  row.other_material = reading.word(other_material);
  row.other_mass = reading.positive(other_mass, kHeaviest);
  row.other_radius = reading.positive(other_radius, kLargest);
  row.normal = read_normal(reading, doubt);
  row.pose = read_pose(reading, doubt);
  if (row.speed && *row.speed > kStrange)
    doubt(fmt::format("the speed is {} m/s; no elastic contact survives that, is it in other units?", *row.speed),
          true);
  return row;
}

}  // namespace

std::optional<HitRow> read_hit(const HitFields& fields, const Doubt& doubt) {
  try {
    return read_row(Reading(fields), doubt);
  } catch (const Unplayable& reason) {
    doubt(reason.why, false);
    return std::nullopt;
  }
}

}  // namespace resound
