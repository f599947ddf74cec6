#include "motion/solid/skin_travel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motion/solid/skin_travel.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One vector of channels on their way.
template <class D>
struct Walk {
  hn::Vec<D> way, last, sum;  // [m], [m/s], [m]  of the ways so far
  HWY_INLINE void go_on(D d, double half_sample, hn::Vec<D> v) {
    way = hn::MulAdd(hn::Set(d, half_sample), hn::Add(last, v), way);
    last = v;
    sum = hn::Add(sum, way);
  }
  HWY_INLINE void store(D d, const SkinTravel& rows, std::size_t channel) const {
    hn::StoreU(way, d, rows.way + channel);
    hn::StoreU(last, d, rows.last + channel);
    hn::StoreU(sum, d, rows.mean + channel);
  }
};

#if HWY_TARGET != HWY_SCALAR
using Four = hn::CappedTag<float, 4>;
using Two = hn::Half<Four>;
using WideTwo = hn::Rebind<double, Two>;

// Four samples of four channels, turned about: the k-th channel goes to `to` + k * stride.
HWY_INLINE void store_turned(const hn::Vec<Four> (&rows)[4], float* to, std::size_t stride) {
  const Four d;
  const hn::RepartitionToWide<Four> pairs;
  const auto join = [&](hn::Vec<Four> a, hn::Vec<Four> b, float* even, float* odd) HWY_ATTR {
    const auto low = hn::BitCast(pairs, a), high = hn::BitCast(pairs, b);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, low, high)), d, even);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, low, high)), d, odd);
  };
  join(hn::InterleaveLower(d, rows[0], rows[1]), hn::InterleaveLower(d, rows[2], rows[3]), to, to + stride);
  join(hn::InterleaveUpper(d, rows[0], rows[1]), hn::InterleaveUpper(d, rows[2], rows[3]), to + 2 * stride,
       to + 3 * stride);
}

// As many whole fours of samples as there are, of four channels; returns where they end.
HWY_INLINE std::size_t sum_four(const SkinTravel& rows, std::size_t channel) {
  const Four d;
  const Two half;
  const WideTwo wide;
  Walk<WideTwo> low{hn::Zero(wide), hn::LoadU(wide, rows.last + channel), hn::Zero(wide)};
  Walk<WideTwo> high{hn::Zero(wide), hn::LoadU(wide, rows.last + channel + 2), hn::Zero(wide)};
  std::size_t i = 0;
  for (; i + 4 <= rows.samples; i += 4) {
    hn::Vec<Four> velocity[4], travel[4];
    for (std::size_t k = 0; k < 4; ++k) {
      const auto v = velocity[k] = hn::LoadU(d, rows.frames + (i + k) * rows.channels + channel);
      low.go_on(wide, rows.sample / 2, hn::PromoteTo(wide, hn::LowerHalf(half, v)));
      high.go_on(wide, rows.sample / 2, hn::PromoteTo(wide, hn::UpperHalf(half, v)));
      travel[k] = hn::Combine(d, hn::DemoteTo(half, high.way), hn::DemoteTo(half, low.way));
    }
    store_turned(velocity, rows.velocity + channel * rows.samples + i, rows.samples);
    store_turned(travel, rows.travel + channel * rows.samples + i, rows.samples);
  }
  low.store(wide, rows, channel), high.store(wide, rows, channel + 2);
  return i;
}
#endif

// The samples of one channel from `i` on, with the same fused arithmetic as four.
HWY_INLINE void sum_one(const SkinTravel& rows, std::size_t channel, std::size_t i) {
  using One = hn::CappedTag<double, 1>;
  const One d;
  Walk<One> walk{hn::LoadU(d, rows.way + channel), hn::LoadU(d, rows.last + channel),
                 hn::LoadU(d, rows.mean + channel)};
  float *velocity = rows.velocity + channel * rows.samples, *travel = rows.travel + channel * rows.samples;
  for (; i < rows.samples; ++i) {
    velocity[i] = rows.frames[i * rows.channels + channel];
    walk.go_on(d, rows.sample / 2, hn::Set(d, static_cast<double>(velocity[i])));
    travel[i] = static_cast<float>(hn::GetLane(walk.way));
  }
  walk.store(d, rows, channel);
}

void SumTravel(const SkinTravel& rows) {
  std::size_t channel = 0;
#if HWY_TARGET != HWY_SCALAR
  for (; channel + 4 <= rows.channels; channel += 4) {
    const std::size_t done = sum_four(rows, channel);
    for (std::size_t k = 0; done < rows.samples && k < 4; ++k) sum_one(rows, channel + k, done);
  }
#endif
  for (; channel < rows.channels; ++channel) {
    rows.way[channel] = rows.mean[channel] = 0;
    sum_one(rows, channel, 0);
  }
  for (channel = 0; channel < rows.channels; ++channel) rows.mean[channel] /= static_cast<double>(rows.samples);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(SumTravel);

void sum_travel(const SkinTravel& rows) { HWY_DYNAMIC_DISPATCH(SumTravel)(rows); }

}  // namespace resound
#endif
