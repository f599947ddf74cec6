#include "fem/block_products.h"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fem/block_products.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Some vectors of numbers side by side, in registers.
template <int kVectors, class D>
struct Numbers {
  hn::Vec<D> part[kVectors];

  HWY_INLINE void clear(D d) {
    for (auto& p : part) p = hn::Zero(d);
  }
  HWY_INLINE void load(D d, const double* from) {
    for (int v = 0; v < kVectors; ++v) part[v] = hn::LoadU(d, from + static_cast<std::size_t>(v) * hn::Lanes(d));
  }
  HWY_INLINE void add(D d, double factor, const Numbers& other) {
    for (int v = 0; v < kVectors; ++v) part[v] = hn::MulAdd(hn::Set(d, factor), other.part[v], part[v]);
  }
  HWY_INLINE void store(D d, double* to) const {
    for (int v = 0; v < kVectors; ++v) hn::StoreU(part[v], d, to + static_cast<std::size_t>(v) * hn::Lanes(d));
  }
};

// Calls work(how many vectors, tag, first number) so that all numbers of a row are covered.
template <class Work>
HWY_INLINE void cover(std::size_t width, const Work& work) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> single;
  std::size_t k = 0;
  for (; k + 2 * hn::Lanes(d) <= width; k += 2 * hn::Lanes(d)) work(std::integral_constant<int, 2>(), d, k);
  for (; k + hn::Lanes(d) <= width; k += hn::Lanes(d)) work(std::integral_constant<int, 1>(), d, k);
  for (; k < width; ++k) work(std::integral_constant<int, 1>(), single, k);
}

// Columns of the panel times some of the block's columns: the sums stay in registers over all rows.
template <int kColumns, int kVectors, class D>
HWY_INLINE void shares_tile(D d, const TallPanel& panel, int column, const double* y, std::size_t count, double* sum) {
  Numbers<kVectors, D> total[kColumns], values;
  for (auto& t : total) t.clear(d);
  const double* q = panel.values + column;
  for (std::size_t i = 0; i < panel.rows; ++i, q += panel.stride, y += count) {
    values.load(d, y);
    for (int c = 0; c < kColumns; ++c) total[c].add(d, q[c], values);
  }
  for (int c = 0; c < kColumns; ++c) {
    double* at = sum + static_cast<std::size_t>(column + c) * count;
    values.load(d, at);
    values.add(d, 1.0, total[c]);
    values.store(d, at);
  }
}

void AddPanelShares(const TallPanel& panel, const double* y, int count, double* sum) {
  const auto width = static_cast<std::size_t>(count);
  cover(width, [&](auto vectors, auto d, std::size_t k) HWY_ATTR {
    int column = 0;
    for (; column + 4 <= panel.columns; column += 4) shares_tile<4, vectors()>(d, panel, column, y + k, width, sum + k);
    for (; column < panel.columns; ++column) shares_tile<1, vectors()>(d, panel, column, y + k, width, sum + k);
  });
}

// kRows rows of the panel times all shares.
template <std::size_t kRows, int kVectors, class D>
HWY_INLINE void combination_tile(D d, double sign, const TallPanel& panel, std::size_t row, const double* shares,
                                 std::size_t count, double* x) {
  Numbers<kVectors, D> total[kRows], values;
  for (auto& t : total) t.clear(d);
  const double* q = panel.values + row * panel.stride;
  for (int c = 0; c < panel.columns; ++c, shares += count) {
    values.load(d, shares);
    for (std::size_t i = 0; i < kRows; ++i) total[i].add(d, q[i * panel.stride + static_cast<std::size_t>(c)], values);
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    double* at = x + (row + i) * count;
    values.load(d, at);
    values.add(d, sign, total[i]);
    values.store(d, at);
  }
}

void AddPanelCombination(double sign, const TallPanel& panel, const double* shares, int count, double* x) {
  const auto width = static_cast<std::size_t>(count);
  cover(width, [&](auto vectors, auto d, std::size_t k) HWY_ATTR {
    std::size_t row = 0;
    for (; row + 6 <= panel.rows; row += 6)
      combination_tile<6, vectors()>(d, sign, panel, row, shares + k, width, x + k);
    for (; row < panel.rows; ++row) combination_tile<1, vectors()>(d, sign, panel, row, shares + k, width, x + k);
  });
}

template <int kVectors, class D>
HWY_INLINE void sparse_row_part(D d, const double* factors, const int* columns, std::size_t count, const double* x,
                                std::size_t width, double* y) {
  Numbers<kVectors, D> total, values;
  total.clear(d);
  for (std::size_t i = 0; i < count; ++i) {
    values.load(d, x + static_cast<std::size_t>(columns[i]) * width);
    total.add(d, factors[i], values);
  }
  total.store(d, y);
}

void SparseRow(const double* factors, const int* columns, std::size_t count, const double* x, std::size_t width,
               double* y) {
  const hn::ScalableTag<double> d;
  if (width == 6 * hn::Lanes(d)) return sparse_row_part<6>(d, factors, columns, count, x, width, y);
  cover(width, [&](auto vectors, auto tag, std::size_t k)
                   HWY_ATTR { sparse_row_part<vectors()>(tag, factors, columns, count, x + k, width, y + k); });
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(AddPanelShares);
HWY_EXPORT(AddPanelCombination);
HWY_EXPORT(SparseRow);

void add_panel_shares(const TallPanel& panel, const double* y, int count, double* sum) {
  HWY_DYNAMIC_DISPATCH(AddPanelShares)(panel, y, count, sum);
}

void add_panel_combination(double sign, const TallPanel& panel, const double* shares, int count, double* x) {
  HWY_DYNAMIC_DISPATCH(AddPanelCombination)(sign, panel, shares, count, x);
}

void sparse_row(const double* factors, const int* columns, std::size_t count, const double* x, std::size_t width,
                double* y) {
  HWY_DYNAMIC_DISPATCH(SparseRow)(factors, columns, count, x, width, y);
}

}  // namespace resound
#endif
