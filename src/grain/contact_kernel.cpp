#include "grain/contact_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grain/contact_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include "grain/contact_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {

template <class D>
struct RuleLanes {
  hn::Vec<D> normal, quarter, half, tangential, grip, friction;
};

template <class D>
HWY_INLINE RuleLanes<D> broadcast(D d, const HertzRule& rule) {
  return {hn::Set(d, rule.normal),     hn::Set(d, rule.quarter_damping),    hn::Set(d, rule.half_damping),
          hn::Set(d, rule.tangential), hn::Set(d, rule.tangential_damping), hn::Set(d, rule.friction)};
}

// 1 where `size` stays below `limit`, and what brings it down to it where not.
template <class V>
HWY_INLINE V limiter(V limit, V size_squared) {
  const hn::DFromV<V> d;
  const V tiny = hn::Set(d, 1e-200);
  return hn::Min(hn::Set(d, 1.0), hn::Div(limit, hn::Sqrt(hn::Max(size_squared, tiny))));
}

// The law of hertz_rule.h on as many contacts as there are lanes; `spring` and `root` are their memories. Unloading
// takes its share of the spring with it, without which a contact could give back more than it was given [Thornton
// 2013].
template <class D, class V = hn::Vec<D>>
HWY_INLINE Lanes3<V> law(D d, const RuleLanes<D>& rule, const Lanes3<V>& n, V overlap, const Lanes3<V>& g, V step,
                         Lanes3<V>& spring, V& root) {
  const V zero = hn::Zero(d), depth = hn::Max(overlap, zero), now = hn::Sqrt(depth);
  V damping = hn::Mul(rule.half, now);
  if (!hn::AllTrue(d, hn::Eq(rule.quarter, zero))) damping = hn::MulAdd(rule.quarter, hn::Sqrt(now), damping);
  const V approach = dot(g, n);
  const V pressing = hn::Max(zero, hn::MulAdd(damping, approach, hn::Mul(hn::Mul(rule.normal, depth), now)));
  const Lanes3<V> sliding = neg_mul_add(approach, n, g);
  const V share = hn::Min(hn::Set(d, 1.0), hn::Div(now, hn::Max(root, hn::Set(d, 1e-200))));
  const V limit = hn::Mul(rule.friction, pressing);
  spring = mul(share, neg_mul_add(dot(spring, n), n, spring));  // what turned out of the plane is gone
  spring = neg_mul_add(hn::Mul(hn::Mul(rule.tangential, now), step), sliding, spring);
  root = now;
  const Lanes3<V> force = neg_mul_add(hn::Mul(rule.grip, damping), sliding, spring);
  const V size_squared = dot(force, force);
  if (hn::AllTrue(d, hn::Le(size_squared, hn::Mul(limit, limit)))) return neg_mul_add(pressing, n, force);
  const V held = limiter(limit, size_squared);  // a surface that slides keeps its spring as it is
  spring = mul(held, spring);
  return neg_mul_add(pressing, n, mul(held, force));
}

// ---- pairs of balls

template <bool kPeriodic>
HWY_INLINE Lanes3<VL> way_between(const PairWork& w, const Lanes3<VL>& from, const Lanes3<VL>& to) {
  const Lanes3<VL> way = sub(to, from);
  if constexpr (!kPeriodic) return way;
  const Lanes d;
  const VL period = hn::Set(d, w.period), inverse = hn::Set(d, 1 / w.period);
  const auto nearest = [&](VL x) HWY_ATTR { return hn::NegMulAdd(period, hn::Round(hn::Mul(x, inverse)), x); };
  return {nearest(way.x), nearest(way.y), nearest(way.z)};
}

// Pairs by whether they touch, from what is known of each of them.
HWY_INLINE void share_out(const PairWork& w) {
  w.close->clear();
  w.apart->clear();
  for (int p = 0; p < static_cast<int>(w.pairs->size()); ++p)
    ((*w.touching)[static_cast<std::size_t>(p)] != 0 ? w.close : w.apart)->push_back(p);
}

