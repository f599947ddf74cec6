#include "liquid/move_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "liquid/move_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kMostLanes = 8;
constexpr double kFarAway = 1e300;  // [m^2]

struct Flat {  // three numbers a particle, one after the other
  double* position;
  const double *velocity, *acceleration, *listed_at;
};

// Vectors are taken as the numbers lie in memory: three registers hold as many particles as one has lanes, and lane l
// of register k is component (k lanes + l) mod 3 of its particle.
template <class D>
class Mover {
 public:
  using V = hn::Vec<D>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D());

  Mover(LiquidParticles& particles, double step, const PlaceGrid& grid, const Tait& tait)
      : p_(particles),
        flat_{&particles.position.data()->x, &particles.velocity.data()->x, &particles.acceleration.data()->x,
              &particles.listed_at.data()->x},
        step_(hn::Set(D(), step)),
        per_unit_(hn::Set(D(), 1 / grid.unit)),
        stiffness_(hn::Set(D(), tait.stiffness())),
        density_(hn::Set(D(), tait.density)) {
    const double from[3] = {grid.origin.x, grid.origin.y, grid.origin.z};
    for (std::size_t k = 0; k < 3; ++k) {
      HWY_ALIGN double lanes[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) lanes[l] = from[(k * kLanes + l) % 3];
      origin_[k] = hn::Load(D(), lanes);
      low_[k] = slowest_[k] = hn::Set(D(), kFarAway), high_[k] = fastest_[k] = hn::Set(D(), -kFarAway);
    }
  }

  HWY_INLINE void move(std::size_t i, LiquidRow* rows) {
    press(i);
    for (std::size_t k = 0; k < 3; ++k) go(3 * i + k * kLanes, k);
    for (std::size_t l = 0; l < kLanes; ++l) {
      const std::size_t x = 3 * l;
      const auto whole = [&](std::size_t at) { return static_cast<std::int32_t>(places_[at]); };
      rows[i + l] = {{whole(x), whole(x + 1), whole(x + 2), pressures_[l]},
                     {motions_[x], motions_[x + 1], motions_[x + 2], excess_[l]}};
    }
  }

  HWY_INLINE void tell(MoveFound& found) const {
    HWY_ALIGN double low[3 * kLanes], high[3 * kLanes], slow[3 * kLanes], fast[3 * kLanes];
    for (std::size_t k = 0; k < 3; ++k) {
      hn::Store(low_[k], D(), low + k * kLanes), hn::Store(high_[k], D(), high + k * kLanes);
      hn::Store(slowest_[k], D(), slow + k * kLanes), hn::Store(fastest_[k], D(), fast + k * kLanes);
    }
    for (std::size_t x = 0; x < 3 * kLanes; x += 3) {
      found.drift.see({low[x], low[x + 1], low[x + 2]}), found.drift.see({high[x], high[x + 1], high[x + 2]});
      found.moving.see({slow[x], slow[x + 1], slow[x + 2]}), found.moving.see({fast[x], fast[x + 1], fast[x + 2]});
    }
    const auto most = [](V v) { return static_cast<float>(hn::GetLane(hn::MaxOfLanes(D(), v))); };
    found.largest.see(PairExtremes{most(most_pressed_), most(most_moved_), most(most_excess_)});
    found.is_lost = found.is_lost || !(hn::GetLane(hn::SumOfLanes(D(), ways_)) < kFarAway);
  }

 private:
  using F = hn::Rebind<float, D>;
  using U = hn::Rebind<std::uint64_t, D>;

  HWY_INLINE void press(std::size_t i) {
    const V one = hn::Set(D(), 1), zero = hn::Zero(D());
    const V e = hn::Add(hn::LoadU(D(), &p_.excess[i]), hn::Mul(step_, hn::LoadU(D(), &p_.rate[i])));
    hn::StoreU(e, D(), &p_.excess[i]);
    const V x = hn::Add(one, e), x2 = hn::Mul(x, x), x7 = hn::Mul(hn::Mul(hn::Mul(x2, x2), x2), x);
    const V pressure = hn::Max(zero, hn::Mul(stiffness_, hn::Sub(x7, one))), rho = hn::Mul(density_, x);
    const V by_square = hn::Div(pressure, hn::Mul(rho, rho));
    hn::StoreU(hn::DemoteTo(F(), by_square), F(), pressures_);
    hn::StoreU(hn::DemoteTo(F(), e), F(), excess_);
    most_pressed_ = hn::Max(most_pressed_, by_square);
    most_excess_ = hn::Max(most_excess_, hn::Abs(e));
  }

  HWY_INLINE void go(std::size_t at, std::size_t k) {
    const V v = hn::LoadU(D(), flat_.velocity + at);
    const V place = hn::Add(hn::LoadU(D(), flat_.position + at), hn::Mul(step_, v));
    hn::StoreU(place, D(), flat_.position + at);
    const V way = hn::Sub(place, hn::LoadU(D(), flat_.listed_at + at));
    low_[k] = hn::Min(low_[k], way), high_[k] = hn::Max(high_[k], way);
    slowest_[k] = hn::Min(slowest_[k], v), fastest_[k] = hn::Max(fastest_[k], v);
    ways_ = hn::MulAdd(way, way, ways_);
    const V units = hn::Mul(per_unit_, hn::Sub(place, origin_[k]));
    const V whole = hn::Add(units, hn::Set(D(), PlaceGrid::kWhole));
    hn::StoreU(hn::BitCast(U(), whole), U(), places_ + k * kLanes);
    const V later = hn::Add(v, hn::Mul(step_, hn::LoadU(D(), flat_.acceleration + at)));
    hn::StoreU(hn::DemoteTo(F(), later), F(), motions_ + k * kLanes);
    most_moved_ = hn::Max(most_moved_, hn::Abs(later));
  }

  LiquidParticles& p_;
  Flat flat_;
  V step_, per_unit_, stiffness_, density_;
  V origin_[3], low_[3], high_[3], slowest_[3], fastest_[3];
  V ways_ = hn::Zero(D()), most_pressed_ = ways_, most_moved_ = ways_, most_excess_ = ways_;
  HWY_ALIGN std::uint64_t places_[3 * kLanes];
  HWY_ALIGN float motions_[3 * kLanes], pressures_[kLanes], excess_[kLanes];
};

MoveFound MoveOn(LiquidParticles& particles, std::size_t first, std::size_t end, double step, const PlaceGrid& grid,
                 const Tait& tait, LiquidRow* rows) {
  using Wide = hn::CappedTag<double, kMostLanes>;
  MoveFound found{Drift::of_none(), Drift::of_none(), {}, false};
  std::size_t i = first;
  Mover<Wide> many(particles, step, grid, tait);
  for (; i + many.kLanes <= end; i += many.kLanes) many.move(i, rows);
  if (i > first) many.tell(found);
  if (i == end) return found;
  Mover<hn::CappedTag<double, 1>> one(particles, step, grid, tait);
  for (; i < end; ++i) one.move(i, rows);
  one.tell(found);
  return found;
}

}  // namespace
}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(MoveOn);

MoveFound move_on(LiquidParticles& particles, std::size_t first, std::size_t end, double step, const PlaceGrid& grid,
                  const Tait& tait, LiquidRow* rows) {
  return HWY_DYNAMIC_DISPATCH(MoveOn)(particles, first, end, step, grid, tait, rows);
}

}  // namespace resound
#endif
