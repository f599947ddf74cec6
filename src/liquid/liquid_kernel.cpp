#include "liquid/liquid_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "liquid/liquid_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

// Neighbours lie in lanes. Their rows are loaded one by one and turned in registers, four rows a block: instructions
// that gather are slower on many processors. What a pair gives is added in double precision.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kListStep>;
using I = hn::RebindToSigned<F>;
using V = hn::Vec<F>;
constexpr std::size_t kLanes = hn::MaxLanes(F());

struct V4 {
  V x, y, z, w;
};

HWY_INLINE V number(float value) { return hn::Set(F(), value); }

#if HWY_TARGET == HWY_SCALAR

template <class Row>
HWY_INLINE V4 load_rows(const Row* rows, const std::uint32_t* index) {
  const auto* numbers = reinterpret_cast<const float*>(rows + *index);
  return {hn::LoadU(F(), numbers), hn::LoadU(F(), numbers + 1), hn::LoadU(F(), numbers + 2),
          hn::LoadU(F(), numbers + 3)};
}

struct Sum {
  double sum = 0;
  HWY_INLINE void add(V v) { sum += static_cast<double>(hn::GetLane(v)); }
  HWY_INLINE double total() const { return sum; }
};

#else

using D = hn::Repartition<double, F>;

// One row from each block of four: that of `index`, of index + 4, …
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_blocks(Tag tag, const float* rows, const std::uint32_t* index) {
  constexpr std::size_t kCount = hn::MaxLanes(Tag());
  if constexpr (kCount == 4) {
    return hn::LoadU(tag, rows + 4 * std::size_t{*index});
  } else {
    const hn::Half<Tag> half;
    return hn::Combine(tag, load_blocks(half, rows, index + kCount / 2), load_blocks(half, rows, index));
  }
}

template <class Row>
HWY_INLINE V4 load_rows(const Row* rows, const std::uint32_t* index) {
  const auto* numbers = reinterpret_cast<const float*>(rows);
  const V a = load_blocks(F(), numbers, index), b = load_blocks(F(), numbers, index + 1);
  const V c = load_blocks(F(), numbers, index + 2), d = load_blocks(F(), numbers, index + 3);
  const auto ab = hn::BitCast(D(), hn::InterleaveLower(F(), a, b));
  const auto cd = hn::BitCast(D(), hn::InterleaveLower(F(), c, d));
  const auto ef = hn::BitCast(D(), hn::InterleaveUpper(F(), a, b));
  const auto gh = hn::BitCast(D(), hn::InterleaveUpper(F(), c, d));
  return {hn::BitCast(F(), hn::InterleaveLower(D(), ab, cd)), hn::BitCast(F(), hn::InterleaveUpper(D(), ab, cd)),
          hn::BitCast(F(), hn::InterleaveLower(D(), ef, gh)), hn::BitCast(F(), hn::InterleaveUpper(D(), ef, gh))};
}

struct Sum {
  hn::Vec<D> low, high;
  HWY_INLINE Sum() : low(hn::Zero(D())), high(hn::Zero(D())) {}
  HWY_INLINE void add(V v) {
    low = hn::Add(low, hn::PromoteTo(D(), hn::LowerHalf(v)));
    high = hn::Add(high, hn::PromoteTo(D(), hn::UpperHalf(hn::Half<F>(), v)));
  }
  HWY_INLINE double total() const { return hn::GetLane(hn::SumOfLanes(D(), hn::Add(low, high))); }
};

#endif

struct Own {
  explicit HWY_INLINE Own(const PlaceRow& p)
      : x(hn::Set(I(), p.x)), y(hn::Set(I(), p.y)), z(hn::Set(I(), p.z)), pressure(number(p.pressure)) {}
  hn::Vec<I> x, y, z;
  V pressure;
};

// From a neighbour to oneself.
struct Way {
  HWY_INLINE Way(const Own& own, const V4& place)
      : x(hn::ConvertTo(F(), hn::Sub(own.x, hn::BitCast(I(), place.x)))),
        y(hn::ConvertTo(F(), hn::Sub(own.y, hn::BitCast(I(), place.y)))),
        z(hn::ConvertTo(F(), hn::Sub(own.z, hn::BitCast(I(), place.z)))),
        square(hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z)))) {}
  HWY_INLINE V dot(V ax, V ay, V az) const { return hn::MulAdd(ax, x, hn::MulAdd(ay, y, hn::Mul(az, z))); }
  V x, y, z, square;
};

