#pragma once
#include <vector>

namespace resound {

// All eigenpairs of a small symmetric matrix, from the lowest.
struct EigenPairs {
  std::vector<double> values;
  std::vector<double> vectors;  // one after the other
};

// A x = lambda x; only the lower triangle of the matrix (n x n, column by column) is read.
EigenPairs symmetric_eigenpairs(std::vector<double> matrix, int n);
// A x = lambda B x with x^T B x = 1, B positive definite.
EigenPairs symmetric_eigenpairs(std::vector<double> a, std::vector<double> b, int n);

}  // namespace resound
