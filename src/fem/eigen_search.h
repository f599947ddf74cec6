#pragma once
#include <functional>
#include <vector>

#include "fem/pencil.h"

namespace resound {

// Which eigenpairs of K phi = lambda M phi are wanted.
struct EigenSearch {
  double max_lambda = 0;  // [rad^2/s^2]  all up to here; infinity if the count alone decides
  int max_count = 0;      // but at most so many, the lowest
  double scale = 0;       // [rad^2/s^2]  well below or around the lowest eigenvalue that is not zero
  std::function<void(double share)> progress;
};

struct Eigenmode {
  double lambda = 0;          // [rad^2/s^2]
  std::vector<double> shape;  // phi^T M phi = 1; the largest entry is positive
};

// The lowest eigenpairs above zero, with every member of a multiple one. `rigid` spans the motions with lambda = 0.
// None is missed: their number is compared with the number of eigenvalues that Sylvester's law of inertia tells.
std::vector<Eigenmode> lowest_eigenmodes(const Pencil& pencil, const VectorBlock& rigid, const EigenSearch& search);

}  // namespace resound