// A few pairs change lists. Both stay in the order of the pairs, so that sums do too.
HWY_INLINE void move_over(const std::vector<int>& few, std::vector<int>& from, std::vector<int>& to) {
  auto next = few.begin();
  from.erase(std::remove_if(std::lower_bound(from.begin(), from.end(), few.front()), from.end(),
                            [&](int p) {
                              const bool goes = next != few.end() && *next == p;
                              if (goes) ++next;
                              return goes;
                            }),
             from.end());
  auto end = static_cast<std::ptrdiff_t>(to.size());
  to.resize(to.size() + few.size());
  for (auto k = static_cast<std::ptrdiff_t>(few.size()); k > 0; --k) {  // the last first, behind what follows it
    const int p = few[static_cast<std::size_t>(k - 1)];
    const auto at = std::lower_bound(to.begin(), to.begin() + end, p);
    std::move_backward(at, to.begin() + end, to.begin() + end + k);
    end = at - to.begin();
    to[static_cast<std::size_t>(end + k - 1)] = p;
  }
}

// Those that have come to touch move over. Those that touched stay, wherever they are now: their memory has to be
// cleared.
template <bool kPeriodic>
void find_close(const PairWork& w) {
  if (w.close->size() + w.apart->size() != w.pairs->size()) share_out(w);
  const Lanes d;
  const BallPair* pairs = w.pairs->data();
  const std::size_t count = w.apart->size();
  w.moving->clear();
  for (std::size_t from = 0; from < count; from += kLanes) {
    const int* apart = w.apart->data() + from;
    const std::size_t last = std::min(kLanes, count - from) - 1;
    const double *row_a[kLanes], *row_b[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {  // lanes that are left over look at the last one
      const BallPair pair = pairs[apart[std::min(lane, last)]];
      row_a[lane] = &w.balls[pair.first].position.x;
      row_b[lane] = &w.balls[pair.second].position.x;
    }
    const V4 a = load_rows(row_a, 0), b = load_rows(row_b, 0);
    const Lanes3<VL> way = way_between<kPeriodic>(w, a.xyz, b.xyz);
    const VL reach = hn::Add(a.w, b.w);
    const auto meets = hn::Lt(dot(way, way), hn::Mul(reach, reach));
    if (HWY_LIKELY(hn::AllFalse(d, meets))) continue;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, meets, bits);
    for (std::size_t lane = 0; lane <= last; ++lane)
      if ((bits[0] >> lane & 1) != 0) w.moving->push_back(apart[lane]);
  }
  if (!w.moving->empty()) move_over(*w.moving, *w.apart, *w.close);
}

// Contacts are computed a few dozen at a time, in three turns: how balls meet, what that does, and who gets it. Each
// turn is short enough for the processor to begin the next contacts while it waits for the roots of the last.
constexpr std::size_t kTurn = 64;
static_assert(kTurn % kLanes == 0);

struct Meetings {
  alignas(64) double normal[3][kTurn];   // unit, from the first to the second
  alignas(64) double overlap[kTurn];     // [m]
  alignas(64) double sliding[3][kTurn];  // [m/s]
  alignas(64) double rule[kTurn];        // number in the table
};

// Forces on the first balls, what their torques have in common: n x F, and what the contacts remember. Rows of four
// numbers, as balls and memories have them.
struct Results {
  alignas(64) double force[kTurn][4];
  alignas(64) double turning[kTurn][4];
  alignas(64) double memory[kTurn][4];
};

HWY_INLINE void store(const Lanes3<VL>& v, double (*columns)[kTurn], std::size_t at) {
  const Lanes d;
  hn::Store(v.x, d, columns[0] + at);
  hn::Store(v.y, d, columns[1] + at);
  hn::Store(v.z, d, columns[2] + at);
}

HWY_INLINE Lanes3<VL> load(const double (*columns)[kTurn], std::size_t at) {
  const Lanes d;
  return {hn::Load(d, columns[0] + at), hn::Load(d, columns[1] + at), hn::Load(d, columns[2] + at)};
}

