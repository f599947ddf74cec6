#include "fem/block_products.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fem/block_products.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Columns of the panel times one vector of the block's columns: kColumns sums stay in registers over all rows.
template <int kColumns, class D>
HWY_INLINE void shares_tile(D d, const TallPanel& panel, int column, const double* y, std::size_t count, double* sum) {
  hn::Vec<D> total[kColumns];
  for (int c = 0; c < kColumns; ++c) total[c] = hn::Zero(d);
  const double* q = panel.values + column;
  for (std::size_t i = 0; i < panel.rows; ++i, q += panel.stride, y += count) {
    const auto values = hn::LoadU(d, y);
    for (int c = 0; c < kColumns; ++c) total[c] = hn::MulAdd(hn::Set(d, q[c]), values, total[c]);
  }
  for (int c = 0; c < kColumns; ++c) {
    double* at = sum + static_cast<std::size_t>(column + c) * count;
    hn::StoreU(hn::Add(hn::LoadU(d, at), total[c]), d, at);
  }
}

template <class D>
HWY_INLINE void shares_of_lanes(D d, const TallPanel& panel, const double* y, std::size_t count, double* sum) {
  int column = 0;
  for (; column + 8 <= panel.columns; column += 8) shares_tile<8>(d, panel, column, y, count, sum);
  for (; column < panel.columns; ++column) shares_tile<1>(d, panel, column, y, count, sum);
}

void AddPanelShares(const TallPanel& panel, const double* y, int count, double* sum) {
  const hn::ScalableTag<double> d;
  const auto width = static_cast<std::size_t>(count);
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= width; k += hn::Lanes(d)) shares_of_lanes(d, panel, y + k, width, sum + k);
  const hn::CappedTag<double, 1> single;
  for (; k < width; ++k) shares_of_lanes(single, panel, y + k, width, sum + k);
}

// kRows rows of the panel times all shares, one vector of the block's columns.
template <std::size_t kRows, class D>
HWY_INLINE void combination_tile(D d, double sign, const TallPanel& panel, std::size_t row, const double* shares,
                                 std::size_t count, double* x) {
  hn::Vec<D> total[kRows];
  for (std::size_t i = 0; i < kRows; ++i) total[i] = hn::Zero(d);
  const double* q = panel.values + row * panel.stride;
  for (int c = 0; c < panel.columns; ++c, shares += count) {
    const auto values = hn::LoadU(d, shares);
    for (std::size_t i = 0; i < kRows; ++i)
      total[i] = hn::MulAdd(hn::Set(d, q[i * panel.stride + static_cast<std::size_t>(c)]), values, total[i]);
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    double* at = x + (row + i) * count;
    hn::StoreU(hn::MulAdd(hn::Set(d, sign), total[i], hn::LoadU(d, at)), d, at);
  }
}

template <class D>
HWY_INLINE void combination_of_lanes(D d, double sign, const TallPanel& panel, const double* shares, std::size_t count,
                                     double* x) {
  std::size_t row = 0;
  for (; row + 8 <= panel.rows; row += 8) combination_tile<8>(d, sign, panel, row, shares, count, x);
  for (; row < panel.rows; ++row) combination_tile<1>(d, sign, panel, row, shares, count, x);
}

void AddPanelCombination(double sign, const TallPanel& panel, const double* shares, int count, double* x) {
  const hn::ScalableTag<double> d;
  const auto width = static_cast<std::size_t>(count);
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= width; k += hn::Lanes(d)) combination_of_lanes(d, sign, panel, shares + k, width, x + k);
  const hn::CappedTag<double, 1> single;
  for (; k < width; ++k) combination_of_lanes(single, sign, panel, shares + k, width, x + k);
}

void AddSparseRow(const double* factors, const int* columns, std::size_t count, const double* x, std::size_t width,
                  double* y) {
  const hn::ScalableTag<double> d;
  for (std::size_t i = 0; i < count; ++i) {
    const auto factor = hn::Set(d, factors[i]);
    const double* other = x + static_cast<std::size_t>(columns[i]) * width;
    std::size_t k = 0;
    for (; k + hn::Lanes(d) <= width; k += hn::Lanes(d))
      hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, other + k), hn::LoadU(d, y + k)), d, y + k);
    for (; k < width; ++k) y[k] += factors[i] * other[k];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(AddPanelShares);
HWY_EXPORT(AddPanelCombination);
HWY_EXPORT(AddSparseRow);

void add_panel_shares(const TallPanel& panel, const double* y, int count, double* sum) {
  HWY_DYNAMIC_DISPATCH(AddPanelShares)(panel, y, count, sum);
}

void add_panel_combination(double sign, const TallPanel& panel, const double* shares, int count, double* x) {
  HWY_DYNAMIC_DISPATCH(AddPanelCombination)(sign, panel, shares, count, x);
}

void add_sparse_row(const double* factors, const int* columns, std::size_t count, const double* x, std::size_t width,
                    double* y) {
  HWY_DYNAMIC_DISPATCH(AddSparseRow)(factors, columns, count, x, width, y);
}

}  // namespace resound
#endif
