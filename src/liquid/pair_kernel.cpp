#include "liquid/pair_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "liquid/pair_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "liquid/row_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace {

// 1 / (1 + e) of a small e.
HWY_INLINE V volume(V e) {
  const V one = number(1);
  return hn::NegMulAdd(e, hn::NegMulAdd(e, hn::Sub(one, e), one), one);
}

constexpr std::size_t kLiquidStep = sizeof(LiquidRow) / kListed, kWallStep = sizeof(PlaceRow);

HWY_INLINE V4 places_at(const PairBlock& block, const std::uint32_t* at) {
  return load_rows<kLiquidStep>(numbers_of(&block.liquid->place), at);
}
HWY_INLINE V4 motions_at(const PairBlock& block, const std::uint32_t* at) {
  return load_rows<kLiquidStep>(numbers_of(&block.liquid->motion), at);
}

HWY_INLINE VI4 no_sums() { return {hn::Zero(I()), hn::Zero(I()), hn::Zero(I()), hn::Zero(I())}; }

HWY_INLINE void add_along(V x, V y, V z, V by, VI4& sum) {
  sum.x = hn::Add(sum.x, whole(hn::Mul(by, x)));
  sum.y = hn::Add(sum.y, whole(hn::Mul(by, y)));
  sum.z = hn::Add(sum.z, whole(hn::Mul(by, z)));
}

// Wall particles; those that are not felt have no share.
struct WallPair {
  HWY_INLINE WallPair(const Own& own, const WallRows& walls, const std::uint32_t* at)
      : place(load_rows<kWallStep>(numbers_of(walls.place), at)), way(own, place) {
    const V4 side = load_rows<kWallStep>(numbers_of(walls.side), at);
    share = hn::IfThenElseZero(hn::Lt(way.dot(side.x, side.y, side.z), number(-1)), side.w);
  }
  V4 place;
  Way way;
  V share;
};

// What is known of the pairs of a row before their weights are, some at a time. Loads, turns and differences in one
// loop, roots and sums in the next: each chain of instructions is short enough for several groups to be under way.
struct Pairs {
  static constexpr std::size_t kMost = 128;
  HWY_ALIGN float x[kMost], y[kMost], z[kMost], square[kMost];  // [units], [units^2]  as in Way
  HWY_ALIGN float parting[kMost];                               // (v' - v).r
  HWY_ALIGN float pressing[kMost];                              // - (P + P'), scaled
  HWY_ALIGN float flowing[kMost];                               // what the density gains, by t^3
};

template <bool looks_around>
struct RowSums {
  HWY_INLINE RowSums(const LiquidRow& self, const PairNumbers& numbers, const PairScale& scale)
      : n(numbers),
        own(self.place),
        vx(number(self.motion.x)),
        vy(number(self.motion.y)),
        vz(number(self.motion.z)),
        density(number(scale.rate * n.unit * (1 + self.motion.excess))),
        spread(number(scale.rate * n.spread)),
        own_spread(number(scale.rate * n.spread * std::max(0.0F, self.motion.excess))),
        viscous(number(scale.push * n.viscous)),
        factor(number(-scale.push)),
        own_pressing(number(-scale.push * self.place.pressure)) {}

  HWY_INLINE V parting(const Way& way, const V4& motion) const {
    return way.dot(hn::Sub(motion.x, vx), hn::Sub(motion.y, vy), hn::Sub(motion.z, vz));
  }
  // The factor is a power of two: seen from either side this is the same to the last bit.
  HWY_INLINE V pressing(V pressure) const { return hn::MulAdd(factor, pressure, own_pressing); }
  HWY_INLINE V flowing(V parting, V excess) const {
    const V spreading = hn::NegMulAdd(spread, hn::Max(hn::Zero(F()), excess), own_spread);
    return hn::Mul(volume(excess), hn::MulAdd(density, parting, spreading));
  }

  HWY_INLINE void prepare(const PairBlock& block, const std::uint32_t* at, std::size_t lanes, Pairs& pairs) const {
    for (std::size_t k = 0; k < lanes; k += kLanes) {
      const V4 place = places_at(block, at + k), motion = motions_at(block, at + k);
      const Way way(own, place);
      const V part = parting(way, motion);
      hn::Store(way.x, F(), pairs.x + k), hn::Store(way.y, F(), pairs.y + k), hn::Store(way.z, F(), pairs.z + k);
      hn::Store(way.square, F(), pairs.square + k), hn::Store(part, F(), pairs.parting + k);
      hn::Store(pressing(place.w), F(), pairs.pressing + k);
      hn::Store(flowing(part, motion.w), F(), pairs.flowing + k);
    }
  }

  HWY_INLINE void add_liquid(const Pairs& pairs, std::size_t lanes) {
    const V zero = hn::Zero(F()), softening = number(n.softening);
    for (std::size_t k = 0; k < lanes; k += kLanes) {
      const V square = hn::Load(F(), pairs.square + k), t = closeness(square, n), t3 = cubed(t);
      const V slowing = hn::Div(hn::Min(zero, hn::Load(F(), pairs.parting + k)), hn::Add(square, softening));
      const V pressed_and_slowed = hn::MulAdd(viscous, slowing, hn::Load(F(), pairs.pressing + k));
      const V x = hn::Load(F(), pairs.x + k), y = hn::Load(F(), pairs.y + k), z = hn::Load(F(), pairs.z + k);
      add(x, y, z, t, t3, pressed_and_slowed, hn::Load(F(), pairs.flowing + k));
      push.w = hn::Sub(push.w, hn::VecFromMask(I(), hn::RebindMask(I(), hn::Gt(t, zero))));
    }
  }

