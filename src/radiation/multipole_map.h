#pragma once
#include <complex>
#include <span>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// How one mode of a body radiates, as outgoing spherical waves about the map's centre (time factor e^{+j omega t}):
//   p(x) = V sum_{l <= order} sum_{|m| <= l} a_lm  h_l(k r) Y_lm(direction),   h_l of the second kind, real Y_lm
// for a modal velocity of amplitude V [m sqrt(kg) / s].
struct ModeField {
  double wavenumber = 0;                           // [1/m]
  int order = 0;                                   // of the highest multipole kept
  std::vector<std::complex<double>> coefficients;  // (order + 1)^2, at l^2 + l + m
};

// How a ringing body sounds from every side: one field a mode, in the body's axes. Right outside `radius`.
struct MultipoleMap {
  Vec3 centre;        // [m]  body axes
  double radius = 0;  // [m]  of the sphere that holds the body
  std::vector<ModeField> modes;
};

// Pressure at `place` (relative to the centre, body axes) for a unit of modal velocity, with the delay of the flight
// taken out: p e^{+j k r}. The imaginary part of  transfer * (modal velocity phasor at t - r/c)  is the pressure in Pa.
std::complex<double> transfer(const ModeField& field, const Vec3& place);

// A body on the move, as the place sees it: its speed toward the place and the square of its speed, both over that of
// sound.
struct Approach {
  double toward = 0;  // [1]  M_r
  double square = 0;  // [1]  M^2
  bool operator==(const Approach&) const = default;
};

// The same for a body that moves: the pressure is then  transfer / (1 - M_r)^2  times the velocity at the time of
// sending. A moving monopole q and a moving force F send
//   p = d/dt_r [ (q + F.n/c) / (4 pi r (1 - M_r)) ]  +  F.n / (4 pi r^2 (1 - M_r)),    dt_r = (1 - M_r) dt_e
// [physics of a moving source: Morse & Ingard 1968, section 11.2]. Of each wave h_l the part that goes as 1/r is under
// the derivative, the rest is not. Written out at the time of sending, with d/dt_e of 1/(r (1 - M_r)):
//   h_l -> far (1 + (M_r - M^2) / (j k r (1 - M_r))) + near (1 - M_r)
// Exact for a monopole. For the others the change of direction within a swing is left out, v / (omega r) of the
// pressure, and higher multipoles are made louder like the first two.
std::complex<double> transfer(const ModeField& field, const Vec3& place, const Approach& approach);

// For all modes of a map at once, which then share the harmonics of the direction. A place inside the map's
// radius counts as the one on the sphere above it: there the series would grow without bound.
void transfers(const MultipoleMap& map, const Vec3& place, const Approach& approach, std::span<double> real,
               std::span<double> imaginary);

}  // namespace resound
