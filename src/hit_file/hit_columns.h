#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resound {

// What a hit file may say, under these names (upper or lower case, in any order). The first five are needed, and one of
// speed and impulse.
enum class HitColumn {
  t,
  object,
  x,
  y,
  z,
  speed,
  impulse,
  nx,
  ny,
  nz,
  other_material,
  other_mass,
  other_radius,
  px,
  py,
  pz,
  qw,
  qx,
  qy,
  qz
};
inline constexpr std::size_t kHitColumns = 20;

std::string_view name_of(HitColumn column);
std::optional<HitColumn> find_hit_column(std::string_view name);  // "time" is "t"

// What the fields of one line hold: text for the two names, a number for the rest.
using HitFields = std::array<std::string, kHitColumns>;

// Which columns a file has.
class HitColumns {
 public:
  bool has(HitColumn column) const { return has_[static_cast<std::size_t>(column)]; }
  void add(HitColumn column) { has_[static_cast<std::size_t>(column)] = true; }
  std::vector<std::string> missing() const;  // of those that are needed; "speed or impulse" is one

  // What will be derived for want of a column, and from what: one sentence each, for the user.
  std::vector<std::string> derived() const;

  std::vector<std::string> unknown;  // names that are none of ours; their fields are not read

 private:
  std::array<bool, kHitColumns> has_{};
};

}  // namespace resound