template <bool kOneType>
HWY_INLINE RuleLanes<Lanes> rules_of(const HertzRule* rules, VL number) {
  const Lanes d;
  if constexpr (kOneType) return broadcast(d, rules[0]);
  constexpr double kStride = sizeof(HertzRule) / sizeof(double);
  const auto at = hn::ConvertTo(hn::RebindToSigned<Lanes>(), hn::Mul(hn::Set(d, kStride), number));
  const double* base = &rules[0].normal;
  return {hn::GatherIndex(d, base, at),     hn::GatherIndex(d, base + 1, at), hn::GatherIndex(d, base + 2, at),
          hn::GatherIndex(d, base + 3, at), hn::GatherIndex(d, base + 4, at), hn::GatherIndex(d, base + 5, at)};
}

template <bool kPeriodic>
HWY_INLINE void meet(const PairWork& w, const int* close, Meetings& meetings, std::size_t at) {
  const Lanes d;
  const double *row_a[kLanes], *row_b[kLanes], *spin_a[kLanes], *spin_b[kLanes];
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const BallPair pair = (*w.pairs)[static_cast<std::size_t>(close[lane])];
    row_a[lane] = &w.balls[pair.first].position.x;
    row_b[lane] = &w.balls[pair.second].position.x;
    spin_a[lane] = &w.spins[pair.first].spin.x;
    spin_b[lane] = &w.spins[pair.second].spin.x;
  }
  const V4 a = load_rows(row_a, 0), b = load_rows(row_b, 0), va = load_rows(row_a, 4), vb = load_rows(row_b, 4);
  const V4 wa = load_rows(spin_a, 0), wb = load_rows(spin_b, 0);
  const Lanes3<VL> apart = way_between<kPeriodic>(w, a.xyz, b.xyz);
  const VL distance = hn::Sqrt(dot(apart, apart));
  const Lanes3<VL> n = mul(hn::Div(hn::Set(d, 1.0), hn::Max(distance, hn::Set(d, 1e-200))), apart);
  const Lanes3<VL> rolling = mul_add(a.w, wa.xyz, mul(b.w, wb.xyz));
  store(n, meetings.normal, at);
  store(add(sub(va.xyz, vb.xyz), cross(rolling, n)), meetings.sliding, at);
  hn::Store(hn::Sub(hn::Add(a.w, b.w), distance), d, meetings.overlap + at);
  hn::Store(hn::MulAdd(va.w, hn::Set(d, static_cast<double>(w.types)), vb.w), d, meetings.rule + at);
}

template <bool kOneType>
HWY_INLINE void press_batch(const PairWork& w, const int* close, const Meetings& meetings, std::size_t at,
                            Results& results) {
  const Lanes d;
  const double* memory[kLanes];
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    memory[lane] = &(*w.memory)[static_cast<std::size_t>(close[lane])].spring.x;
  const V4 remembered = load_rows(memory, 0);
  const Lanes3<VL> n = load(meetings.normal, at), g = load(meetings.sliding, at);
  Lanes3<VL> spring = remembered.xyz;
  VL root = remembered.w;
  const Lanes3<VL> force = law(d, rules_of<kOneType>(w.rules, hn::Load(d, meetings.rule + at)), n,
                               hn::Load(d, meetings.overlap + at), g, hn::Set(d, w.step), spring, root);
  store_rows({force, hn::Zero(d)}, results.force + at);
  store_rows({cross(n, force), hn::Zero(d)}, results.turning + at);
  store_rows({spring, root}, results.memory + at);
}

HWY_INLINE void add_to(BallLoad& load, double sign, double radius, const Results& r, std::size_t lane) {
  add_row(&load.force.x, sign, r.force[lane]);
  add_row(&load.torque.x, radius, r.turning[lane]);
}