  HWY_INLINE void add_walls(const WallRows& walls, const std::uint32_t* at) {
    const WallPair pair(own, walls, at);
    const V4 motion = load_rows<kWallStep>(numbers_of(walls.motion), at);
    const V t = closeness(pair.way.square, n), t3 = hn::Mul(cubed(t), pair.share);
    add(pair.way.x, pair.way.y, pair.way.z, t, t3, pressing(pair.place.w),
        flowing(parting(pair.way, motion), motion.w));
  }

  HWY_INLINE void add(V x, V y, V z, V t, V t3, V pressing, V flowing) {
    add_along(x, y, z, hn::Mul(t3, pressing), push);
    rate = hn::Add(rate, whole(hn::Mul(t3, flowing)));
    if constexpr (looks_around) {
      const V share = hn::Mul(number(PairScale::kAround), t3);
      add_along(x, y, z, hn::Mul(share, number(n.half_per_unit)), around);
      around.w = hn::Add(around.w, whole(hn::Mul(hn::Mul(share, t), hn::NegMulAdd(number(4), t, number(5)))));
    }
  }

  const PairNumbers& n;
  Own own;
  V vx, vy, vz, density, spread, own_spread, viscous, factor, own_pressing;
  VI4 push = no_sums(), around = no_sums();
  VI rate = hn::Zero(I());
};

template <bool looks_around>
HWY_INLINE void Sum(const PairBlock& block, const PairNumbers& n, const PairScale& scale, PairSums* sums,
                    FourSums* around) {
  Pairs pairs;
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    RowSums<looks_around> sum(block.liquid[row], n, scale);
    const std::uint32_t* end = block.near.end(k);
    for (const std::uint32_t* at = block.near.begin(k); at < end; at += Pairs::kMost) {
      const std::size_t lanes = std::min(Pairs::kMost, static_cast<std::size_t>(end - at));
      sum.prepare(block, at, lanes, pairs);
      sum.add_liquid(pairs, lanes);
    }
    for (const std::uint32_t* at = block.near_walls.begin(k); at < block.near_walls.end(k); at += kLanes)
      sum.add_walls(block.walls, at);
    store_total(sum.push, &sums[k].push.x);
    sums[k].rate = hn::GetLane(hn::SumOfLanes(I(), sum.rate));
    if constexpr (looks_around) store_total(sum.around, &around[k].x);
  }
}

void SumPairs(const PairBlock& block, const PairNumbers& n, const PairScale& scale, PairSums* sums, FourSums* around) {
  if (around)
    Sum<true>(block, n, scale, sums, around);
  else
    Sum<false>(block, n, scale, sums, around);
}

template <std::size_t step>
HWY_INLINE void keep_near(const PairBlock& block, const PairBlock::Lists& lists, const PlaceRow* places, float reach,
                          std::uint32_t nowhere, NearLists::Lists<std::uint32_t> shorter) {
  const V reach2 = number(reach * reach);
  std::size_t count = 0;
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    const Own own(block.liquid[row].place);
    for (const std::uint32_t* at = lists.begin(k); at < lists.end(k); at += kLanes) {
      const Way way(own, load_rows<step>(numbers_of(places), at));
      const Chosen chosen(hn::Lt(way.square, reach2));
      chosen.store(hn::LoadU(U(), at), shorter.others + count);
      count += chosen.count;
    }
    hn::StoreU(hn::Set(U(), nowhere), U(), shorter.others + count);
    count = (count + kLanes - 1) / kLanes * kLanes;
    shorter.ends[k] = static_cast<std::uint32_t>(count);
  }
}

void Shorten(const PairBlock& block, float reach, std::uint32_t nowhere, NearLists::Lists<std::uint32_t> shorter) {
  keep_near<kLiquidStep>(block, block.near, &block.liquid->place, reach, nowhere, shorter);
}

void ShortenWalls(const PairBlock& block, float reach, std::uint32_t nowhere, NearLists::Lists<std::uint32_t> shorter) {
  keep_near<kWallStep>(block, block.near_walls, block.walls.place, reach, nowhere, shorter);
}

}  // namespace
}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(SumPairs);
HWY_EXPORT(Shorten);
HWY_EXPORT(ShortenWalls);

void sum_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, PairSums* sums,
               FourSums* around) {
  HWY_DYNAMIC_DISPATCH(SumPairs)(block, numbers, scale, sums, around);
}
void shorten_lists(const PairBlock& block, float reach, std::uint32_t nowhere,
                   NearLists::Lists<std::uint32_t> shorter) {
  HWY_DYNAMIC_DISPATCH(Shorten)(block, reach, nowhere, shorter);
}
void shorten_wall_lists(const PairBlock& block, float reach, std::uint32_t nowhere,
                        NearLists::Lists<std::uint32_t> shorter) {
  HWY_DYNAMIC_DISPATCH(ShortenWalls)(block, reach, nowhere, shorter);
}

}  // namespace resound
#endif
