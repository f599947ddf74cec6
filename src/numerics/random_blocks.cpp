#include "numerics/random_blocks.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "numerics/philox.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "numerics/random_blocks.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void FillBlocks(const RandomBlocks& stream, std::uint32_t first, std::uint64_t* even, std::uint64_t* odd,
                std::size_t count) {
  const std::uint32_t key[2] = {static_cast<std::uint32_t>(stream.seed), static_cast<std::uint32_t>(stream.seed >> 32)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t counter[4] = {first + static_cast<std::uint32_t>(i), stream.object,
                                      static_cast<std::uint32_t>(stream.event),
                                      static_cast<std::uint32_t>(stream.event >> 32)};
    std::uint32_t block[4];
    philox(counter, key, block);
    even[i] = std::uint64_t{block[1]} << 32 | block[0];
    odd[i] = std::uint64_t{block[3]} << 32 | block[2];
  }
}

#else

// Philox as in philox.h; each 32-bit word has a lane of 64 bits, which its products fill.
template <class D, class V = hn::Vec<D> >
HWY_INLINE void PhiloxLanes(D d, const RandomBlocks& stream, std::uint32_t first, std::uint64_t* even,
                            std::uint64_t* odd) {
  const hn::Repartition<std::uint32_t, D> words;
  const auto product = [&](V a, V b) { return hn::MulEven(hn::BitCast(words, a), hn::BitCast(words, b)); };
  const V low = hn::Set(d, 0xffffffffu), m0 = hn::Set(d, 0xD2511F53u), m1 = hn::Set(d, 0xCD9E8D57u);
  V c0 = hn::And(hn::Add(hn::Iota(d, 0), hn::Set(d, std::uint64_t{first})), low), c1 = hn::Set(d, stream.object);
  V c2 = hn::Set(d, stream.event & 0xffffffffu), c3 = hn::Set(d, stream.event >> 32);
  auto k0 = static_cast<std::uint32_t>(stream.seed), k1 = static_cast<std::uint32_t>(stream.seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const V p0 = product(m0, c0), p1 = product(m1, c2);
    c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(p1), c1), hn::Set(d, std::uint64_t{k0}));
    c1 = hn::And(p1, low);
    c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(p0), c3), hn::Set(d, std::uint64_t{k1}));
    c3 = hn::And(p0, low);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  hn::StoreU(hn::Or(hn::ShiftLeft<32>(c1), c0), d, even);
  hn::StoreU(hn::Or(hn::ShiftLeft<32>(c3), c2), d, odd);
}

void FillBlocks(const RandomBlocks& stream, std::uint32_t first, std::uint64_t* even, std::uint64_t* odd,
                std::size_t count) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    PhiloxLanes(d, stream, first + static_cast<std::uint32_t>(i), even + i, odd + i);
  if (i == count) return;
  std::array<std::uint64_t, hn::MaxLanes(d)> last_even, last_odd;
  PhiloxLanes(d, stream, first + static_cast<std::uint32_t>(i), last_even.data(), last_odd.data());
  std::copy_n(last_even.begin(), count - i, even + i);
  std::copy_n(last_odd.begin(), count - i, odd + i);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FillBlocks);

void RandomBlocks::fill(std::uint32_t first, std::span<std::uint64_t> even, std::span<std::uint64_t> odd) const {
  assert(even.size() == odd.size());
  HWY_DYNAMIC_DISPATCH(FillBlocks)(*this, first, even.data(), odd.data(), even.size());
}

}  // namespace resound
#endif