// 1 - q/2, or 0 beyond the reach of the kernel.
HWY_INLINE V closeness(const Way& way, const PairNumbers& n) {
  return hn::Max(hn::Zero(F()), hn::NegMulAdd(number(n.half_per_unit), hn::Sqrt(way.square), number(1)));
}
HWY_INLINE V cubed(V t) { return hn::Mul(hn::Mul(t, t), t); }

// 1 / (1 + e) of a small e.
HWY_INLINE V volume(V e) {
  const V one = number(1);
  return hn::NegMulAdd(e, hn::NegMulAdd(e, hn::Sub(one, e), one), one);
}

Vec3 Accelerate(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls, NearList near_walls,
                const PairNumbers& n) {
  const Own own(liquid.place[self]);
  const MotionRow& moving = liquid.motion[self];
  const V vx = number(moving.x), vy = number(moving.y), vz = number(moving.z), zero = hn::Zero(F());
  Sum x, y, z;
  for (std::size_t k = 0; k < near.size(); k += kLanes) {
    const V4 place = load_rows(liquid.place, &near[k]), motion = load_rows(liquid.motion, &near[k]);
    const Way way(own, place);
    const V approach = hn::Min(zero, way.dot(hn::Sub(vx, motion.x), hn::Sub(vy, motion.y), hn::Sub(vz, motion.z)));
    const V slowing = hn::Div(approach, hn::Add(way.square, number(n.softening)));
    const V pressing = hn::NegMulAdd(number(n.viscous), slowing, hn::Add(own.pressure, place.w));
    const V push = hn::Mul(cubed(closeness(way, n)), pressing);
    x.add(hn::Mul(push, way.x)), y.add(hn::Mul(push, way.y)), z.add(hn::Mul(push, way.z));
  }
  for (std::size_t k = 0; k < near_walls.size(); k += kLanes) {
    const V4 place = load_rows(walls.place, &near_walls[k]), side = load_rows(walls.side, &near_walls[k]);
    const Way way(own, place);
    const V push = hn::Mul(hn::Mul(cubed(closeness(way, n)), side.w), hn::Add(own.pressure, place.w));
    const V felt = hn::IfThenElseZero(hn::Gt(way.dot(side.x, side.y, side.z), number(1)), push);
    x.add(hn::Mul(felt, way.x)), y.add(hn::Mul(felt, way.y)), z.add(hn::Mul(felt, way.z));
  }
  return n.acceleration * Vec3{x.total(), y.total(), z.total()};
}

DensityRate Compress(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                     NearList near_walls, const PairNumbers& n) {
  const Own own(liquid.place[self]);
  const MotionRow& moving = liquid.motion[self];
  const V vx = number(moving.x), vy = number(moving.y), vz = number(moving.z),
          pressed = number(std::max(0.0F, moving.excess));
  const V density = number((1 + moving.excess) * n.unit), spread = number(n.spread), zero = hn::Zero(F());
  V rate = zero, count = zero;
  const auto flow = [&](const Way& way, const V4& motion) HWY_ATTR {
    const V parting = way.dot(hn::Sub(vx, motion.x), hn::Sub(vy, motion.y), hn::Sub(vz, motion.z));
    const V both = hn::MulAdd(density, parting, hn::Mul(spread, hn::Sub(pressed, hn::Max(zero, motion.w))));
    return hn::Mul(both, volume(motion.w));
  };
  for (std::size_t k = 0; k < near.size(); k += kLanes) {
    const Way way(own, load_rows(liquid.place, &near[k]));
    const V4 motion = load_rows(liquid.motion, &near[k]);
    const V t = closeness(way, n);
    rate = hn::MulAdd(cubed(t), flow(way, motion), rate);
    count = hn::Add(count, hn::IfThenElseZero(hn::Gt(t, zero), number(1)));
  }
  for (std::size_t k = 0; k < near_walls.size(); k += kLanes) {
    const Way way(own, load_rows(walls.place, &near_walls[k]));
    const V4 motion = load_rows(walls.motion, &near_walls[k]), side = load_rows(walls.side, &near_walls[k]);
    const auto felt = hn::Gt(way.dot(side.x, side.y, side.z), number(1));
    const V weight = hn::IfThenElseZero(felt, hn::Mul(cubed(closeness(way, n)), side.w));
    rate = hn::MulAdd(weight, flow(way, motion), rate);
  }
  return {n.rate * static_cast<double>(hn::GetLane(hn::SumOfLanes(F(), rate))),
          hn::GetLane(hn::SumOfLanes(F(), count))};
}

