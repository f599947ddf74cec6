#pragma once
#include <span>

#include "fem/pencil.h"

namespace resound {

// How many eigenvalues of K phi = lambda M phi lie below the shift: as many as the factors of K - shift M have negative
// pivots [Sylvester's law of inertia]. By MUMPS (sequential, symmetric), which pivots where a front asks for it.
int eigenvalues_below(const Pencil& pencil, double shift, std::span<const int> elimination_order);

}  // namespace resound
