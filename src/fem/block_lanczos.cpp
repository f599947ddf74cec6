#include "fem/block_lanczos.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fem/block_products.h"
#include "numerics/blas.h"
#include "numerics/random_stream.h"
#include "numerics/symmetric_eigen.h"

namespace resound {

namespace {

std::size_t at(int row, int column, int rows) {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row);
}

// Calls visit(first row, how many) until all are visited.
template <class Visit>
void each_chunk(const VectorBlock& x, const Visit& visit) {
  const std::size_t rows = x.values.size() / static_cast<std::size_t>(x.count);
  for (std::size_t i = 0; i < rows; i += kRowsInFirstCache) visit(i, std::min(kRowsInFirstCache, rows - i));
}

// x^T y, count x count.
std::vector<double> gram(const VectorBlock& x, const VectorBlock& y) {
  std::vector<double> result(static_cast<std::size_t>(x.count * x.count));
  each_chunk(x, [&](std::size_t i, std::size_t height) {
    add_panel_shares({y.row(i), static_cast<std::size_t>(y.count), y.count, height}, x.row(i), x.count, result.data());
  });
  return result;
}

// x := x t in place, where t is x.count x columns, column by column, and not wider than high.
void transform(VectorBlock& x, const std::vector<double>& t, int columns) {
  const auto before = static_cast<std::size_t>(x.count), after = static_cast<std::size_t>(columns);
  std::vector<double> by_rows(t.size()), chunk(kRowsInFirstCache * before);
  for (std::size_t r = 0; r < before; ++r)
    for (std::size_t c = 0; c < after; ++c) by_rows[r * after + c] = t[c * before + r];
  each_chunk(x, [&](std::size_t i, std::size_t height) {
    std::copy_n(x.row(i), height * before, chunk.data());
    double* to = x.values.data() + i * after;
    std::fill_n(to, height * after, 0.0);
    add_panel_combination(1.0, {chunk.data(), before, x.count, height}, by_rows.data(), columns, to);
  });
  x.values.resize(x.values.size() / before * after);
  x.count = columns;
}

// a b, where a has so many rows and b so many columns.
std::vector<double> product(const std::vector<double>& a, int rows, const std::vector<double>& b, int columns) {
  std::vector<double> result(static_cast<std::size_t>(rows * columns));
  const int inner = static_cast<int>(b.size()) / std::max(columns, 1);
  if (!result.empty())
    gemm('N', 'N', rows, columns, inner, 1.0, a.data(), rows, b.data(), inner, 0.0, result.data(), rows);
  return result;
}

// The largest x^T M x.
double longest_square(const VectorBlock& x, const VectorBlock& mass_x) {
  std::vector<double> squares(static_cast<std::size_t>(x.count));
  for (std::size_t i = 0; i < x.values.size(); i += squares.size())
    for (std::size_t k = 0; k < squares.size(); ++k) squares[k] += x.values[i + k] * mass_x.values[i + k];
  return *std::ranges::max_element(squares);
}

// The smallest |a^T u|^2 of all unit vectors u.
double shortest_square(const std::vector<double>& a, int rows) {
  std::vector<double> square(static_cast<std::size_t>(rows * rows));
  gemm('N', 'T', rows, rows, static_cast<int>(a.size()) / rows, 1.0, a.data(), rows, a.data(), rows, 0.0, square.data(),
       rows);
  return symmetric_eigenpairs(std::move(square), rows).values.front();
}

}  // namespace

BlockLanczos::BlockLanczos(const Pencil& pencil, double shift, const OrthonormalBasis& known, int block_size)
    : pencil_(pencil), shift_(shift), known_(known), basis_(pencil.unknowns()), block_size_(block_size) {
  next_ = random_block(std::min(block_size, pencil.unknowns() - known.size()));
}

