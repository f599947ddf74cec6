#include "hit_file/hit_columns.h"

#include <algorithm>

namespace resound {
namespace {

constexpr std::string_view kNames[kHitColumns] = {
    "t",          "object",       "x",  "y",  "z",  "speed", "impulse", "nx", "ny", "nz", "other_material",
    "other_mass", "other_radius", "px", "py", "pz", "qw",    "qx",      "qy", "qz"};

bool has_all(const HitColumns& columns, std::initializer_list<HitColumn> wanted) {
  return std::ranges::all_of(wanted, [&](HitColumn column) { return columns.has(column); });
}

}  // namespace

std::string_view name_of(HitColumn column) { return kNames[static_cast<std::size_t>(column)]; }

std::optional<HitColumn> find_hit_column(std::string_view name) {
  std::string low(name);
  for (char& c : low)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (low == "time") low = "t";
  const auto found = std::ranges::find(kNames, std::string_view(low));
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<HitColumn>(found - std::begin(kNames));
}

std::vector<std::string> HitColumns::missing() const {
  std::vector<std::string> names;
  for (const HitColumn column : {HitColumn::t, HitColumn::object, HitColumn::x, HitColumn::y, HitColumn::z})
    if (!has(column)) names.emplace_back(name_of(column));
  if (!has(HitColumn::speed) && !has(HitColumn::impulse)) names.emplace_back("speed or impulse");
  return names;
}

std::vector<std::string> HitColumns::derived() const {
  using enum HitColumn;
  std::vector<std::string> sentences;
  if (!has_all(*this, {nx, ny, nz}))
    sentences.emplace_back("nx, ny, nz: from the surface of the object nearest to x, y, z");
  if (!has(impulse)) sentences.emplace_back("impulse: from speed, both masses and restitution");
  if (!has(speed))
    sentences.emplace_back("speed: from impulse, both masses and restitution; it sets the length of the contact");
  if (!has(other_material))
    sentences.emplace_back("other_material: the tip of the list (wood unless [[hits]] says otherwise)");
  if (!has(other_mass)) sentences.emplace_back("other_mass: that of the list (20 g unless [[hits]] says otherwise)");
  if (!has(other_radius))
    sentences.emplace_back("other_radius: that of the list (10 mm unless [[hits]] says otherwise)");
  if (!has_all(*this, {px, py, pz, qw, qx, qy, qz}))
    sentences.emplace_back("px … qz: each object stays where the object file puts it");
  return sentences;
}

}  // namespace resound