LiquidSurroundings LookAround(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                              NearList near_walls, const PairNumbers& n) {
  const Own own(liquid.place[self]);
  V full = hn::Zero(F()), x = full, y = full, z = full;
  const auto see = [&](const Way& way, V share) HWY_ATTR {
    const V t = closeness(way, n), t3 = hn::Mul(share, cubed(t));
    full = hn::MulAdd(hn::Mul(t3, t), hn::NegMulAdd(number(4), t, number(5)), full);
    x = hn::MulAdd(t3, way.x, x), y = hn::MulAdd(t3, way.y, y), z = hn::MulAdd(t3, way.z, z);
  };
  for (std::size_t k = 0; k < near.size(); k += kLanes) see(Way(own, load_rows(liquid.place, &near[k])), number(1));
  for (std::size_t k = 0; k < near_walls.size(); k += kLanes) {
    const Way way(own, load_rows(walls.place, &near_walls[k]));
    const V4 side = load_rows(walls.side, &near_walls[k]);
    see(way, hn::IfThenElseZero(hn::Gt(way.dot(side.x, side.y, side.z), number(1)), side.w));
  }
  const auto total = [](V v) HWY_ATTR { return static_cast<double>(hn::GetLane(hn::SumOfLanes(F(), v))); };
  return {n.fullness * total(full), n.onesidedness * length(Vec3{total(x), total(y), total(z)})};
}

double Extrapolate(std::uint32_t self, const PairRows& walls, const PairRows& liquid, NearList near, const Vec3& pull,
                   double density, const PairNumbers& n) {
  const Own own(walls.place[self]);
  const SideRow& side = walls.side[self];
  const V sx = number(-side.x), sy = number(-side.y), sz = number(-side.z), one = number(1);
  const V gx = number(static_cast<float>(pull.x * n.unit)), gy = number(static_cast<float>(pull.y * n.unit)),
          gz = number(static_cast<float>(pull.z * n.unit));
  const V rho = number(static_cast<float>(density));
  Sum weights, pressures;
  for (std::size_t k = 0; k < near.size(); k += kLanes) {
    const V4 place = load_rows(liquid.place, &near[k]), motion = load_rows(liquid.motion, &near[k]);
    const Way way(own, place);
    const V t = closeness(way, n), t2 = hn::Mul(t, t);
    const V value = hn::Mul(hn::Mul(t2, t2), hn::NegMulAdd(number(4), t, number(5)));
    const V weight = hn::IfThenElseZero(hn::Gt(way.dot(sx, sy, sz), one), value);
    const V rho_here = hn::MulAdd(rho, motion.w, rho);
    const V pressure = hn::Mul(rho_here, hn::MulAdd(place.w, rho_here, way.dot(gx, gy, gz)));
    weights.add(weight), pressures.add(hn::Mul(weight, pressure));
  }
  const double total = weights.total();
  return total > 1e-6 ? std::max(0.0, pressures.total() / total) : 0;
}

Vec3 Push(std::uint32_t self, const PairRows& walls, const PairRows& liquid, NearList near, const PairNumbers& n) {
  const Own own(walls.place[self]);
  const SideRow& side = walls.side[self];
  const V sx = number(-side.x), sy = number(-side.y), sz = number(-side.z), share = number(side.share);
  Sum x, y, z;
  for (std::size_t k = 0; k < near.size(); k += kLanes) {
    const V4 place = load_rows(liquid.place, &near[k]);
    const Way way(own, place);
    const V push = hn::Mul(hn::Mul(cubed(closeness(way, n)), share), hn::Add(own.pressure, place.w));
    const V felt = hn::IfThenElseZero(hn::Gt(way.dot(sx, sy, sz), number(1)), push);
    x.add(hn::Mul(felt, way.x)), y.add(hn::Mul(felt, way.y)), z.add(hn::Mul(felt, way.z));
  }
  return n.acceleration * Vec3{x.total(), y.total(), z.total()};
}

