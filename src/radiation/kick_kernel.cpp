#include "radiation/kick_kernel.h"

#include <array>
#include <cmath>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "radiation/kick_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, KickFilters::kTerms>;

void SpreadKicks(const KickFilters& filters, const KickDot* dots, std::size_t count, const KickShape* shapes,
                 const KickRing& ring) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN std::array<float, KickFilters::kTerms> taps;
  for (std::size_t i = 0; i < count; ++i) {
    const KickDot& dot = dots[i];
    auto whole = static_cast<std::int64_t>(dot.at);
    whole -= dot.at < static_cast<double>(whole) ? 1 : 0;
    const double phase = (dot.at - static_cast<double>(whole)) * KickFilters::kPhases;
    const int low = static_cast<int>(phase);
    const auto blend = hn::Set(d, static_cast<float>(phase - low));
    const float* table = filters.spread_row(low);
    for (std::size_t lane = 0; lane < KickFilters::kTerms; lane += lanes) {
      const auto a = hn::LoadU(d, table + lane), b = hn::LoadU(d, table + KickFilters::kTerms + lane);
      hn::Store(hn::MulAdd(blend, hn::Sub(b, a), a), d, taps.data() + lane);
    }
    const float* shape = shapes[dot.shape].padded.data();
    const auto near = hn::Set(d, dot.near), far = hn::Set(d, dot.far);
    const std::size_t first = static_cast<std::size_t>(whole - 2) & ring.mask;
    const bool wraps = first + KickFilters::kSpread > ring.mask + 1;
    for (std::size_t lane = 0; lane < KickFilters::kTerms; lane += lanes) {
      const auto weight = hn::MulAdd(far, hn::LoadU(d, shape + lane), hn::Mul(near, hn::LoadU(d, shape + 1 + lane)));
      const auto add = [&](std::size_t j, std::size_t at) HWY_ATTR {
        float* row = ring.rows + at * KickFilters::kTerms + lane;
        hn::StoreU(hn::MulAdd(hn::Set(d, taps[j]), weight, hn::LoadU(d, row)), d, row);
      };
      static_assert(KickFilters::kSpread == 6, "six rows are written out below");
      if (HWY_LIKELY(!wraps)) {
        add(0, first), add(1, first + 1), add(2, first + 2), add(3, first + 3), add(4, first + 4), add(5, first + 5);
      } else {
        for (std::size_t j = 0; j < KickFilters::kSpread; ++j) add(j, (first + j) & ring.mask);
      }
    }
  }
}

// Four samples at a time share each row of taps.
template <int Samples>
HWY_INLINE void some_samples(const float* taps, const float* rows, double* pressure) {
  const Tag d;
  constexpr std::size_t kTerms = KickFilters::kTerms, kStep = KickFilters::kRowsPerSample * kTerms;
  HWY_ALIGN std::array<float, 4 * kTerms> sums;
  for (std::size_t lane = 0; lane < kTerms; lane += hn::Lanes(d)) {
    auto s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
    for (std::size_t j = 0; j < KickFilters::kTaps; ++j) {
      const auto tap = hn::LoadU(d, taps + j * kTerms + lane);
      const float* row = rows + j * kTerms + lane;
      s0 = hn::MulAdd(tap, hn::LoadU(d, row), s0);
      if constexpr (Samples == 4) {
        s1 = hn::MulAdd(tap, hn::LoadU(d, row + kStep), s1);
        s2 = hn::MulAdd(tap, hn::LoadU(d, row + 2 * kStep), s2);
        s3 = hn::MulAdd(tap, hn::LoadU(d, row + 3 * kStep), s3);
      }
    }
    hn::Store(s0, d, sums.data() + lane);
    hn::Store(s1, d, sums.data() + kTerms + lane);
    hn::Store(s2, d, sums.data() + 2 * kTerms + lane);
    hn::Store(s3, d, sums.data() + 3 * kTerms + lane);
  }
  for (std::size_t i = 0; i < Samples; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < kTerms; ++k) sum += static_cast<double>(sums[i * kTerms + k]);
    pressure[i] += sum;
  }
}

void AddKickPressure(const float* taps, const float* rows, double* pressure, std::size_t count) {
  constexpr std::size_t kStep = KickFilters::kRowsPerSample * KickFilters::kTerms;
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) some_samples<4>(taps, rows + i * kStep, pressure + i);
  for (; i < count; ++i) some_samples<1>(taps, rows + i * kStep, pressure + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(SpreadKicks);
HWY_EXPORT(AddKickPressure);

void spread_kicks(const KickFilters& filters, std::span<const KickDot> dots, const KickShape* shapes,
                  const KickRing& ring) {
  HWY_DYNAMIC_DISPATCH(SpreadKicks)(filters, dots.data(), dots.size(), shapes, ring);
}

void add_kick_pressure(const KickFilters& filters, const float* rows, std::span<double> pressure) {
  HWY_DYNAMIC_DISPATCH(AddKickPressure)(filters.taps(), rows, pressure.data(), pressure.size());
}

}  // namespace resound
#endif
