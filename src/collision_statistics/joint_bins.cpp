#include "collision_statistics/joint_bins.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "numerics/pi.h"
#include "numerics/pose.h"
#include "numerics/random_direction.h"

namespace resound {
namespace {

const double kBin = std::log(JointBins::kRatio);
// A speed and one drawn from its bin, which lies anywhere around it, differ by the factor r^(x - y), x and y even
// between 0 and 1: the mean of its square is (sinh(ln r) / ln r)^2.
const double kTooFast = std::sinh(kBin) / kBin;

const double kBinsPerOctave = 1 / std::log2(JointBins::kRatio);

// A turn with no favourite: the squares of two pairs of a quaternion's numbers share 1 evenly, and each pair has any
// angle [Shoemake 1992].
Rotation any_turn(RandomStream& chance) {
  const double share = chance.uniform(), a = kTurn * chance.uniform(), b = kTurn * chance.uniform();
  const double first = std::sqrt(1 - share), second = std::sqrt(share);
  return {second * std::cos(b), first * std::sin(a), first * std::cos(a), second * std::sin(b)};
}

// Of numbers far within the range of integers.
double floor_of(double x) {
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole - (x < whole ? 1 : 0);
}

// log2 of a positive number to within 0.0003: where a speed lies among bins need not be known better.
double rough_log2(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double exponent = static_cast<double>(static_cast<int>(bits >> 52 & 0x7ff) - 1023);
  const double m = std::bit_cast<double>((bits & 0xfffffffffffffu) | 0x3ff0000000000000u);  // 1 … 2
  const double t = (m - 1.4142135623730951) / (m + 1.4142135623730951), square = t * t;
  return exponent + 0.5 + t * (2.8853900817779268 + square * (0.9617966939259756 + square * 0.57707801635558535));
}

// The angle of a point about the origin to within 0.0001 rad, -pi … pi.
double rough_angle(double y, double x) {
  const double ax = std::abs(x), ay = std::abs(y);
  const double t = std::min(ax, ay) / std::max(std::max(ax, ay), 1e-300), s = t * t;
  double angle = t * (0.9998660 + s * (-0.3302995 + s * (0.1801410 + s * (-0.0851330 + s * 0.0208351))));
  if (ay > ax) angle = kPi / 2 - angle;
  if (x < 0) angle = kPi - angle;
  return y < 0 ? -angle : angle;
}

double exponential_of_small(double x) {  // to within 1e-8 for |x| < 0.25
  return 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6)))));
}

}  // namespace

JointBins::JointBins(RandomStream& chance) {
  const Rotation turn = any_turn(chance);
  axes_ = {turn * Vec3{1, 0, 0}, turn * Vec3{0, 1, 0}, turn * Vec3{0, 0, 1}};
  shift_ = chance.uniform();
}

// Within its sector the direction is turned on by a small angle, for which short series are exact enough.
Vec3 JointBins::direction_like(const Vec3& direction, double x, double y) const {
  constexpr double kSector = kTurn / kSectors;  // [rad]
  const double height = dot(direction, axes_[2]);
  const double slice = std::clamp(floor_of((height + 1) * (kHeights / 2.0)), 0.0, kHeights - 1.0);
  const double new_height = (slice + x) * (2.0 / kHeights) - 1;
  double u = dot(direction, axes_[0]), v = dot(direction, axes_[1]);
  if (u * u + v * v < 1e-24) u = 1e-12, v = 0;
  const double place = rough_angle(v, u) / kSector;
  const double d = kSector * (floor_of(place) + y - place), square = d * d;  // [rad]
  const double sine = d * (1 - square / 6 * (1 - square / 20)), cosine = 1 - square / 2 * (1 - square / 12);
  const double scale = std::sqrt(std::max(0.0, 1 - new_height * new_height) / (u * u + v * v));
  return scale * (u * cosine - v * sine) * axes_[0] + scale * (u * sine + v * cosine) * axes_[1] +
         new_height * axes_[2];
}

double JointBins::speed_like(double speed, double x) const {
  if (!(speed > 0)) return 0;
  const double place = rough_log2(speed) * kBinsPerOctave + shift_;
  return speed * exponential_of_small(kBin * (floor_of(place) + x - place)) / kTooFast;
}

}  // namespace resound