HWY_INLINE void keep(const PairWork& w, int p, const Results& r, std::size_t lane) {
  const auto at = static_cast<std::size_t>(p);
  const BallPair pair = (*w.pairs)[at];
  std::memcpy(&(*w.memory)[at], r.memory[lane], sizeof(ContactMemory));
  std::uint8_t& touching = (*w.touching)[at];
  if (HWY_UNLIKELY(touching == 0)) w.begun->push_back(p);
  touching = r.memory[lane][3] > 0 ? 1 : 0;
  const auto is_ours = [&](int ball) { return ball >= w.begin && ball < w.end; };
  if (HWY_LIKELY(is_ours(pair.first))) add_to(w.loads[pair.first - w.begin], 1, w.balls[pair.first].radius, r, lane);
  if (HWY_LIKELY(is_ours(pair.second)))
    add_to(w.loads[pair.second - w.begin], -1, w.balls[pair.second].radius, r, lane);
  if (HWY_UNLIKELY(touching == 0)) w.moving->push_back(p);
}

template <bool kOneType, bool kPeriodic>
void press_all(const PairWork& w) {
  find_close<kPeriodic>(w);
  const std::size_t count = w.close->size();
  if (count == 0) return;
  w.close->resize(count + kLanes, w.close->back());  // lanes that are left over
  const int* close = w.close->data();
  Meetings meetings;
  Results results;
  w.moving->clear();
  for (std::size_t from = 0; from < count; from += kTurn, close += kTurn) {
    const std::size_t end = std::min(kTurn, count - from);
    for (std::size_t at = 0; at < end; at += kLanes) meet<kPeriodic>(w, close + at, meetings, at);
    for (std::size_t at = 0; at < end; at += kLanes) press_batch<kOneType>(w, close + at, meetings, at, results);
    for (std::size_t at = 0; at < end; ++at) keep(w, close[at], results, at);
  }
  w.close->resize(count);
  if (!w.moving->empty()) move_over(*w.moving, *w.close, *w.apart);
}

void PressPairs(const PairWork& w) {
  const bool one_type = w.types == 1, periodic = w.period > 0;
  const auto all = one_type ? (periodic ? press_all<true, true> : press_all<true, false>)
                            : (periodic ? press_all<false, true> : press_all<false, false>);
  all(w);
}

// ---- balls on walls

void PressWalls(const HertzRule* rules, std::span<WallPress> presses, double step) {
  const Lanes d;
  for (std::size_t from = 0; from < presses.size(); from += kLanes) {
    const std::size_t count = std::min(kLanes, presses.size() - from);
    const double* rows[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane)  // lanes that are left over do what the last one does
      rows[lane] = &presses[from + std::min(lane, count - 1)].normal.x;
    const V4 meeting = load_rows(rows, 0), sliding = load_rows(rows, 4), remembered = load_rows(rows, 8);
    Lanes3<VL> spring = remembered.xyz;
    VL root = remembered.w;
    const Lanes3<VL> force =
        law(d, rules_of<false>(rules, sliding.w), meeting.xyz, meeting.w, sliding.xyz, hn::Set(d, step), spring, root);
    HWY_ALIGN double memories[kLanes][4], forces[kLanes][4];
    store_rows({spring, root}, memories);
    store_rows({force, hn::Zero(d)}, forces);
    for (std::size_t lane = 0; lane < count; ++lane) {
      WallPress& press = presses[from + lane];
      std::memcpy(&press.memory, memories[lane], sizeof(ContactMemory));
      std::memcpy(&press.force, forces[lane], sizeof(Vec3));
    }
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(PressPairs);
HWY_EXPORT(PressWalls);

void press_pairs(const PairWork& work) { HWY_DYNAMIC_DISPATCH(PressPairs)(work); }

void press_walls(const HertzRule* rules, std::span<WallPress> presses, double step) {
  HWY_DYNAMIC_DISPATCH(PressWalls)(rules, presses, step);
}

double stored_energy(const HertzRule& rule, const ContactMemory& memory) {
  if (!(memory.root > 0)) return 0;
  const double tangential = rule.tangential * memory.root;
  const double twist = tangential > 0 ? dot(memory.spring, memory.spring) / (2 * tangential) : 0;
  return 0.4 * rule.normal * std::pow(memory.root, 5) + twist;
}

}  // namespace resound
#endif
