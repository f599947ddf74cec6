#include "grain/near_kernel.h"

#include <bit>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grain/near_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// What they have in common; columns can be read by eight beyond their end.
struct NearColumns {
  const double *x, *y, *z;  // [m]
  double period;            // [m]
};

template <bool kPeriodic>
HWY_INLINE int* find_in(const NearColumns& columns, const Vec3& place, double reach,
                        std::span<const BallCells::Stretch> stretches, int* found) {
  const hn::CappedTag<double, 8> d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const auto x = hn::Set(d, place.x), y = hn::Set(d, place.y), z = hn::Set(d, place.z),
             limit = hn::Set(d, reach * reach);
  const auto period = hn::Set(d, columns.period), inverse = hn::Set(d, kPeriodic ? 1 / columns.period : 0);
  const auto nearest = [&](auto way) HWY_ATTR {
    return kPeriodic ? hn::NegMulAdd(period, hn::Round(hn::Mul(way, inverse)), way) : way;
  };
  for (const BallCells::Stretch& stretch : stretches)
    for (int k = stretch.begin; k < stretch.end; k += lanes) {
      const auto dx = nearest(hn::Sub(hn::LoadU(d, columns.x + k), x));
      const auto dy = nearest(hn::Sub(hn::LoadU(d, columns.y + k), y));
      const auto dz = nearest(hn::Sub(hn::LoadU(d, columns.z + k), z));
      const auto is_near = hn::Le(hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz))), limit);
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, is_near, bytes);
      unsigned bits = bytes[0];
      if (k + lanes > stretch.end) bits &= (1u << (stretch.end - k)) - 1;
      for (; bits != 0; bits &= bits - 1) *found++ = k + std::countr_zero(bits);
    }
  return found;
}

int* FindNear(const double* const* columns, double period, const Vec3& place, double reach,
              std::span<const BallCells::Stretch> stretches, int* found) {
  const NearColumns of{columns[0], columns[1], columns[2], period};
  return period > 0 ? find_in<true>(of, place, reach, stretches, found)
                    : find_in<false>(of, place, reach, stretches, found);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {
namespace {

constexpr std::size_t kMostLanes = 8;
constexpr double kSurely = 1 + 1e-12;  // [1]  however sums are rounded

}  // namespace

HWY_EXPORT(FindNear);

NearPlaces::NearPlaces(std::span<const Vec3> places, const BallCells& cells, double period) : period_(period) {
  for (std::vector<double>* column : {&x_, &y_, &z_}) column->reserve(places.size() + kMostLanes);
  for (const int i : cells.in_order()) {
    const Vec3& place = places[static_cast<std::size_t>(i)];
    x_.push_back(place.x);
    y_.push_back(place.y);
    z_.push_back(place.z);
  }
  for (std::vector<double>* column : {&x_, &y_, &z_}) column->resize(places.size() + kMostLanes);
}

std::span<const int> NearPlaces::find(const Vec3& place, double reach, std::span<const BallCells::Stretch> stretches,
                                      std::vector<int>& room) const {
  std::size_t most = 0;
  for (const BallCells::Stretch& s : stretches) most += static_cast<std::size_t>(s.end - s.begin);
  if (room.size() < most) room.resize(most);
  const double* columns[] = {x_.data(), y_.data(), z_.data()};
  int* end = HWY_DYNAMIC_DISPATCH(FindNear)(columns, period_, place, kSurely * reach, stretches, room.data());
  return {room.data(), end};
}

}  // namespace resound
#endif