// Random, orthonormal and free of everything known or found.
VectorBlock BlockLanczos::random_block(int count) {
  VectorBlock block(pencil_.unknowns(), count);
  RandomStream random(1, 0, static_cast<std::uint64_t>(draws_++));
  for (double& value : block.values) value = random.uniform(-1, 1);
  apply_mass(pencil_, block, mass_next_);
  for (int pass = 0; pass < 2; ++pass) {
    orthogonalise(block, mass_next_);
    normalise(block, mass_next_, 0);
  }
  return block;
}

// Takes from x all that is known and found.
void BlockLanczos::orthogonalise(VectorBlock& x, VectorBlock& mass_x) const {
  if (known_.size() > 0) known_.subtract(known_.shares(mass_x), x);
  if (basis_.size() > 0) basis_.subtract(basis_.shares(mass_x), x);
  apply_mass(pencil_, x, mass_x);
}

// Takes from x its shares of the last two blocks, and returns them.
std::vector<double> BlockLanczos::subtract_last(VectorBlock& x, VectorBlock& mass_x) const {
  const std::size_t first = basis_.blocks() - std::min<std::size_t>(2, basis_.blocks());
  std::vector<double> shares = basis_.shares(mass_x, first);
  basis_.subtract(shares, x, first);
  apply_mass(pencil_, x, mass_x);
  return shares;
}

// x := orthonormal x', x = x' r; returns r, (columns kept) x (columns before). Directions of no length are dropped.
// With x^T M x = V D V^T the new block is x V D^-1/2; if these lengths differ much, a second round mends what round-off
// in the first left.
std::vector<double> BlockLanczos::normalise(VectorBlock& x, VectorBlock& mass_x, double shortest_square) const {
  constexpr double kNoise = 1e-15, kLost = 1e-6, kAlike = 1e-3;
  const int before = x.count;
  std::vector<double> r(static_cast<std::size_t>(before * before));
  for (int i = 0; i < before; ++i) r[at(i, i, before)] = 1;
  bool alike = false;
  for (int round = 0; round < 2 && x.count > 0 && !alike; ++round) {
    const int n = x.count;
    const EigenPairs pairs = symmetric_eigenpairs(gram(x, mass_x), n);
    const double floor = kNoise * std::max(pairs.values.back(), 0.0);
    if (round > 0) shortest_square = 0;
    alike = pairs.values.front() > kAlike * pairs.values.back();
    std::vector<double> to_new, to_old;  // V D^-1/2 and D^1/2 V^T, without what is lost
    int kept = 0;
    for (int k = 0; k < n; ++k) {
      const double d = std::max(pairs.values[static_cast<std::size_t>(k)], floor);
      if (d <= shortest_square || (round > 0 && d < kLost)) continue;
      ++kept;
      for (int i = 0; i < n; ++i) {
        to_new.push_back(pairs.vectors[at(i, k, n)] / std::sqrt(d));
        to_old.push_back(pairs.vectors[at(i, k, n)] * std::sqrt(d));
      }
    }
    if (kept == 0) {
      x = mass_x = VectorBlock(pencil_.unknowns(), 0);
      return {};
    }
    transform(x, to_new, kept);
    transform(mass_x, to_new, kept);
    std::vector<double> next(static_cast<std::size_t>(kept * before));
    gemm('T', 'N', kept, before, n, 1.0, to_old.data(), n, r.data(), n, 0.0, next.data(), kept);
    r = std::move(next);
  }
  return r;
}

