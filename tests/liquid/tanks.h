#pragma once
#include <vector>

#include "liquid/liquid_solver.h"

// Liquids to test with: slabs that repeat along y, a few particles deep.
namespace resound {

inline constexpr int kSlab = 6;  // particles along y

// A lattice of particles with its corner at `corner`; at rest, with hydrostatic pressure below z = `surface` [m] where
// that is given.
std::vector<LiquidParticle> block_of(const Vec3& corner, int nx, int ny, int nz, double spacing);
void give_weight(std::vector<LiquidParticle>& particles, double surface, double density);

// Sheets in the (x, z) plane, drawn out along y from -margin to width + margin: one through each line of points.
TriangleMesh drawn_out(const std::vector<std::vector<Vec3>>& lines, double width, double margin);

// Water `nx` by `nz` particles in an open tank as long as it, at rest.
LiquidSystem tank_of_water(int nx, int nz, double spacing);

// First frequency of a series of values a step apart [Hz], from its crossings of the mean, after the first.
double frequency_of(const std::vector<double>& values, double step);

}  // namespace resound
