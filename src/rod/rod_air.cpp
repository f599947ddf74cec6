#include "rod/rod_air.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rod/rod_air.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void PullAir(const RodAirRows& rows, double part, const double* accelerations, double* to) {
  using Tag = hn::CappedTag<double, 8>;
  using V = hn::Vec<Tag>;
  constexpr std::size_t kWidth = hn::MaxLanes(Tag());
  const std::size_t row = rows.row;
  const V now = hn::Set(Tag(), part);
  for (std::size_t i = 0; i < row; i += kWidth) {
    const auto air = [&](std::size_t entry) HWY_ATTR {
      const std::size_t at = entry * row + i;
      return hn::MulAdd(now, hn::LoadU(Tag(), rows.change + at), hn::LoadU(Tag(), rows.air + at));
    };
    const V ax = hn::LoadU(Tag(), accelerations + i), ay = hn::LoadU(Tag(), accelerations + row + i);
    const V az = hn::LoadU(Tag(), accelerations + 2 * row + i);
    const V xx = air(0), yy = air(1), zz = air(2), xy = air(3), xz = air(4), yz = air(5);
    hn::StoreU(hn::MulAdd(xz, az, hn::MulAdd(xy, ay, hn::Mul(xx, ax))), Tag(), to + i);
    hn::StoreU(hn::MulAdd(yz, az, hn::MulAdd(yy, ay, hn::Mul(xy, ax))), Tag(), to + row + i);
    hn::StoreU(hn::MulAdd(zz, az, hn::MulAdd(yz, ay, hn::Mul(xz, ax))), Tag(), to + 2 * row + i);
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(PullAir);

void pull_air(const RodAirRows& rows, double part, const double* accelerations, double* to) {
  HWY_DYNAMIC_DISPATCH(PullAir)(rows, part, accelerations, to);
}

}  // namespace resound
#endif