void BlockLanczos::step(CholeskyFactor& factor) {
  before_last_count_ = std::exchange(last_count_, next_.count);
  VectorBlock image = std::exchange(mass_next_, {});
  factor.solve(image);
  basis_.append(std::exchange(next_, {}));
  apply_mass(pencil_, image, mass_next_);
  const double longest = longest_square(image, mass_next_);

  // In exact numbers an image has shares of the last two blocks alone. They are taken first: what round-off then
  // leaves of the older ones is small, so that one pass over the whole basis removes it. Were all taken at once, what
  // the basis lacks in orthogonality would grow from block to block.
  const std::vector<double> shares = subtract_last(image, mass_next_);
  orthogonalise(image, mass_next_);
  constexpr double kRoundOff = 1e-13;  // of the image: what is left is no direction, the basis spans the whole space
  coupling_ = normalise(image, mass_next_, kRoundOff * kRoundOff * longest);
  // Dividing by a short remainder magnifies what round-off left of older vectors; then a second pass is due, and what
  // loses most of its length in it was round-off alone.
  constexpr double kMagnification = 1e3, kMost = 0.01;
  if (image.count > 0 && shortest_square(coupling_, image.count) * kMagnification * kMagnification < longest) {
    orthogonalise(image, mass_next_);
    const std::vector<double> again = normalise(image, mass_next_, kMost);
    coupling_ = product(again, image.count, coupling_, last_count_);
  }
  for (int k = 0; k < last_count_; ++k) {
    const int seen = last_count_ + before_last_count_;
    Row row{size() - seen, {}};
    for (int i = 0; i < seen; ++i) row.shares.push_back(shares[at(k, i, last_count_)]);
    projection_.push_back(std::move(row));
  }
  next_ = std::move(image);
}

void BlockLanczos::widen() {
  const int room = pencil_.unknowns() - known_.size() - size() - next_.count;
  if (room <= 0) return;
  const VectorBlock fresh = random_block(std::min(block_size_, room));
  VectorBlock joined(pencil_.unknowns(), next_.count + fresh.count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(pencil_.unknowns()); ++i) {
    std::copy_n(next_.row(i), next_.count, joined.row(i));
    std::copy_n(fresh.row(i), fresh.count, joined.row(i) + next_.count);
  }
  apply_mass(pencil_, joined, mass_next_);
  std::vector<double> r = normalise(joined, mass_next_, 0);
  r.resize(static_cast<std::size_t>(joined.count * next_.count));  // the fresh part is coupled to nothing yet
  coupling_ = next_.count > 0 ? product(r, joined.count, coupling_, last_count_)
                              : std::vector<double>(static_cast<std::size_t>(joined.count * last_count_));
  next_ = std::move(joined);
}

RitzPairs BlockLanczos::ritz_pairs(int most) const {
  const int n = size();
  std::vector<double> matrix(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int row = 0; row < n; ++row) {
    const auto& [first, shares] = projection_[static_cast<std::size_t>(row)];
    for (int k = 0; first + k <= row; ++k) matrix[at(row, first + k, n)] = shares[static_cast<std::size_t>(k)];
  }
  const EigenPairs pairs = symmetric_eigenpairs(std::move(matrix), n);

  // The largest 1/(lambda - shift) first.
  RitzPairs ritz;
  for (int k = n - 1; k >= std::max(0, n - most) && pairs.values[static_cast<std::size_t>(k)] > 0; --k) {
    const double theta = pairs.values[static_cast<std::size_t>(k)];
    const double* s = pairs.vectors.data() + at(0, k, n);
    double square = 0;
    for (int row = 0; row < next_.count; ++row) {
      double sum = 0;
      for (int column = 0; column < last_count_; ++column)
        sum += coupling_[at(row, column, next_.count)] * s[n - last_count_ + column];
      square += sum * sum;
    }
    ritz.lambda.push_back(shift_ + 1 / theta);
    ritz.residual.push_back(std::sqrt(square) / theta);
    ritz.combinations.insert(ritz.combinations.end(), s, s + n);
  }
  return ritz;
}

VectorBlock BlockLanczos::vectors(const RitzPairs& pairs, int first, int count) const {
  const auto length = static_cast<std::size_t>(size());
  return basis_.combine(
      std::span(pairs.combinations)
          .subspan(static_cast<std::size_t>(first) * length, static_cast<std::size_t>(count) * length),
      count);
}

}  // namespace resound
