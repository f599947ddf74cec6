#pragma once
#include <complex>
#include <span>
#include <vector>

#include "radiation/pair_integrals.h"
#include "radiation/radiation.h"

namespace resound {

// The pressure [Pa] at the nodes of a surface that moves with the given outward speeds (facets x columns), at one
// frequency: nodes x columns. A coupling of 0 leaves Kirchhoff's equation alone, which fails where the space inside
// resonates. Callers hold a OneBlasThread.
std::vector<std::complex<double>> surface_pressure(const RadiatingSurface& surface, const NearPairs& near,
                                                   double wavenumber, std::span<const double> speeds,
                                                   double omega_density, std::complex<double> coupling);
std::complex<double> burton_miller_coupling(const RadiatingSurface& surface, double wavenumber);  // [m]

// Indices of the modes by frequency, cut into groups of twins: one factorisation serves a group.
std::vector<std::vector<std::size_t>> groups_of_twins(std::span<const RadiatingMode> modes);

}  // namespace resound
