#include "numerics/symmetric_eigen.h"

#include <stdexcept>

#include "numerics/blas.h"

namespace resound {

namespace {

// LAPACK first tells how much room it wants, then works.
template <class Call>
void with_room(Call&& call) {
  double size = 0;
  int integer_size = 0, info = 0, ask = -1;
  call(&size, &ask, &integer_size, &ask, &info);
  std::vector<double> work(static_cast<std::size_t>(size));
  std::vector<int> integer_work(static_cast<std::size_t>(integer_size));
  const int room = static_cast<int>(work.size());
  call(work.data(), &room, integer_work.data(), &integer_size, &info);
  if (info != 0) throw std::runtime_error("LAPACK found no eigenvalues (info " + std::to_string(info) + ")");
}

}  // namespace

EigenPairs symmetric_eigenpairs(std::vector<double> matrix, int n) {
  EigenPairs pairs{std::vector<double>(static_cast<std::size_t>(n)), std::move(matrix)};
  if (n == 0) return pairs;
  with_room([&](double* work, const int* room, int* integers, const int* integer_room, int* info) {
    dsyevd_("V", "L", &n, pairs.vectors.data(), &n, pairs.values.data(), work, room, integers, integer_room, info);
  });
  return pairs;
}

EigenPairs symmetric_eigenpairs(std::vector<double> a, std::vector<double> b, int n) {
  EigenPairs pairs{std::vector<double>(static_cast<std::size_t>(n)), std::move(a)};
  if (n == 0) return pairs;
  const int type = 1;
  with_room([&](double* work, const int* room, int* integers, const int* integer_room, int* info) {
    dsygvd_(&type, "V", "L", &n, pairs.vectors.data(), &n, b.data(), &n, pairs.values.data(), work, room, integers,
            integer_room, info);
  });
  return pairs;
}

}  // namespace resound
