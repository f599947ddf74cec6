#include "radiation/ringing_points.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

using Complex = std::complex<double>;

constexpr double kEnough = 1e-12;  // [s]  of emission time: a millionth of a period
constexpr double kApart = 1e-4;    // [s]  over which the speed of a point is taken

Complex along(const std::array<Complex, 3>& force, const Vec3& n) {
  return force[0] * n.x + force[1] * n.y + force[2] * n.z;
}

Complex pressure_of(const RingingPoint& point, Complex s, const PoseOverTime& pose, const Vec3& ear, double time,
                    double c) {
  const double sent = emission_time(point.place, pose, ear, time, c);
  const Pose there = pose(sent);
  const Vec3 way = ear - there.to_world(point.place);
  const double r = length(way);
  const Vec3 n = way / r;
  const Vec3 moved = pose(sent + kApart).to_world(point.place) - pose(sent - kApart).to_world(point.place);
  const double shrink = 1 - dot(moved, n) / (2 * kApart * c);             // 1 - M
  const Complex push = along(point.force, there.rotation.inverse() * n);  // the force turns with the body
  return ((s / shrink) * (point.flow + push / c) + push / r) / (r * shrink) * std::exp(s * sent);
}

}  // namespace

Complex RingingLine::exponent() const { return {-decay, 2 * std::numbers::pi * frequency}; }

// Each round brings the error down by the Mach number.
double emission_time(const Vec3& place, const PoseOverTime& pose, const Vec3& ear, double time, double speed_of_sound) {
  double sent = time;
  for (int round = 0; round < 100; ++round) {
    const double next = time - length(ear - pose(sent).to_world(place)) / speed_of_sound;
    const double change = std::abs(next - sent);
    sent = next;
    if (change < kEnough) break;
  }
  return sent;
}

Complex ringing_pressure(std::span<const RingingPoint> points, const RingingLine& line, const PoseOverTime& pose,
                         const Vec3& ear, double time, double speed_of_sound) {
  Complex sum = 0;
  for (const RingingPoint& point : points) sum += pressure_of(point, line.exponent(), pose, ear, time, speed_of_sound);
  return sum / (4 * std::numbers::pi);
}

}  // namespace resound
