#pragma once
#include <vector>

#include "grain/event_driven.h"

namespace resound {

// Balls of diameter 1, mass 1 and temperature 1 in a cube that repeats, at rest as a whole, at volume fraction `phi`.
GrainSystem hard_sphere_gas(int count, double phi, double restitution, std::uint64_t seed = 1);

// Glass beads hung on a loose lattice inside a cylinder about z, from a height upward.
void add_beads(GrainSystem& system, int count, double radius, double cylinder, double bottom);

GrainKind glass_bead(double radius, double friction = 0.2);  // [m], [1]

// The smallest gap between two grains, as a share of the sum of their radii; negative: they overlap.
double least_gap(const GrainSystem& system, EventDrivenGrains& grains);

inline const CollisionSink kNobody = [](const Collision&) {};

}  // namespace resound
