#pragma once
#include <array>
#include <complex>
#include <functional>
#include <span>

#include "numerics/pose.h"

namespace resound {

// One facet of a body that rings in a single line while the body as a whole moves. What it sends is the real part of
// its strength times e^{s t}.
struct RingingPoint {
  Vec3 place;                                 // [m]     body axes
  std::complex<double> flow;                  // [kg/s]  monopole
  std::array<std::complex<double>, 3> force;  // [N]     dipole, body axes
};

struct RingingLine {
  double frequency = 1000;  // [Hz]
  double decay = 0;         // [1/s]  it dies away as e^{-decay t}

  std::complex<double> exponent() const;  // [1/s]  s = -decay + 2 pi i frequency
};

using PoseOverTime = std::function<Pose(double)>;  // [s]

// The time at which what an ear hears now left a point of the body: t_e = t - |ear - x(t_e)| / c. [s]
double emission_time(const Vec3& place, const PoseOverTime& pose, const Vec3& ear, double time, double speed_of_sound);

// The pressure that the points make at an ear [Pa], as a phasor whose real part is heard, exactly as retarded time has
// it: Doppler, convection, spreading and the turning of the dipoles [Lowson 1965],
//
//   4 pi p = sum  d/dt [ (q + F.n / c) / (r (1 - M)) ]  +  F.n / (r^2 (1 - M))            at t_e
//
// q, F strengths; n, r from point to ear; M the speed toward the ear over c. The derivative is taken of what oscillates
// alone: the rest is smaller by speed / (omega r), here less than 0.001.
std::complex<double> ringing_pressure(std::span<const RingingPoint> points, const RingingLine& line,
                                      const PoseOverTime& pose, const Vec3& ear, double time, double speed_of_sound);

}  // namespace resound
