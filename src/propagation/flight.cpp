#include "propagation/flight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "propagation/distance_bins.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "propagation/flight.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void Fly(const Track& source, const Track& ear, double samples_per_metre, int count, Flight& flight) {
  const hn::ScalableTag<double> d;
  const auto smallest = hn::Set(d, kSmallestDistance);
  const auto scale = hn::Set(d, samples_per_metre);
  const auto inverse_4pi = hn::Set(d, 0.25 * std::numbers::inv_pi);
  const auto one = hn::Set(d, 1.0);
  const std::size_t size = padded(count), lanes = hn::Lanes(d);
  const auto most = hn::Set(d, std::numeric_limits<double>::max());
  auto earliest = most, latest = hn::Neg(most), nearest = most, farthest = hn::Zero(d), sum = hn::Zero(d);
  for (std::size_t i = 0; i < size; i += lanes) {
    const auto x = hn::Sub(hn::LoadU(d, &ear.x[i]), hn::LoadU(d, &source.x[i]));
    const auto y = hn::Sub(hn::LoadU(d, &ear.y[i]), hn::LoadU(d, &source.y[i]));
    const auto z = hn::Sub(hn::LoadU(d, &ear.z[i]), hn::LoadU(d, &source.z[i]));
    const auto r = hn::Sqrt(hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z))));
    const auto inverse = hn::Div(one, hn::Max(r, smallest));
    const auto far = hn::Mul(inverse, inverse_4pi);
    const auto arrival = hn::MulAdd(r, scale, hn::Iota(d, static_cast<double>(i)));
    earliest = hn::Min(earliest, arrival), latest = hn::Max(latest, arrival);
    nearest = hn::Min(nearest, r), farthest = hn::Max(farthest, r);
    sum = hn::Add(sum, r);
    hn::StoreU(arrival, d, &flight.arrival[i]);
    hn::StoreU(r, d, &flight.distance[i]);
    hn::StoreU(far, d, &flight.far[i]);
    hn::StoreU(hn::Mul(far, inverse), d, &flight.near[i]);
    hn::StoreU(hn::Mul(x, inverse), d, &flight.direction.x[i]);
    hn::StoreU(hn::Mul(y, inverse), d, &flight.direction.y[i]);
    hn::StoreU(hn::Mul(z, inverse), d, &flight.direction.z[i]);
  }
  flight.earliest = hn::GetLane(hn::MinOfLanes(d, earliest));
  flight.latest = hn::GetLane(hn::MaxOfLanes(d, latest));
  flight.nearest = hn::GetLane(hn::MinOfLanes(d, nearest));
  flight.farthest = hn::GetLane(hn::MaxOfLanes(d, farthest));
  flight.sum_of_distances = hn::GetLane(hn::SumOfLanes(d, sum));
}

// The area goes from `area` by `step` a sample.
void WeighBeam(std::span<const float> pressure, const Vec3& area, const Vec3& step, const Flight& flight,
               const double* gain, double* near) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const auto full_turn = hn::Set(d, 4 * std::numbers::pi);
  const auto& n = flight.direction;
  for (std::size_t i = 0; i < pressure.size(); i += hn::Lanes(d)) {
    const auto at = hn::Iota(d, static_cast<double>(i));
    const auto x = hn::MulAdd(at, hn::Set(d, step.x), hn::Set(d, area.x));
    const auto y = hn::MulAdd(at, hn::Set(d, step.y), hn::Set(d, area.y));
    const auto z = hn::MulAdd(at, hn::Set(d, step.z), hn::Set(d, area.z));
    const auto yz = hn::MulAdd(y, hn::LoadU(d, &n.y[i]), hn::Mul(z, hn::LoadU(d, &n.z[i])));
    const auto along = hn::MulAdd(x, hn::LoadU(d, &n.x[i]), yz);
    const auto sent = hn::Mul(along, hn::PromoteTo(d, hn::LoadU(floats, pressure.data() + i)));
    const auto weight = hn::Mul(hn::Mul(hn::LoadU(d, gain + i), full_turn), hn::LoadU(d, &flight.far[i]));
    hn::StoreU(hn::Mul(sent, weight), d, near + i);
  }
}

void WeighMonopole(const double* q, const Flight& flight, const double* gain, std::size_t size, double* far) {
  const hn::ScalableTag<double> d;
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto weight = hn::Mul(hn::LoadU(d, &flight.far[i]), hn::LoadU(d, gain + i));
    hn::StoreU(hn::Mul(weight, hn::LoadU(d, q + i)), d, far + i);
  }
}

