#include "fem/eigen_search.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "fem/block_lanczos.h"
#include "fem/inertia.h"
#include "numerics/blas.h"
#include "numerics/symmetric_eigen.h"

namespace resound {

namespace {

constexpr int kDenseUnknowns = 200;   // up to here a dense solver is the faster one
constexpr double kConverged = 1e-6;   // relative residual; the error of an eigenvalue is about its square
constexpr double kRigidShare = 1e-6;  // an eigenvalue below this part of its successor is a zero with round-off
constexpr double kTellApart = 1e-5;   // relative gap in which eigenvalues can be counted safely

// One sign of the two: the first entry that is as large as the largest, up to round-off, is positive.
void fix_sign(std::vector<double>& shape) {
  double largest = 0;
  for (const double value : shape) largest = std::max(largest, std::abs(value));
  const auto first = std::ranges::find_if(shape, [&](double value) { return std::abs(value) > 0.999 * largest; });
  if (first != shape.end() && *first < 0)
    for (double& value : shape) value = -value;
}

std::vector<double> dense(const SparseRows& matrix, int components) {
  const std::size_t n = static_cast<std::size_t>(matrix.rows()), c = static_cast<std::size_t>(components);
  std::vector<double> result(n * c * n * c);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t at = matrix.row_start[i]; at < matrix.row_start[i + 1]; ++at)
      for (std::size_t k = 0; k < c; ++k)
        result[(static_cast<std::size_t>(matrix.column[at]) * c + k) * n * c + i * c + k] = matrix.value[at];
  return result;
}

[[noreturn]] void refuse_loose_parts(int expected) {
  throw InputError("the body can move in more ways without bending than a single solid, which has " +
                   std::to_string(expected) + "; its parts must be joined by shared nodes");
}

std::vector<Eigenmode> dense_eigenmodes(const Pencil& pencil, int rigid, const EigenSearch& search) {
  const int n = pencil.unknowns();
  const EigenPairs pairs = symmetric_eigenpairs(dense(pencil.stiffness, 1), dense(pencil.mass, pencil.components), n);
  std::vector<Eigenmode> modes;
  for (int k = rigid; k < n && static_cast<int>(modes.size()) < search.max_count; ++k) {
    const double lambda = pairs.values[static_cast<std::size_t>(k)];
    if (lambda > search.max_lambda) break;
    if (k + 1 < n && lambda < kRigidShare * pairs.values[static_cast<std::size_t>(k) + 1]) refuse_loose_parts(rigid);
    const double* shape = pairs.vectors.data() + static_cast<std::size_t>(k) * static_cast<std::size_t>(n);
    modes.push_back({lambda, std::vector<double>(shape, shape + n)});
  }
  return modes;
}

// M-orthonormal vectors with the same span.
OrthonormalBasis orthonormal(const Pencil& pencil, VectorBlock vectors) {
  OrthonormalBasis basis(pencil.unknowns());
  if (vectors.count == 0) return basis;
  VectorBlock mass_vectors;
  const int n = vectors.count;
  for (int round = 0; round < 2; ++round) {
    apply_mass(pencil, vectors, mass_vectors);
    std::vector<double> gram(static_cast<std::size_t>(n * n));
    gemm('N', 'T', n, n, pencil.unknowns(), 1.0, vectors.values.data(), n, mass_vectors.values.data(), n, 0.0,
         gram.data(), n);
    EigenPairs pairs = symmetric_eigenpairs(std::move(gram), n);
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        pairs.vectors[static_cast<std::size_t>(k * n + i)] /= std::sqrt(pairs.values[static_cast<std::size_t>(k)]);
    VectorBlock next(pencil.unknowns(), n);
    gemm('T', 'N', n, pencil.unknowns(), n, 1.0, pairs.vectors.data(), n, vectors.values.data(), n, 0.0,
         next.values.data(), n);
    vectors = std::move(next);
  }
  basis.append(std::move(vectors));
  return basis;
}

// The search by Lanczos, with what it needs at hand.
class SparseSearch {
 public:
  SparseSearch(const Pencil& pencil, const VectorBlock& rigid, const EigenSearch& search)
      : pencil_(pencil),
        search_(search),
        layout_(front_layout(pencil)),
        rigid_(orthonormal(pencil, rigid)),
        shift_(-std::min(search.scale, 1e-3 * search.max_lambda)),
        // the analyzer does not look into the constructor of another file
        lanczos_(pencil, shift_, rigid_, block_size()) {}  // NOLINT(clang-analyzer-optin.cplusplus.UninitializedObject)

  std::vector<Eigenmode> run();

