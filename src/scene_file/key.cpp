#include "scene_file/key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace resound {
namespace {

// The closed list of unit endings. Longer ones come before those they end in.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kUnits{{
    {"_mm_per_h", "mm/h"},
    {"_turns_per_s", "turns/s"},
    {"_m_per_s", "m/s"},
    {"_per_s", "1/s"},
    {"_kg_m3", "kg/m^3"},
    {"_db_spl", "dB SPL"},
    {"_degrees", "degrees"},
    {"_percent", "%"},
    {"_pixels", "pixels"},
    {"frames_per_second", "1/s"},
    {"_hz", "Hz"},
    {"_pa", "Pa"},
    {"_m2", "m^2"},
    {"_kg", "kg"},
    {"_m", "m"},
    {"_s", "s"},
    {"_n", "N"},
    {"_c", "degrees C"},
}};

}  // namespace

KeyInfo KeyInfo::named(std::string_view name, ValueKind kind) {
  KeyInfo key;
  key.name = name;
  key.kind = kind;
  return key;
}
void KeyInfo::say(std::string_view text) { sentence = text; }
void KeyInfo::say_default(std::string_view text) { default_words = text; }
void KeyInfo::start_as(std::string_view toml) { starter_value = toml; }
void KeyInfo::set_low(double value, bool is_open, std::string_view remedy) {
  low = Limit{value, is_open, std::string(remedy)};
}
void KeyInfo::set_high(double value, bool is_open, std::string_view remedy) {
  high = Limit{value, is_open, std::string(remedy)};
}

std::string KeyInfo::unit() const {
  for (const auto& [ending, unit] : kUnits) {
    if (name.ends_with(ending)) return std::string(unit);
  }
  return "";
}

std::string KeyInfo::type() const {
  switch (kind) {
    case ValueKind::number:
      return "number";
    case ValueKind::integer:
      return "whole number";
    case ValueKind::boolean:
      return "true or false";
    case ValueKind::text:
      return "text";
    case ValueKind::choice:
      return fmt::format("one of {}", fmt::join(words, ", "));
    case ValueKind::material:
      return fmt::format("one of {}, or the name of a [[material]]", fmt::join(words, ", "));
    case ValueKind::vector:
      return "[x, y, z]";
    case ValueKind::vectors:
      return "list of [x, y, z]";
    case ValueKind::direction:
      return "[x, y, z], any length but 0";
    case ValueKind::waypoints:
      return "list of {time_s, position_m}";
    case ValueKind::frame_rate:
      return "number, or a text such as \"30000/1001\"";
    case ValueKind::file:
      return "file beside the scene";
    case ValueKind::numbers:
      return "list of numbers";
    case ValueKind::words:
      return fmt::format("list of any of {}", fmt::join(words, ", "));
  }
  return "";
}

std::string KeyInfo::range() const {
  // limits that only keep numbers sane are not worth telling
  if (kind == ValueKind::direction || kind == ValueKind::waypoints || kind == ValueKind::file) return "";
  std::string text;
  if (low) text += fmt::format("{} {}", low->is_open ? "above" : "at least", low->value);
  if (low && high) text += ", ";
  if (high) text += fmt::format("{} {}", high->is_open ? "below" : "at most", high->value);
  if (kind == ValueKind::text && !text.empty()) text += " characters";
  return text;
}

bool KeyInfo::contains(double value) const {
  if (low && (low->is_open ? value <= low->value : value < low->value)) return false;
  return !(high && (high->is_open ? value >= high->value : value > high->value));
}

std::string KeyInfo::remedy(double value) const {
  const bool is_low = low && value <= low->value;
  const Limit& limit = is_low ? *low : *high;
  if (!limit.remedy.empty()) return limit.remedy;
  const std::string bound = is_low ? (limit.is_open ? "above" : "at least") : (limit.is_open ? "below" : "at most");
  return fmt::format("it must be {} {}{}{}", bound, limit.value, unit().empty() ? "" : " ", unit());
}

const KeyInfo* TableInfo::find(std::string_view key) const {
  const auto found = std::ranges::find(keys, key, &KeyInfo::name);
  return found == keys.end() ? nullptr : &*found;
}

}  // namespace resound
