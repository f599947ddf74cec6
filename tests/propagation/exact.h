#pragma once
#include "propagation/rig.h"

// Closed forms of what reaches a fixed ear, to check the splatted ones against.
namespace resound::test {

// When a source that passes `start` at time zero with constant velocity must have sent what is heard at `ear` at time
// t: the quadratic |ear - start - v te| = c (t - te).
inline double emission_time(const Vec3& ear, const Vec3& start, const Vec3& v, double c, double t) {
  const Vec3 d = ear - start;
  const double a = c * c - dot(v, v), b = c * c * t - dot(d, v), k = c * c * t * t - dot(d, d);
  return (b - std::sqrt(b * b - a * k)) / a;
}

// A monopole in uniform motion [Pierce; Morse & Ingard, section 11.2], M_r toward the ear:
//   p = q' / (4 pi r (1 - M_r)^2) + q c (M_r - M^2) / (4 pi r^2 (1 - M_r)^3)
inline double moving_monopole(const Vec3& ear, const Vec3& start, const Vec3& v, double c, double t, const Signal& q,
                              const Signal& q_rate) {
  const double te = emission_time(ear, start, v, c, t);
  const Vec3 way = ear - (start + te * v);
  const double r = length(way), toward = dot(v, way) / (r * c), m2 = dot(v, v) / (c * c), j = 1 - toward;
  const double four_pi = 4 * std::numbers::pi;
  return q_rate(te) / (four_pi * r * j * j) + q(te) * c * (toward - m2) / (four_pi * r * r * j * j * j);
}

// A dipole in uniform motion, straight from its definition: minus the divergence, at the ear, of F / (4 pi r (1 -
// M_r)).
inline double moving_dipole(const Vec3& ear, const Vec3& start, const Vec3& v, double c, double t,
                            const Motion3& force) {
  const auto potential = [&](const Vec3& at) {
    const double te = emission_time(at, start, v, c, t);
    const Vec3 way = at - (start + te * v);
    const double r = length(way);
    return force(te) / (4 * std::numbers::pi * r * (1 - dot(v, way) / (r * c)));
  };
  const double h = 2e-4;  // [m]
  const auto slope = [&](const Vec3& axis, double Vec3::*part) {
    const auto at = [&](double steps) { return potential(ear + (steps * h) * axis).*part; };
    return (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + (at(3) - at(-3))) / (60 * h);  // sixth order
  };
  return -(slope({1, 0, 0}, &Vec3::x) + slope({0, 1, 0}, &Vec3::y) + slope({0, 0, 1}, &Vec3::z));
}

}  // namespace resound::test
