// A material in one line of text.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/near_word.h"
#include "scene/materials.h"

namespace resound {
namespace {

// A value that a material can be given, and what it must be.
struct Value {
  const char* name;
  const char* unit;
  double low;        // …
  bool low_is_fine;  // … itself included
  double at_most;
  double& (*in)(Material&);
};

const Value kValues[] = {
    {"E", " Pa", 0, false, 2e12, [](Material& m) -> double& { return m.young_modulus; }},
    {"nu", "", -1, false, 0.499, [](Material& m) -> double& { return m.poisson_ratio; }},
    {"density", " kg/m^3", 0, false, 30'000, [](Material& m) -> double& { return m.density; }},
    {"loss", "", 0, true, 1, [](Material& m) -> double& { return m.damping.loss_factor; }},
    {"alpha1", " s", 0, true, 1, [](Material& m) -> double& { return m.damping.stiffness_time; }},
    {"alpha2", " 1/s", 0, true, 1e5, [](Material& m) -> double& { return m.damping.mass_rate; }},
    {"restitution", "", 0, true, 1, [](Material& m) -> double& { return m.restitution; }},
};
constexpr std::size_t kNeeded = 3;  // the first three make a solid

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string plain(std::string_view text) {
  std::string word(text);
  for (char& c : word) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_' || c == '-') c = ' ';
  }
  return word;
}

// What the user typed, short and without control characters.
std::string shown(std::string_view text) {
  std::string word(text.substr(0, 40));
  for (char& c : word)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  return text.size() > 40 ? word + "..." : word;
}

Material named(std::string_view name) {
  std::vector<std::string> words;
  for (const KnownMaterial& known : materials()) {
    if (plain(known.material.name) == plain(name)) return known.material;
    words.push_back(plain(known.material.name));
  }
  const std::string near = near_word(plain(name), words);
  std::string all;
  for (const KnownMaterial& known : materials()) all += (all.empty() ? "" : ", ") + known.material.name;
  throw InputError(
      fmt::format("there is no material \"{}\"{}; there are {}, or give values: E=45e9,nu=0.2,density=2300",
                  shown(name), near.empty() ? "" : " (did you mean " + near + "?)", all));
}

const Value& value_named(std::string_view name) {
  std::vector<std::string> words;
  for (const Value& value : kValues) {
    if (plain(value.name) == plain(name)) return value;
    words.emplace_back(value.name);
  }
  throw InputError(fmt::format("a material has no value \"{}\"{}; it has {}", shown(name), did_you_mean(name, words),
                               fmt::join(words, ", ")));
}

double number_in(const Value& value, std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    throw InputError(
        fmt::format("the material's {} is \"{}\"; it needs a number like 2300 or 45e9", value.name, shown(text)));
  if (number < value.low || (number == value.low && !value.low_is_fine))
    throw InputError(fmt::format("the material's {} is {}{}; it must be {} {}", value.name, number, value.unit,
                                 value.low_is_fine ? "at least" : "above", value.low));
  if (number > value.at_most)
    throw InputError(
        fmt::format("the material's {} is {}{}; it must be at most {}", value.name, number, value.unit, value.at_most));
  return number;
}

}  // namespace

bool is_same_name(std::string_view a, std::string_view b) { return plain(a) == plain(b); }

Material parse_material(std::string_view text) {
  Material material{kOwnName, 0, 0, 0, {Finish::plaster, {}}, {.mass_rate = 0.5, .loss_factor = 1e-3}, 0.7};
  std::vector<const Value*> given;
  bool is_named = false;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    const std::string_view item = trimmed(text.substr(from, comma - from));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      if (from > 0) throw InputError(fmt::format("\"{}\" in the material is no value; write name=number", shown(item)));
      material = named(item);
      is_named = true;
    } else {
      const Value& value = value_named(trimmed(item.substr(0, equals)));
      if (std::ranges::find(given, &value) != given.end())
        throw InputError(fmt::format("the material's {} is given twice; leave one out", value.name));
      value.in(material) = number_in(value, trimmed(item.substr(equals + 1)));
      given.push_back(&value);
    }
    from = comma + 1;
  }
  for (std::size_t i = 0; i < kNeeded && !is_named; ++i)
    if (std::ranges::find(given, &kValues[i]) == given.end())
      throw InputError(
          fmt::format("the material has no {}; give E, nu and density, or begin with a name", kValues[i].name));
  if (!given.empty()) material.name = kOwnName;
  return material;
}

}  // namespace resound
