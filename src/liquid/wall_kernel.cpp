#include "liquid/wall_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "liquid/wall_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "liquid/row_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace {

constexpr std::size_t kLiquidRow = sizeof(LiquidRow);

HWY_INLINE float total(V v) { return hn::GetLane(hn::SumOfLanes(F(), v)); }

HWY_INLINE float pressure_on(std::uint32_t self, const WallRows& walls, const LiquidRow* liquid, NearList near,
                             const WallPull& pull, double density, const PairNumbers& n) {
  const Own own(walls.place[self]);
  const SideRow& side = walls.side[self];
  const V sx = number(side.x), sy = number(side.y), sz = number(side.z), one = number(1);
  const V gx = number(pull.x), gy = number(pull.y), gz = number(pull.z);
  const V rho = number(static_cast<float>(density));
  V weights = hn::Zero(F()), pressures = weights;
  for (std::size_t k = 0; k < near.size(); k += kLanes) {
    const V4 place = load_rows<kLiquidRow>(numbers_of(&liquid->place), &near[k]);
    const V4 motion = load_rows<kLiquidRow>(numbers_of(&liquid->motion), &near[k]);
    const Way way(own, place);
    const V t = closeness(way.square, n), t2 = hn::Mul(t, t);
    const V value = hn::Mul(hn::Mul(t2, t2), hn::NegMulAdd(number(4), t, number(5)));
    const V weight = hn::IfThenElseZero(hn::Gt(way.dot(sx, sy, sz), one), value);
    const V rho_here = hn::MulAdd(rho, motion.w, rho);
    const V pressure = hn::Mul(rho_here, hn::MulSub(place.w, rho_here, way.dot(gx, gy, gz)));
    weights = hn::Add(weights, weight);
    pressures = hn::MulAdd(weight, pressure, pressures);
  }
  const float sum = total(weights);
  return sum > 1e-6F ? std::max(0.0F, total(pressures) / sum) : 0;
}

void Extrapolate(std::span<const std::uint32_t> rows, const WallRows& walls, const LiquidRow* liquid,
                 const NearLists& near, std::span<const WallPull> pulls, double density, const PairNumbers& n,
                 float* pressures) {
  for (std::size_t k = 0; k < rows.size(); ++k)
    pressures[k] = pressure_on(rows[k], walls, liquid, near.of(rows[k]), pulls[k], density, n);
}

// (1 + e)^7 - 1 = y = p / B by Newton's method from e = y / (7 + 3 y), which is right to the second order: two rounds
// leave 1e-8 of e at 0.05 and 3e-5 at 0.2.
void CompressUnder(const float* pressures, std::size_t count, const Tait& tait, float* excess, float* by_square) {
  const V by_stiffness = number(static_cast<float>(1 / tait.stiffness())), one = number(1), seven = number(7);
  const V density = number(static_cast<float>(tait.density));
  for (std::size_t k = 0; k < count; k += kLanes) {
    const V p = hn::LoadU(F(), pressures + k), y = hn::Mul(p, by_stiffness);
    V e = hn::Div(y, hn::MulAdd(number(3), y, seven));
    for (int round = 0; round < 2; ++round) {
      V power = hn::MulAdd(e, hn::Add(e, seven), number(21));  // e^2 + 7 e + 21, …
      power = hn::MulAdd(e, hn::MulAdd(e, hn::MulAdd(e, power, number(35)), number(35)), number(21));
      power = hn::Mul(e, hn::MulAdd(e, power, seven));
      const V x = hn::Add(one, e), x3 = cubed(x);
      e = hn::Sub(e, hn::Div(hn::Sub(power, y), hn::Mul(seven, hn::Mul(x3, x3))));
    }
    const V rho = hn::MulAdd(density, e, density);
    hn::StoreU(e, F(), excess + k);
    hn::StoreU(hn::Div(p, hn::Mul(rho, rho)), F(), by_square + k);
  }
}

Vec3 PushOnWall(std::uint32_t self, const WallRows& walls, const LiquidRow* liquid, NearList near,
                const PairNumbers& n) {
  const Own own(walls.place[self]);
  const SideRow& side = walls.side[self];
  const V sx = number(side.x), sy = number(side.y), sz = number(side.z), share = number(side.share);
  V x = hn::Zero(F()), y = x, z = x;
  for (std::size_t k = 0; k < near.size(); k += kLanes) {
    const V4 place = load_rows<kLiquidRow>(numbers_of(&liquid->place), &near[k]);
    const Way way(own, place);
    const V push = hn::Mul(hn::Mul(cubed(closeness(way.square, n)), share), hn::Add(own.pressure, place.w));
    const V felt = hn::IfThenElseZero(hn::Gt(way.dot(sx, sy, sz), number(1)), push);
    x = hn::MulAdd(felt, way.x, x), y = hn::MulAdd(felt, way.y, y), z = hn::MulAdd(felt, way.z, z);
  }
  return -n.acceleration * Vec3{total(x), total(y), total(z)};
}

}  // namespace
}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Extrapolate);
HWY_EXPORT(CompressUnder);
HWY_EXPORT(PushOnWall);

void wall_pressures(std::span<const std::uint32_t> rows, const WallRows& walls, const LiquidRow* liquid,
                    const NearLists& near, std::span<const WallPull> pulls, double density, const PairNumbers& numbers,
                    float* pressures) {
  HWY_DYNAMIC_DISPATCH(Extrapolate)(rows, walls, liquid, near, pulls, density, numbers, pressures);
}
void compress_under(const float* pressures, std::size_t count, const Tait& tait, float* excess, float* by_square) {
  HWY_DYNAMIC_DISPATCH(CompressUnder)(pressures, count, tait, excess, by_square);
}
Vec3 push_on_wall(std::uint32_t self, const WallRows& walls, const LiquidRow* liquid, NearList near,
                  const PairNumbers& numbers) {
  return HWY_DYNAMIC_DISPATCH(PushOnWall)(self, walls, liquid, near, numbers);
}

}  // namespace resound
#endif
