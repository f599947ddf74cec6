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

void Push(const PairBlock& block, const PairNumbers& n, const PairScale& scale, FourSums* sums) {
  const V zero = hn::Zero(F()), viscous = number(scale.push * n.viscous), softening = number(n.softening);
  const V factor = number(-scale.push);  // away from the neighbour
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    const LiquidRow& self = block.liquid[row];
    const Own own(self.place);
    const V vx = number(self.motion.x), vy = number(self.motion.y), vz = number(self.motion.z);
    VI4 sum = no_sums();
    const auto push = [&](const Way& way, V t3, V pressing) HWY_ATTR {
      const V both = hn::Mul(t3, pressing);
      add(whole(hn::Mul(both, way.x)), whole(hn::Mul(both, way.y)), whole(hn::Mul(both, way.z)), sum);
    };
    for_list(block.near, k, [&](const std::uint32_t* at) HWY_ATTR {
      const V4 place = places_at(block, at), motion = motions_at(block, at);
      const Way way(own, place);
      const V t = closeness(way, n);
      hn::StoreU(t, F(), block.closeness + (at - block.near.others));
      const V approach = hn::Min(zero, way.dot(hn::Sub(motion.x, vx), hn::Sub(motion.y, vy), hn::Sub(motion.z, vz)));
      const V slowing = hn::Div(approach, hn::Add(way.square, softening));
      push(way, cubed(t), hn::MulAdd(viscous, slowing, hn::Mul(factor, hn::Add(place.w, own.pressure))));
      sum.w = hn::Sub(sum.w, hn::VecFromMask(I(), hn::RebindMask(I(), hn::Gt(t, zero))));
    });
    for_list(block.near_walls, k, [&](const std::uint32_t* at) HWY_ATTR {
      const WallPair pair(own, block.walls, at);
      const V weight = hn::Mul(cubed(closeness(pair.way, n)), pair.share);
      hn::StoreU(weight, F(), block.wall_weight + (at - block.near_walls.others));
      push(pair.way, weight, hn::Mul(factor, hn::Add(pair.place.w, own.pressure)));
    });
    store_total(sum, &sums[k].x);
  }
}

void Compress(const PairBlock& block, const PairNumbers& n, const PairScale& scale, std::int32_t* sums) {
  const V zero = hn::Zero(F()), one_unit = number(scale.rate * n.unit), spread = number(scale.rate * n.spread);
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    const LiquidRow& self = block.liquid[row];
    const Own own(self.place);
    const V vx = number(self.motion.x), vy = number(self.motion.y), vz = number(self.motion.z);
    const V e = number(self.motion.excess), pressed = hn::Max(zero, e), density = hn::MulAdd(e, one_unit, one_unit);
    VI sum = hn::Zero(I());
    const auto gain = [&](const Way& way, V weight, const V4& motion) HWY_ATTR {
      const V parting = way.dot(hn::Sub(motion.x, vx), hn::Sub(motion.y, vy), hn::Sub(motion.z, vz));
      const V spreading = hn::Mul(spread, hn::Sub(pressed, hn::Max(zero, motion.w)));
      const V both = hn::MulAdd(density, parting, spreading);
      sum = hn::Add(sum, whole(hn::Mul(hn::Mul(weight, volume(motion.w)), both)));
    };
    for_list(block.near, k, [&](const std::uint32_t* at) HWY_ATTR {
      const Way way(own, places_at(block, at));
      const V t = hn::LoadU(F(), block.closeness + (at - block.near.others));
      gain(way, cubed(t), motions_at(block, at));
    });
    for_list(block.near_walls, k, [&](const std::uint32_t* at) HWY_ATTR {
      const Way way(own, load_rows<kWallStep>(numbers_of(block.walls.place), at));
      const V weight = hn::LoadU(F(), block.wall_weight + (at - block.near_walls.others));
      gain(way, weight, load_rows<kWallStep>(numbers_of(block.walls.motion), at));
    });
    sums[k] = hn::GetLane(hn::SumOfLanes(I(), sum));
  }
}

void LookAround(const PairBlock& block, const PairNumbers& n, FourSums* sums) {
  const V each = number(PairScale::kAround);
  for (std::uint32_t row = block.first; row < block.end; ++row) {
    const std::size_t k = row - block.first;
    const Own own(block.liquid[row].place);
    VI4 sum = no_sums();
    const auto see = [&](const Way& way, V t, V share) HWY_ATTR {
      const V t3 = hn::Mul(share, cubed(t)), aside = hn::Mul(t3, number(n.half_per_unit));
      add(whole(hn::Mul(aside, way.x)), whole(hn::Mul(aside, way.y)), whole(hn::Mul(aside, way.z)), sum);
      sum.w = hn::Add(sum.w, whole(hn::Mul(hn::Mul(t3, t), hn::NegMulAdd(number(4), t, number(5)))));
    };
    for_list(block.near, k, [&](const std::uint32_t* at) HWY_ATTR {
      see(Way(own, places_at(block, at)), hn::LoadU(F(), block.closeness + (at - block.near.others)), each);
    });
    for_list(block.near_walls, k, [&](const std::uint32_t* at) HWY_ATTR {
      const WallPair pair(own, block.walls, at);
      see(pair.way, closeness(pair.way, n), hn::Mul(pair.share, each));
    });
    store_total(sum, &sums[k].x);
  }
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

HWY_EXPORT(Push);
HWY_EXPORT(Compress);
HWY_EXPORT(LookAround);
HWY_EXPORT(Shorten);

void push_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, FourSums* sums) {
  HWY_DYNAMIC_DISPATCH(Push)(block, numbers, scale, sums);
}
void compress_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, std::int32_t* sums) {
  HWY_DYNAMIC_DISPATCH(Compress)(block, numbers, scale, sums);
}
void look_around(const PairBlock& block, const PairNumbers& numbers, FourSums* sums) {
  HWY_DYNAMIC_DISPATCH(LookAround)(block, numbers, sums);
}
void shorten_lists(const PairBlock& block, float reach, std::uint32_t nowhere,
                   NearLists::Lists<std::uint32_t> shorter) {
  HWY_DYNAMIC_DISPATCH(Shorten)(block, reach, nowhere, shorter);
}

}  // namespace resound
#endif
