#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "collision_file/listed_collision.h"

// The binary list, little-endian:
//
//   "RESOUND COLLISIONS 1\n"   magic
//   uint32                     how many names
//   names, each                uint32 length, bytes
//   records of 48 bytes        until the end of the file
namespace resound {

inline constexpr std::string_view kListMagic = "RESOUND COLLISIONS 1\n";
inline constexpr std::uint32_t kMostNames = 65'535;
inline constexpr std::uint32_t kLongestName = 256;  // [bytes]

struct ListRecord {
  double time;
  std::array<float, 3> place;
  std::array<float, 3> normal;
  float speed;
  std::int32_t first, second;
  std::uint16_t first_object, second_object;
};
static_assert(sizeof(ListRecord) == 48);

ListRecord packed(const ListedCollision& collision);
ListedCollision unpacked(const ListRecord& record);

}  // namespace resound
