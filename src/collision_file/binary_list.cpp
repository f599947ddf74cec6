#include "collision_file/binary_list.h"

namespace resound {
namespace {

std::array<float, 3> narrow(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
Vec3 widen(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

ListRecord packed(const ListedCollision& c) {
  return {c.time,
          narrow(c.place),
          narrow(c.normal),
          static_cast<float>(c.speed),
          c.first,
          c.second,
          static_cast<std::uint16_t>(c.first_object),
          static_cast<std::uint16_t>(c.second_object)};
}

ListedCollision unpacked(const ListRecord& r) {
  return {r.time, widen(r.place), widen(r.normal), r.speed, r.first, r.second, r.first_object, r.second_object};
}

}  // namespace resound