// Adds to far, sets near.
void WeighDipole(const Strength& strength, const Flight& flight, const double* gain, double speed_of_sound,
                 double vertical, std::size_t size, double* far, double* near) {
  const hn::ScalableTag<double> d;
  const auto slowness = hn::Set(d, 1 / speed_of_sound);
  const auto up = hn::Set(d, vertical);
  const auto& [fx, fy, fz] = strength.dipole;
  const auto& n = flight.direction;
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto z = hn::Mul(hn::Mul(up, hn::LoadU(d, &fz[i])), hn::LoadU(d, &n.z[i]));
    const auto yz = hn::MulAdd(hn::LoadU(d, &fy[i]), hn::LoadU(d, &n.y[i]), z);
    const auto along = hn::Mul(hn::LoadU(d, gain + i), hn::MulAdd(hn::LoadU(d, &fx[i]), hn::LoadU(d, &n.x[i]), yz));
    const auto weight = hn::Mul(hn::LoadU(d, &flight.far[i]), slowness);
    hn::StoreU(hn::MulAdd(along, weight, hn::LoadU(d, far + i)), d, far + i);
    hn::StoreU(hn::Mul(along, hn::LoadU(d, &flight.near[i])), d, near + i);
  }
}

// One cubic a coordinate, in samples since the knot it begins at; from <= i < to.
void FollowCubic(const Vec3 (&c)[4], double origin, std::size_t from, std::size_t to, Track& track) {
  const Vec3 c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
  double* HWY_RESTRICT x = track.x.data();
  double* HWY_RESTRICT y = track.y.data();
  double* HWY_RESTRICT z = track.z.data();
  for (std::size_t i = from; i < to; ++i) {
    const double s = static_cast<double>(static_cast<std::int32_t>(i)) - origin;
    x[i] = c0.x + s * (c1.x + s * (c2.x + s * c3.x));
    y[i] = c0.y + s * (c1.y + s * (c2.y + s * c3.y));
    z[i] = c0.z + s * (c1.z + s * (c2.z + s * c3.z));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Fly);
HWY_EXPORT(WeighMonopole);
HWY_EXPORT(WeighDipole);
HWY_EXPORT(WeighBeam);
HWY_EXPORT(FollowCubic);

void Track::resize(int count) {
  if (x.size() == padded(count)) return;
  for (auto* axis : {&x, &y, &z}) axis->resize(padded(count));
}

void Track::fill(const Vec3& value) {
  std::ranges::fill(x, value.x);
  std::ranges::fill(y, value.y);
  std::ranges::fill(z, value.z);
}

void Flight::resize(int count) {
  if (arrival.size() == padded(count)) return;
  for (auto* array : {&arrival, &distance, &far, &near}) array->resize(padded(count));
  direction.resize(count);
}

void follow(std::span<const SourceKnot> knots, SampleRate rate, int count, Course& course, bool with_velocity) {
  course.position.resize(count);
  course.velocity.resize(count);
  if (knots.size() == 1 && knots[0].velocity == Vec3{})
    return course.position.fill(knots[0].position), course.velocity.fill({});
  const std::size_t size = padded(count);
  std::size_t begin = 0;
  const auto run = [&](const Vec3(&cubic)[4], double origin, double until) {
    const auto end = std::clamp(static_cast<std::size_t>(std::max(0.0, std::ceil(until))), begin, size);
    HWY_DYNAMIC_DISPATCH(FollowCubic)(cubic, origin, begin, end, course.position);
    if (with_velocity) {
      const Vec3 slope[4] = {rate.hz * cubic[1], (2 * rate.hz) * cubic[2], (3 * rate.hz) * cubic[3], {}};
      HWY_DYNAMIC_DISPATCH(FollowCubic)(slope, origin, begin, end, course.velocity);
    }
    begin = end;
  };
  const auto straight = [&](const SourceKnot& knot, double until) {
    run({knot.position, knot.velocity / rate.hz, {}, {}}, knot.sample, until);
  };
  if (knots.size() > 1) straight(knots.front(), knots.front().sample);
  for (std::size_t k = 0; k + 1 < knots.size(); ++k) {
    const SourceKnot &a = knots[k], &b = knots[k + 1];
    const double h = b.sample - a.sample;
    const Vec3 va = a.velocity / rate.hz, vb = b.velocity / rate.hz;  // [m/sample]
    const Vec3 slope = (b.position - a.position) / h;
    run({a.position, va, (3.0 * slope - 2.0 * va - vb) / h, (va + vb - 2.0 * slope) / (h * h)}, a.sample, b.sample);
  }
  straight(knots.back(), static_cast<double>(size));
}

Meeting meet(const Path& ear, const Vec3& from, double sent, double c, double guess, SampleRate rate) {
  Meeting met{guess, {}, {}};
  for (int iteration = 0; iteration < 30; ++iteration) {
    met.position = ear.position(sent + met.delay);
    met.velocity = ear.velocity(sent + met.delay);
    const Vec3 way = met.position - from;
    const double r = length(way);
    const double closing = r > 0 ? dot(met.velocity, way) / (c * r) : 0.0;
    const double change = std::min((met.delay - r / c) / std::max(1 - closing, 0.05), met.delay);
    met.delay -= change;
    met.position -= change * met.velocity;
    if (!(std::abs(change) > 1e-5 * rate.step())) break;  // Newton squares what is left
  }
  return met;
}

Vec3 acceleration(const Path& ear, const Meeting& meeting, double sent, SampleRate rate) {
  return (meeting.velocity - ear.velocity(sent + meeting.delay - rate.step())) / rate.step();
}

void meet(const Path& ear, const Track& source, const TimeBlock& block, double c, Course& met) {
  const std::size_t size = source.x.size();
  for (Track* track : {&met.position, &met.velocity, &met.acceleration}) track->resize(static_cast<int>(size));
  double delay = 0, growth = 0;  // [s]  of the sample before, and how it grew: a good first guess
  for (std::size_t i = 0; i < size; ++i) {
    const double sent = block.time_of(static_cast<double>(i));
    const Meeting meeting = meet(ear, source.at(i), sent, c, std::max(0.0, delay + growth), block.rate);
    growth = i == 0 ? 0.0 : meeting.delay - delay;
    delay = meeting.delay;
    met.position.set(i, meeting.position);
    met.velocity.set(i, meeting.velocity);
    met.acceleration.set(i, acceleration(ear, meeting, sent, block.rate));
  }
}

void fly(const Track& source, const Track& ear, double samples_per_metre, int count, Flight& flight) {
  flight.resize(count);
  HWY_DYNAMIC_DISPATCH(Fly)(source, ear, samples_per_metre, count, flight);
}

void weigh(const Strength& strength, const Flight& flight, std::span<const double> gain, double speed_of_sound,
           bool mirrored, int count, std::vector<double>& far, std::vector<double>& near) {
  const std::size_t size = padded(count);
  far.resize(size);
  if (strength.monopole.empty()) {
    std::ranges::fill(far, 0.0);
  } else {
    HWY_DYNAMIC_DISPATCH(WeighMonopole)(strength.monopole.data(), flight, gain.data(), size, far.data());
  }
  if (strength.dipole[0].empty()) return near.clear();
  near.resize(size);
  HWY_DYNAMIC_DISPATCH(WeighDipole)
  (strength, flight, gain.data(), speed_of_sound, mirrored ? -1.0 : 1.0, size, far.data(), near.data());
}

void weigh_for_moving_ear(const Strength& strength, const Flight& flight, const Course& source, const Course& ear,
                          std::span<const double> gain, double c, bool mirrored, int count, std::vector<double>& far,
                          std::vector<double>& near) {
  far.resize(padded(count));
  near.resize(padded(count));
  const double vertical = mirrored ? -1 : 1;
  const auto& [fx, fy, fz] = strength.dipole;
  for (std::size_t i = 0; i < padded(count); ++i) {
    const double q = strength.monopole.empty() ? 0 : strength.monopole[i];
    const Vec3 F = fx.empty() ? Vec3{} : Vec3{fx[i], fy[i], vertical * fz[i]};
    Vec3 v = source.velocity.at(i);
    v.z *= vertical;
    const EarWeights weights = weigh_for_moving_ear(q, F, v, flight.direction.at(i), flight.distance[i],
                                                    {ear.velocity.at(i), ear.acceleration.at(i)}, c);
    const double scale = gain[i] * flight.far[i];
    far[i] = scale * weights.far;
    near[i] = scale * weights.near;
  }
}

EarWeights weigh_for_moving_ear(double q, const Vec3& F, const Vec3& v, const Vec3& n, double distance,
                                const MovingEar& ear, double c) {
  const Vec3 u = ear.velocity;
  const double r = std::max(distance, kSmallestDistance);
  const double Fn = dot(F, n), un = dot(u, n), A = q + Fn / c;
  const double E = 1 / (1 - un / c), stay = 1 - dot(v, n) / c;  // 1 - M_s
  const Vec3 apart = u - v / (stay * E);                        // how source and ear part, per second of hearing
  const double turning = (dot(u, apart) - un * dot(n, apart)) / r;
  const double Mu_rate = (dot(ear.acceleration, n) + turning) / c;
  const double drift = A * (un - dot(u, v) / c) / (r * stay) - (dot(u, F) - un * Fn) / (c * r);
  return {A * E * E, E * (Fn / r - A * E * E * Mu_rate + E * drift)};
}

void check_distance(double distance, int object, double time) {
  if (!std::isfinite(distance))
    throw UnstableError(
        fmt::format("object {} at {:.4f} s: the position of a source is not a finite number", object + 1, time));
  if (distance > kFarthest)
    throw LimitError(fmt::format(
        "object {} at {:.4f} s: a source is {:.1f} km from a listener; sound is carried over at most {:.0f} km: move "
        "them closer together",
        object + 1, time, distance / 1000, kFarthest / 1000));
}

void weigh_as_published(const Strength& strength, const Flight& flight, std::span<const double> gain, bool mirrored,
                        int count, std::vector<double>& near) {
  near.resize(padded(count));
  const auto seen = [&](const Vec3& area) { return Vec3{area.x, area.y, mirrored ? -area.z : area.z}; };
  const Vec3 begin = seen(strength.beam.begin), end = seen(strength.beam.end);
  const Vec3 step = count > 1 ? (end - begin) / (count - 1.0) : Vec3{};
  HWY_DYNAMIC_DISPATCH(WeighBeam)(strength.beam.pressure, begin, step, flight, gain.data(), near.data());
}

}  // namespace resound
#endif
