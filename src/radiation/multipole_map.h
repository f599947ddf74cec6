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

// The same for all modes of a map at once, which then share the harmonics of the direction. A place inside the map's
// radius counts as the one on the sphere above it: there the series would grow without bound.
void transfers(const MultipoleMap& map, const Vec3& place, std::span<double> real, std::span<double> imaginary);

}  // namespace resound