 private:
  int block_size() const { return pencil_.unknowns() > 2'000 ? 8 : 4; }
  int count_below(double lambda) const;
  int settled_count(const RitzPairs& ritz) const;
  std::vector<Eigenmode> modes(const RitzPairs& ritz, int count) const;
  void tell(double share) const {
    if (search_.progress) search_.progress(share);
  }

  const Pencil& pencil_;
  const EigenSearch& search_;
  FrontLayout layout_;
  OrthonormalBasis rigid_;
  double shift_;  // [rad^2/s^2]  below zero, so that K - shift M is positive definite though the body is free
  BlockLanczos lanczos_;
};

int SparseSearch::count_below(double lambda) const {
  return eigenvalues_below(pencil_, lambda, layout_) - rigid_.size();
}

// How many of the lowest pairs are final, so that the wanted ones are among them and a gap follows in which they can
// be counted; -1 if the basis must grow.
int SparseSearch::settled_count(const RitzPairs& ritz) const {
  const int found = static_cast<int>(ritz.lambda.size());
  int count = 0;
  for (; count < found; ++count) {
    const auto k = static_cast<std::size_t>(count);
    if (count >= search_.max_count && (ritz.lambda[k] - ritz.lambda[k - 1]) > kTellApart * ritz.lambda[k]) return count;
    if (ritz.lambda[k] > search_.max_lambda) return count;
    if (ritz.residual[k] > kConverged) return -1;
  }
  return lanczos_.is_complete() ? count : -1;
}

std::vector<Eigenmode> SparseSearch::run() {
  constexpr double kFactorShare = 0.1;  // of the work, roughly
  const bool counts_first = std::isfinite(search_.max_lambda);
  int expected = counts_first ? count_below(search_.max_lambda) : search_.max_count;
  tell(kFactorShare);
  auto factor = std::make_unique<CholeskyFactor>(pencil_, shift_, layout_);
  tell(2 * kFactorShare);

  const int wanted = std::min(expected, search_.max_count);
  int next_check = wanted + wanted / 10 + 10 * block_size();
  if (wanted == 0) return {};
  while (true) {
    lanczos_.step(*factor);
    tell(2 * kFactorShare +
         (1 - 2 * kFactorShare) * std::min(0.99, lanczos_.size() / (1.6 * wanted + 8.0 * block_size())));
    if (lanczos_.size() < next_check && !lanczos_.is_complete()) continue;

    // A new vector makes about one more pair final, at most.
    const RitzPairs ritz = lanczos_.ritz_pairs(lanczos_.size());
    const auto open = std::ranges::find_if(ritz.residual, [](double residual) { return residual > kConverged; });
    next_check = lanczos_.size() + std::max(block_size(), wanted - static_cast<int>(open - ritz.residual.begin()));
    const int settled = settled_count(ritz);
    if (settled < 0) continue;
    if (counts_first && expected <= search_.max_count) {
      if (settled >= expected) return modes(ritz, expected);
    } else {
      const auto k = static_cast<std::size_t>(settled);
      const double gap = k < ritz.lambda.size() ? 0.5 * (ritz.lambda[k - 1] + ritz.lambda[k]) : 2 * ritz.lambda[k - 1];
      factor.reset();  // the two need not be in memory together
      if (count_below(gap) <= settled) return modes(ritz, std::min(settled, search_.max_count));
      factor = std::make_unique<CholeskyFactor>(pencil_, shift_, layout_);
    }
    lanczos_.widen();
    if (lanczos_.is_complete()) throw std::runtime_error("the modes found and the modes counted disagree");
  }
}

std::vector<Eigenmode> SparseSearch::modes(const RitzPairs& ritz, int count) const {
  constexpr int kAtATime = 32;
  std::vector<Eigenmode> result;
  for (int first = 0; first < count; first += kAtATime) {
    const VectorBlock block = lanczos_.vectors(ritz, first, std::min(kAtATime, count - first));
    for (int k = 0; k < block.count; ++k) {
      result.push_back({ritz.lambda[static_cast<std::size_t>(first + k)], {}});
      std::vector<double>& shape = result.back().shape;
      shape.resize(static_cast<std::size_t>(pencil_.unknowns()));
      for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = block.row(i)[k];
    }
  }
  for (std::size_t k = 0; k + 1 < result.size(); ++k)
    if (result[k].lambda < kRigidShare * result[k + 1].lambda) refuse_loose_parts(rigid_.size());
  tell(1);
  return result;
}

}  // namespace

std::vector<Eigenmode> lowest_eigenmodes(const Pencil& pencil, const VectorBlock& rigid, const EigenSearch& search) {
  if (search.max_count <= 0 || pencil.unknowns() == 0) return {};
  const OneBlasThread one;
  std::vector<Eigenmode> modes = pencil.unknowns() <= kDenseUnknowns ? dense_eigenmodes(pencil, rigid.count, search)
                                                                     : SparseSearch(pencil, rigid, search).run();
  for (Eigenmode& mode : modes) fix_sign(mode.shape);
  return modes;
}

}  // namespace resound
