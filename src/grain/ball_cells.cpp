#include "grain/ball_cells.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

std::array<double, 3> numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

constexpr double kBulk = 4;  // [1]  standard deviations about the mean that have cells of their own

}  // namespace

void BallCells::choose_box(std::span<const Vec3> places, double size, double period) {
  std::array<double, 3> extent{period, period, period};
  if (!periodic_) {
    std::array<double, 3> low = numbers(places[0]), high = low, sum{}, squares{};
    for (const Vec3& place : places) {
      const std::array<double, 3> p = numbers(place);
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], p[a]);
        high[a] = std::max(high[a], p[a]);
        sum[a] += p[a];
      }
    }
    const auto n = static_cast<double>(places.size());
    for (const Vec3& place : places)
      for (std::size_t a = 0; a < 3; ++a) squares[a] += std::pow(numbers(place)[a] - sum[a] / n, 2);
    for (std::size_t a = 0; a < 3; ++a) {
      const double reach = kBulk * std::sqrt(squares[a] / n);
      low_[a] = std::max(low[a], sum[a] / n - reach);
      extent[a] = std::min(high[a], sum[a] / n + reach) - low_[a];
    }
  }
  std::sort(axis_.begin(), axis_.end(),
            [&](std::size_t a, std::size_t b) { return extent[a] != extent[b] ? extent[a] < extent[b] : a < b; });
  // No more cells than there is use for.
  const auto most = 4.0 * static_cast<double>(places.size()) + 64;
  const auto cells_along = [&](std::size_t a) { return std::max(1.0, std::floor(extent[a] / size)); };
  while (cells_along(0) * cells_along(1) * cells_along(2) > most) size *= 1.25;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t a = axis_[k];
    count_[k] = static_cast<int>(cells_along(a));
    inverse_[k] = extent[a] > 0 ? count_[k] / extent[a] : 0;
  }
  small_ = periodic_ && count_[0] < 3;
}

BallCells::BallCells(std::span<const Vec3> places, double size, double period) : periodic_(period > 0) {
  if (places.empty()) {
    first_.assign(2, 0);
    return;
  }
  choose_box(places, size, period);
  cells_.resize(places.size());
  first_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2] + 1, 0);
  const auto index = [&](const std::array<int, 3>& c) {
    return static_cast<std::size_t>((c[2] * count_[1] + c[1]) * count_[0] + c[0]);
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::array<double, 3> p = numbers(places[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t a = axis_[k];
      const double at = std::floor((p[a] - low_[a]) * inverse_[k]);
      cells_[i][k] = static_cast<int>(std::clamp(at, 0.0, count_[k] - 1.0));
    }
    ++first_[index(cells_[i]) + 1];
  }
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  listed_.resize(places.size());
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < places.size(); ++i)
    listed_[static_cast<std::size_t>(next[index(cells_[i])]++)] = static_cast<int>(i);
  was_in_order_ = std::is_sorted(listed_.begin(), listed_.end());
}

// Rows of cells before its own hold only what comes before it.
std::span<const BallCells::Stretch> BallCells::stretches_behind(std::size_t i,
                                                                std::array<Stretch, kMostStretches>& room) const {
  std::size_t count = 0;
  const auto add = [&](const Stretch& s) {
    if (s.begin < s.end) room[count++] = s;
  };
  if (periodic_ || !was_in_order_) {
    show_stretches(i, add);
    return {room.data(), count};
  }
  const auto [x, y, z] = cells_[i];
  const int row = (z * count_[1] + y) * count_[0], left = x > 0 ? x - 1 : 0, right = x + 1 < count_[0] ? x + 1 : x;
  add({static_cast<int>(i) + 1, stretch(row + x, row + right).end});
  if (y + 1 < count_[1]) add(stretch(row + count_[0] + left, row + count_[0] + right));
  for (int cy = std::max(y - 1, 0); z + 1 < count_[2] && cy <= std::min(y + 1, count_[1] - 1); ++cy) {
    const int above = ((z + 1) * count_[1] + cy) * count_[0];
    add(stretch(above + left, above + right));
  }
  return {room.data(), count};
}

}  // namespace resound
