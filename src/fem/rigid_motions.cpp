#include "fem/rigid_motions.h"

#include "numerics/symmetric_eigen.h"

namespace resound {

VectorBlock rigid_motions(int motions, const std::function<double(int motion, std::size_t place)>& value,
                          const std::vector<std::size_t>& unknown_places,
                          const std::vector<std::size_t>& clamped_places) {
  // The combinations c with sum c_m value(m, place) = 0 at every clamped place: the null space of a small matrix.
  const auto n = static_cast<std::size_t>(motions);
  std::vector<double> squares(n * n);
  for (const std::size_t place : clamped_places)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        squares[j * n + i] += value(static_cast<int>(i), place) * value(static_cast<int>(j), place);
  const EigenPairs pairs = symmetric_eigenpairs(squares, motions);
  constexpr double kZero = 1e-12;  // of a sum of squares of numbers near 1
  int free = 0;
  while (free < motions && pairs.values[static_cast<std::size_t>(free)] <= kZero) ++free;

  VectorBlock result(static_cast<int>(unknown_places.size()), free);
  for (std::size_t i = 0; i < unknown_places.size(); ++i)
    for (std::size_t k = 0; k < static_cast<std::size_t>(free); ++k)
      for (std::size_t m = 0; m < n; ++m)
        result.row(i)[k] += pairs.vectors[k * n + m] * value(static_cast<int>(m), unknown_places[i]);
  return result;
}

}  // namespace resound
