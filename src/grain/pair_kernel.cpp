#include "grain/pair_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grain/pair_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kChunk = 32;  // balls at a time

// Balls side by side instead of number by number; unused places hold one that never comes.
struct Chunk {
  alignas(64) double x[kChunk], y[kChunk], z[kChunk], time[kChunk], vx[kChunk], vy[kChunk], vz[kChunk], radius[kChunk];
};

HWY_INLINE std::size_t FillChunk(const Ball* balls, const int* others, std::size_t count, std::size_t lanes,
                                 Chunk& chunk) {
  const auto put = [&](std::size_t k, const Ball& b) HWY_ATTR {
    chunk.x[k] = b.position.x;
    chunk.y[k] = b.position.y;
    chunk.z[k] = b.position.z;
    chunk.time[k] = b.time;
    chunk.vx[k] = b.velocity.x;
    chunk.vy[k] = b.velocity.y;
    chunk.vz[k] = b.velocity.z;
    chunk.radius[k] = b.radius;
  };
  for (std::size_t k = 0; k < count; ++k) put(k, balls[others[k]]);
  const std::size_t padded = (count + lanes - 1) / lanes * lanes;
  for (std::size_t k = count; k < padded; ++k) chunk.time[k] = kNever;
  return padded;
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V NearestImage(D, V x, V period, V half) {
  x = hn::IfThenElse(hn::Gt(x, half), hn::Sub(x, period), x);
  return hn::IfThenElse(hn::Lt(x, hn::Neg(half)), hn::Add(x, period), x);
}

FirstMeeting FindFirst(const Ball& me, const Ball* balls, const int* others, std::size_t count, const Vec3& gravity,
                       double period, double before) {
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d), minus_two = hn::Set(d, -2.0);
  const auto gx = hn::Set(d, gravity.x), gy = hn::Set(d, gravity.y), gz = hn::Set(d, gravity.z);
  const auto full = hn::Set(d, period), half = hn::Set(d, period / 2);
  FirstMeeting first{before, -1};
  Chunk chunk;
  for (std::size_t start = 0; start < count; start += kChunk) {
    const std::size_t padded = FillChunk(balls, others + start, HWY_MIN(kChunk, count - start), lanes, chunk);
    for (std::size_t k = 0; k < padded; k += lanes) {
      const auto time = hn::Load(d, chunk.time + k);
      const auto dt = hn::Sub(hn::Set(d, me.time), time), half_dt = hn::Mul(dt, hn::Set(d, 0.5));
      const auto vx = hn::Load(d, chunk.vx + k), vy = hn::Load(d, chunk.vy + k), vz = hn::Load(d, chunk.vz + k);
      auto rx =
          hn::MulAdd(dt, hn::MulAdd(half_dt, gx, vx), hn::Sub(hn::Load(d, chunk.x + k), hn::Set(d, me.position.x)));
      auto ry =
          hn::MulAdd(dt, hn::MulAdd(half_dt, gy, vy), hn::Sub(hn::Load(d, chunk.y + k), hn::Set(d, me.position.y)));
      auto rz =
          hn::MulAdd(dt, hn::MulAdd(half_dt, gz, vz), hn::Sub(hn::Load(d, chunk.z + k), hn::Set(d, me.position.z)));
      if (period > 0) {
        rx = NearestImage(d, rx, full, half);
        ry = NearestImage(d, ry, full, half);
        rz = NearestImage(d, rz, full, half);
      }
      const auto ux = hn::MulAdd(dt, gx, hn::Sub(vx, hn::Set(d, me.velocity.x)));
      const auto uy = hn::MulAdd(dt, gy, hn::Sub(vy, hn::Set(d, me.velocity.y)));
      const auto uz = hn::MulAdd(dt, gz, hn::Sub(vz, hn::Set(d, me.velocity.z)));
      const auto reach = hn::Add(hn::Load(d, chunk.radius + k), hn::Set(d, me.radius));
      const auto rv = hn::MulAdd(rx, ux, hn::MulAdd(ry, uy, hn::Mul(rz, uz)));
      const auto rr = hn::MulAdd(rx, rx, hn::MulAdd(ry, ry, hn::Mul(rz, rz)));
      const auto vv = hn::MulAdd(ux, ux, hn::MulAdd(uy, uy, hn::Mul(uz, uz)));
      const auto c = hn::NegMulAdd(reach, reach, rr);
      const auto discriminant = hn::NegMulAdd(vv, c, hn::Mul(rv, rv));
      // c / (2 |r.v|) is the soonest that it can be. Sleepers have given numbers that are none, and compare false.
      const auto soon = hn::Le(c, hn::Mul(hn::Mul(minus_two, rv), hn::Set(d, first.after)));
      const auto meets = hn::And(hn::And(hn::Lt(rv, zero), hn::Ge(discriminant, zero)), soon);
      if (hn::AllFalse(d, meets)) continue;
      const auto t = hn::Div(hn::Max(c, zero), hn::Sub(hn::Sqrt(hn::Max(discriminant, zero)), rv));
      const auto sooner = hn::IfThenElse(meets, t, hn::Set(d, kNever));
      HWY_ALIGN double times[8];
      hn::Store(sooner, d, times);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (times[lane] < first.after) first = {times[lane], others[start + k + lane]};
    }
  }
  return first;
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FindFirst);

FirstMeeting first_meeting(const Ball& me, const Ball* balls, std::span<const int> others, const Vec3& gravity,
                           double period, double before) {
  return HWY_DYNAMIC_DISPATCH(FindFirst)(me, balls, others.data(), others.size(), gravity, period, before);
}

}  // namespace resound
#endif
