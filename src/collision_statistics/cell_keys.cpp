#include "collision_statistics/cell_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "base/error.h"

namespace resound {
namespace {

std::uint64_t code_of(const std::string& first, const std::string& second) {  // FNV-1a
  std::uint64_t code = 0xcbf29ce484222325u;
  for (const std::string* name : {&first, &second}) {
    for (const char letter : *name) code = (code ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    code = (code ^ 0xff) * 0x100000001b3u;
  }
  return code;
}

}  // namespace

CellKeys::CellKeys(double cell, ListedObjects objects) : cell_(cell), objects_(std::move(objects)) {
  assert(cell > 0);
  pair_table_.resize(objects_.names.size() * objects_.names.size(), -1);
}

std::uint32_t CellKeys::add_pair(std::int32_t first, std::int32_t second) {
  if (pairs_.size() >> kPairBits)
    throw LimitError(
        fmt::format("the list has more than {} pairs of objects that meet; resample parts of it", 1 << kPairBits));
  const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
  const bool is_on_solid = objects_.is_solid[a] || objects_.is_solid[b];
  const double edge = is_on_solid ? cell_ / kFinerOnSolids : cell_;
  const auto number = static_cast<std::uint32_t>(pairs_.size());
  pairs_.push_back({first, second, code_of(objects_.names[a], objects_.names[b]), is_on_solid, edge, 1 / edge});
  pair_table_[place_of(first, second)] = static_cast<std::int32_t>(number);
  return number;
}

void CellKeys::throw_too_far(const ListedCollision& c, double edge) {
  throw InputError(
      fmt::format("a collision at {} s lies {} m away from the origin; cells of {} m reach to {} m: make them larger",
                  c.time, length(c.place), edge, static_cast<double>(kHalfGrid) * edge));
}

Vec3 CellKeys::corner(std::uint64_t key) const {
  const double edge = pairs_[pair_of(key)].edge;
  const auto along = [key, edge](int axis) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << kCellBits) - 1;
    const auto number = static_cast<std::int64_t>(key >> (kPairBits + axis * kCellBits) & kMask) - kHalfGrid;
    return static_cast<double>(number) * edge;
  };
  return {along(0), along(1), along(2)};
}

std::vector<std::int32_t> CellKeys::met() const {
  std::vector<std::int32_t> met;
  for (const Pair& pair : pairs_) met.push_back(pair.first), met.push_back(pair.second);
  return met;
}

void CellKeys::meet(const std::vector<std::int32_t>& met) {
  pairs_.clear();
  std::ranges::fill(pair_table_, -1);
  for (std::size_t i = 0; i + 1 < met.size(); i += 2) add_pair(met[i], met[i + 1]);
}

}  // namespace resound
