#include "fem/orthonormal_basis.h"

#include <algorithm>

#include "base/parallel.h"
#include "fem/block_products.h"

namespace resound {

namespace {
constexpr std::size_t kRowsAtATime = 256;  // of a panel and of the block: 16 kB, which stay in the first cache
constexpr std::size_t kMostShares = 32;    // of work; each holds sums of its own until they are added up in order
}  // namespace

OrthonormalBasis::OrthonormalBasis(int unknowns) : unknowns_(static_cast<std::size_t>(unknowns)) {
  const std::size_t chunks = (unknowns_ + kRowsAtATime - 1) / kRowsAtATime;
  rows_in_share_ = (chunks + kMostShares - 1) / kMostShares * kRowsAtATime;
  share_count_ = (unknowns_ + rows_in_share_ - 1) / rows_in_share_;
}

OrthonormalBasis::Rows OrthonormalBasis::rows_of(std::size_t share) const {
  return {share * rows_in_share_, std::min(unknowns_, (share + 1) * rows_in_share_)};
}

void OrthonormalBasis::append(const VectorBlock& vectors) {
  for (int k = 0; k < vectors.count; ++k, ++size_) {
    if (size_ % kWidth == 0) panels_.emplace_back(unknowns_ * kWidth);
    double* column = panels_.back().data() + size_ % kWidth;
    for (std::size_t i = 0; i < unknowns_; ++i) column[i * kWidth] = vectors.row(i)[k];
  }
}

// Calls visit(where the panel's vectors begin, how many, the number of the first one counted from `first`).
template <class Visit>
void OrthonormalBasis::each_panel(int first, const Visit& visit) const {
  for (int p = first / kWidth; p * kWidth < size_; ++p) {
    const int begin = std::max(0, first - p * kWidth), end = std::min(kWidth, size_ - p * kWidth);
    visit(panels_[static_cast<std::size_t>(p)].data() + begin, end - begin, p * kWidth + begin - first);
  }
}

void OrthonormalBasis::add_shares(const Rows& rows, int first, const VectorBlock& y, double* sum) const {
  for (std::size_t i = rows.first; i < rows.end; i += kRowsAtATime) {
    const std::size_t height = std::min(kRowsAtATime, rows.end - i);
    each_panel(first, [&](const double* panel, int count, int number) {
      add_panel_shares({panel + i * kWidth, kWidth, count, height}, y.row(i), y.count, sum + number * y.count);
    });
  }
}

std::vector<double> OrthonormalBasis::shares(const VectorBlock& y, int first) const {
  const auto length = static_cast<std::size_t>((size_ - first) * y.count);
  std::vector<double> sums(share_count_ * length);
  parallel_for(share_count_, [&](std::size_t s) { add_shares(rows_of(s), first, y, sums.data() + s * length); });
  std::vector<double> total(length);
  for (std::size_t s = 0; s < share_count_; ++s)
    for (std::size_t k = 0; k < length; ++k) total[k] += sums[s * length + k];
  return total;
}

void OrthonormalBasis::add_combined(double sign, const Rows& rows, int first, const double* shares,
                                    VectorBlock& x) const {
  for (std::size_t i = rows.first; i < rows.end; i += kRowsAtATime) {
    const std::size_t height = std::min(kRowsAtATime, rows.end - i);
    each_panel(first, [&](const double* panel, int count, int number) {
      add_panel_combination(sign, {panel + i * kWidth, kWidth, count, height}, shares + number * x.count, x.count,
                            x.row(i));
    });
  }
}

void OrthonormalBasis::subtract(std::span<const double> shares, VectorBlock& x, int first) const {
  parallel_for(share_count_, [&](std::size_t s) { add_combined(-1.0, rows_of(s), first, shares.data(), x); });
}

VectorBlock OrthonormalBasis::combine(std::span<const double> s, int count) const {
  std::vector<double> by_rows(s.size());
  const auto vectors = static_cast<std::size_t>(count), length = static_cast<std::size_t>(size_);
  for (std::size_t k = 0; k < vectors; ++k)
    for (std::size_t i = 0; i < length; ++i) by_rows[i * vectors + k] = s[k * length + i];
  VectorBlock result(static_cast<int>(unknowns_), count);
  parallel_for(share_count_, [&](std::size_t part) { add_combined(1.0, rows_of(part), 0, by_rows.data(), result); });
  return result;
}

}  // namespace resound
