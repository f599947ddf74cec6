#include "fem/orthonormal_basis.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "fem/block_products.h"

namespace resound {

namespace {
constexpr std::size_t kMostShares = 32;  // of work; each holds sums of its own until they are added up in order
}  // namespace

OrthonormalBasis::OrthonormalBasis(int unknowns) : unknowns_(static_cast<std::size_t>(unknowns)) {
  const std::size_t chunks = (unknowns_ + kRowsInFirstCache - 1) / kRowsInFirstCache;
  rows_in_share_ = (chunks + kMostShares - 1) / kMostShares * kRowsInFirstCache;
  share_count_ = (unknowns_ + rows_in_share_ - 1) / rows_in_share_;
}

OrthonormalBasis::Rows OrthonormalBasis::rows_of(std::size_t share) const {
  return {share * rows_in_share_, std::min(unknowns_, (share + 1) * rows_in_share_)};
}

void OrthonormalBasis::append(VectorBlock vectors) {
  if (vectors.count == 0) return;
  size_ += vectors.count;
  blocks_.push_back(std::move(vectors));
}

// Calls visit(rows of a block, the number of its first vector) for all blocks from the first one on.
template <class Visit>
void OrthonormalBasis::each_block(std::size_t first, std::size_t row, std::size_t height, const Visit& visit) const {
  int number = 0;
  for (std::size_t b = first; b < blocks_.size(); ++b) {
    const VectorBlock& block = blocks_[b];
    visit(TallPanel{block.row(row), static_cast<std::size_t>(block.count), block.count, height}, number);
    number += block.count;
  }
}

void OrthonormalBasis::add_shares(const Rows& rows, std::size_t first, const VectorBlock& y, double* sum) const {
  for (std::size_t i = rows.first; i < rows.end; i += kRowsInFirstCache) {
    const std::size_t height = std::min(kRowsInFirstCache, rows.end - i);
    each_block(first, i, height, [&](const TallPanel& panel, int number) {
      add_panel_shares(panel, y.row(i), y.count, sum + number * y.count);
    });
  }
}

std::vector<double> OrthonormalBasis::shares(const VectorBlock& y, std::size_t first_block) const {
  int vectors = 0;
  for (std::size_t b = first_block; b < blocks_.size(); ++b) vectors += blocks_[b].count;
  const auto length = static_cast<std::size_t>(vectors * y.count);
  std::vector<double> sums(share_count_ * length);
  parallel_for(share_count_, [&](std::size_t s) { add_shares(rows_of(s), first_block, y, sums.data() + s * length); });
  std::vector<double> total(length);
  for (std::size_t s = 0; s < share_count_; ++s)
    for (std::size_t k = 0; k < length; ++k) total[k] += sums[s * length + k];
  return total;
}

void OrthonormalBasis::add_combined(double sign, const Rows& rows, std::size_t first, const double* shares,
                                    VectorBlock& x) const {
  for (std::size_t i = rows.first; i < rows.end; i += kRowsInFirstCache) {
    const std::size_t height = std::min(kRowsInFirstCache, rows.end - i);
    each_block(first, i, height, [&](const TallPanel& panel, int number) {
      add_panel_combination(sign, panel, shares + number * x.count, x.count, x.row(i));
    });
  }
}

void OrthonormalBasis::subtract(std::span<const double> shares, VectorBlock& x, std::size_t first_block) const {
  parallel_for(share_count_, [&](std::size_t s) { add_combined(-1.0, rows_of(s), first_block, shares.data(), x); });
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
