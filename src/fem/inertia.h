#pragma once
#include "fem/front_elimination.h"
#include "fem/pencil.h"

namespace resound {

// How many eigenvalues of K phi = lambda M phi lie below the shift: as many as the factors of K - shift M have negative
// pivots [Sylvester's law of inertia]. Pivots are chosen within a front; where that is not enough, by MUMPS.
int eigenvalues_below(const Pencil& pencil, double shift, const FrontLayout& layout);

// The same by MUMPS (sequential, symmetric), which puts off pivots to later fronts: twice the time, for any shift.
int eigenvalues_below_by_mumps(const Pencil& pencil, double shift, const FrontLayout& layout);

}  // namespace resound
