#pragma once
#include <complex>
#include <span>

#include "geometry/triangle_mesh.h"
#include "radiation/radiation.h"

namespace resound {

// Pressure [Pa], with its delay, in front of a flat source set in an endless rigid wall (Rayleigh's first integral,
// exact): each triangle sends into half of space.
//   p = j omega rho / (2 pi) int v e^{-jkr} / r dS
// `speed`: outward, one a triangle [m/s].
std::complex<double> rayleigh_baffled(const TriangleMesh& front, std::span<const double> speed, double omega,
                                      const Vec3& place, const RadiationSettings& air);

}  // namespace resound