std::size_t Search(const PlaceRow& place, const PlaceColumns& rows, std::uint32_t begin, std::uint32_t end, float reach,
                   std::uint32_t first, std::uint32_t* found) {
  using U = hn::RebindToUnsigned<F>;
  const Own own(place);
  const V reach2 = number(reach * reach);
  std::uint32_t* to = found;
  for (std::uint32_t k = begin; k < end; k += kLanes) {
    const V x = hn::ConvertTo(F(), hn::Sub(own.x, hn::LoadU(I(), rows.x.data() + k)));
    const V y = hn::ConvertTo(F(), hn::Sub(own.y, hn::LoadU(I(), rows.y.data() + k)));
    const V z = hn::ConvertTo(F(), hn::Sub(own.z, hn::LoadU(I(), rows.z.data() + k)));
    auto is_near = hn::Lt(hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z))), reach2);
    if (k + kLanes > end) is_near = hn::And(is_near, hn::FirstN(F(), end - k));
    if (hn::AllFalse(F(), is_near)) continue;
    to += hn::CompressStore(hn::Iota(U(), first + k), hn::RebindMask(U(), is_near), U(), to);
  }
  return static_cast<std::size_t>(to - found);
}

std::size_t Step() { return kLanes; }

}  // namespace
}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Accelerate);
HWY_EXPORT(Compress);
HWY_EXPORT(LookAround);
HWY_EXPORT(Extrapolate);
HWY_EXPORT(Push);
HWY_EXPORT(Search);
HWY_EXPORT(Step);

void PlaceColumns::set(std::span<const PlaceRow> rows) {
  x.assign(rows.size() + kListStep, PlaceGrid::kNowhere);
  y.assign(rows.size() + kListStep, PlaceGrid::kNowhere);
  z.assign(rows.size() + kListStep, PlaceGrid::kNowhere);
  for (std::size_t i = 0; i < rows.size(); ++i) x[i] = rows[i].x, y[i] = rows[i].y, z[i] = rows[i].z;
}

std::size_t list_step() { return HWY_DYNAMIC_DISPATCH(Step)(); }

std::size_t most_near(const PlaceRow& place, const Crowd& crowd) {
  PlaceCells::Run runs[PlaceCells::kMostRuns];
  std::size_t most = 0;
  for (int r = crowd.cells.runs_around(place, runs) - 1; r >= 0; --r) most += runs[r].end - runs[r].begin;
  return most;
}

std::size_t find_near(const PlaceRow& place, const Crowd& crowd, float reach, std::uint32_t* found) {
  PlaceCells::Run runs[PlaceCells::kMostRuns];
  const int count = crowd.cells.runs_around(place, runs);
  std::size_t sum = 0;
  for (int r = 0; r < count; ++r)
    sum +=
        HWY_DYNAMIC_DISPATCH(Search)(place, crowd.places, runs[r].begin, runs[r].end, reach, crowd.first, found + sum);
  return sum;
}

Vec3 acceleration_of(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                     NearList near_walls, const PairNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(Accelerate)(self, liquid, near, walls, near_walls, numbers);
}
DensityRate density_rate_of(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                            NearList near_walls, const PairNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(Compress)(self, liquid, near, walls, near_walls, numbers);
}
LiquidSurroundings surroundings_of(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                                   NearList near_walls, const PairNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(LookAround)(self, liquid, near, walls, near_walls, numbers);
}
double wall_pressure(std::uint32_t self, const PairRows& walls, const PairRows& liquid, NearList near, const Vec3& pull,
                     double density, const PairNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(Extrapolate)(self, walls, liquid, near, pull, density, numbers);
}
Vec3 push_on_wall(std::uint32_t self, const PairRows& walls, const PairRows& liquid, NearList near,
                  const PairNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(Push)(self, walls, liquid, near, numbers);
}

}  // namespace resound
#endif
