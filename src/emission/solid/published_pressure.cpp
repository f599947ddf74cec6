#include "emission/solid/published_pressure.h"

#include <array>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "emission/solid/published_pressure.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 0 … 0 1 a a^2 … a^Lanes, with a = 1 - alpha: a vector that begins anywhere in it holds powers that follow each other.
template <std::size_t Lanes>
constexpr std::array<double, 2 * Lanes> powers() {
  std::array<double, 2 * Lanes> all{};
  double power = 1;
  for (std::size_t i = Lanes - 1; i < 2 * Lanes; ++i, power *= 1 - kPublishedBlock) all[i] = power;
  return all;
}

// y[n] = a y[n-1] + x[n], as many samples at once as a vector holds. Each is a sum over those before it and the last of
// the vector before, so that none waits for its neighbour:
//   y[k] = sum over j <= k of a^(k-j) x[j]  +  a^(k+1) last
// `x` in memory. `last`: of the vector before; then of this.
template <class D>
HWY_INLINE hn::Vec<D> go_on(D d, const double* x, double& last) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  static constexpr std::array<double, 2 * kLanes> kPowers = powers<kLanes>();
  const double* first = kPowers.data() + kLanes - 1;  // a^0
  auto sum = hn::Mul(hn::Set(d, x[0]), hn::LoadU(d, first));
  for (std::size_t j = 1; j < kLanes; ++j) sum = hn::MulAdd(hn::Set(d, x[j]), hn::LoadU(d, first - j), sum);
  const auto y = hn::MulAdd(hn::Set(d, last), hn::LoadU(d, first + 1), sum);
  const hn::CappedTag<double, 1> one;
  last = hn::GetLane(
      hn::MulAdd(hn::Set(one, last), hn::Set(one, kPowers.back()), hn::Set(one, hn::ExtractLane(sum, kLanes - 1))));
  return y;
}

// Samples from `i` on, as many at once as go in whole; returns where they end.
template <class D>
HWY_INLINE std::size_t fill_samples(D d, std::span<const double> speed, double impedance, double& last, std::size_t i,
                                    std::span<float> pressure) {
  const hn::Rebind<float, D> floats;
  HWY_ALIGN double changes[hn::MaxLanes(d)];
  for (; i + hn::Lanes(d) <= pressure.size(); i += hn::Lanes(d)) {
    const auto change = hn::Sub(hn::LoadU(d, speed.data() + i + 1), hn::LoadU(d, speed.data() + i));
    hn::Store(hn::Mul(hn::Set(d, impedance), change), d, changes);
    hn::StoreU(hn::DemoteTo(floats, go_on(d, changes, last)), floats, pressure.data() + i);
  }
  return i;
}

void FillPressure(std::span<const double> speed, double impedance, DcBlock& memory, std::span<float> pressure) {
  const std::size_t done = fill_samples(hn::ScalableTag<double>(), speed, impedance, memory.pressure, 0, pressure);
  fill_samples(hn::CappedTag<double, 1>(), speed, impedance, memory.pressure, done, pressure);
  memory.speed = speed.back();
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FillPressure);

void fill_published_pressure(std::span<const double> speed, double impedance, DcBlock& memory,
                             std::span<float> pressure) {
  assert(speed.size() == pressure.size() + 1);
  HWY_DYNAMIC_DISPATCH(FillPressure)(speed, impedance, memory, pressure);
}

}  // namespace resound
#endif
