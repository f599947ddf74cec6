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

HWY_INLINE void add(VI x, VI y, VI z, VI4& sum) {
  sum.x = hn::Add(sum.x, x), sum.y = hn::Add(sum.y, y), sum.z = hn::Add(sum.z, z);
}

// Runs `visit(eight or so neighbours)` for the list of a row, the k-th of its block.
template <class Visit>
HWY_INLINE void for_list(const PairBlock::Lists& lists, std::size_t k, const Visit& visit) {
  const std::uint32_t* end = lists.others + lists.ends[k];
  for (const std::uint32_t* at = lists.others + (k == 0 ? 0 : lists.ends[k - 1]); at < end; at += kLanes) visit(at);
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

template <bool looks_around>
HWY_INLINE void Sum(const PairBlock& block, const PairNumbers& n, const PairScale& scale, PairSums* sums,
                    FourSums* around) {
  const V zero = hn::Zero(F()), viscous = number(scale.push * n.viscous), softening = number(n.softening);
  const V factor = number(-scale.push);  // away from the neighbour
  const V one_unit = number(scale.rate * n.unit), spread = number(scale.rate * n.spread);
  const V each = number(PairScale::kAround);
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    const LiquidRow& self = block.liquid[row];
    const Own own(self.place);
    const V vx = number(self.motion.x), vy = number(self.motion.y), vz = number(self.motion.z);
    const V e = number(self.motion.excess), pressed = hn::Max(zero, e), density = hn::MulAdd(e, one_unit, one_unit);
    VI4 sum = no_sums(), seen = no_sums();
    VI gained = hn::Zero(I());
    const auto parting_of = [&](const Way& way, const V4& motion) HWY_ATTR {
      return way.dot(hn::Sub(motion.x, vx), hn::Sub(motion.y, vy), hn::Sub(motion.z, vz));
    };
    const auto push = [&](const Way& way, V t3, V pressing) HWY_ATTR {
      const V both = hn::Mul(t3, pressing);
      add(whole(hn::Mul(both, way.x)), whole(hn::Mul(both, way.y)), whole(hn::Mul(both, way.z)), sum);
    };
    const auto gain = [&](V t3, V parting, V excess) HWY_ATTR {
      const V spreading = hn::Mul(spread, hn::Sub(pressed, hn::Max(zero, excess)));
      const V both = hn::MulAdd(density, parting, spreading);
      gained = hn::Add(gained, whole(hn::Mul(hn::Mul(t3, volume(excess)), both)));
    };
    const auto see = [&](const Way& way, V t, V t3) HWY_ATTR {
      const V aside = hn::Mul(t3, number(n.half_per_unit));
      add(whole(hn::Mul(aside, way.x)), whole(hn::Mul(aside, way.y)), whole(hn::Mul(aside, way.z)), seen);
      seen.w = hn::Add(seen.w, whole(hn::Mul(hn::Mul(t3, t), hn::NegMulAdd(number(4), t, number(5)))));
    };
    for_list(block.near, k, [&](const std::uint32_t* at) HWY_ATTR {
      const V4 place = places_at(block, at), motion = motions_at(block, at);
      const Way way(own, place);
      const V t = closeness(way, n), t3 = cubed(t), parting = parting_of(way, motion);
      const V slowing = hn::Div(hn::Min(zero, parting), hn::Add(way.square, softening));
      push(way, t3, hn::MulAdd(viscous, slowing, hn::Mul(factor, hn::Add(place.w, own.pressure))));
      gain(t3, parting, motion.w);
      sum.w = hn::Sub(sum.w, hn::VecFromMask(I(), hn::RebindMask(I(), hn::Gt(t, zero))));
      if constexpr (looks_around) see(way, t, hn::Mul(each, t3));
    });
    for_list(block.near_walls, k, [&](const std::uint32_t* at) HWY_ATTR {
      const WallPair pair(own, block.walls, at);
      const V4 motion = load_rows<kWallStep>(numbers_of(block.walls.motion), at);
      const V t = closeness(pair.way, n), t3 = hn::Mul(cubed(t), pair.share);
      push(pair.way, t3, hn::Mul(factor, hn::Add(pair.place.w, own.pressure)));
      gain(t3, parting_of(pair.way, motion), motion.w);
      if constexpr (looks_around) see(pair.way, t, hn::Mul(each, t3));
    });
    store_total(sum, &sums[k].push.x);
    sums[k].rate = hn::GetLane(hn::SumOfLanes(I(), gained));
    if constexpr (looks_around) store_total(seen, &around[k].x);
  }
}

void SumPairs(const PairBlock& block, const PairNumbers& n, const PairScale& scale, PairSums* sums, FourSums* around) {
  if (around)
    Sum<true>(block, n, scale, sums, around);
  else
    Sum<false>(block, n, scale, sums, around);
}

void Shorten(const PairBlock& block, float reach, std::uint32_t nowhere, NearLists::Lists<std::uint32_t> shorter) {
  const V reach2 = number(reach * reach);
  std::size_t count = 0;
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    const Own own(block.liquid[row].place);
    for_list(block.near, k, [&](const std::uint32_t* at) HWY_ATTR {
      const Way way(own, places_at(block, at));
      const Chosen chosen(hn::Lt(way.square, reach2));
      chosen.store(hn::LoadU(U(), at), shorter.others + count);
      count += chosen.count;
    });
    hn::StoreU(hn::Set(U(), nowhere), U(), shorter.others + count);
    count = (count + kLanes - 1) / kLanes * kLanes;
    shorter.ends[k] = static_cast<std::uint32_t>(count);
  }
}

}  // namespace
}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(SumPairs);
HWY_EXPORT(Shorten);

void sum_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, PairSums* sums,
               FourSums* around) {
  HWY_DYNAMIC_DISPATCH(SumPairs)(block, numbers, scale, sums, around);
}
void shorten_lists(const PairBlock& block, float reach, std::uint32_t nowhere,
                   NearLists::Lists<std::uint32_t> shorter) {
  HWY_DYNAMIC_DISPATCH(Shorten)(block, reach, nowhere, shorter);
}

}  // namespace resound
#endif
