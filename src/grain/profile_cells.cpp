#include "grain/profile_cells.h"

#include <algorithm>
#include <cmath>

namespace resound {

ProfileCells::ProfileCells(std::span<const ProfileStep> steps, double reach, double cell) : cell_(cell) {
  low_ = high_ = steps.front().from;
  for (const ProfileStep& step : steps)
    for (const ProfilePoint& p : {step.from, step.to}) {
      low_ = {std::min(low_.radius, p.radius), std::min(low_.height, p.height)};
      high_ = {std::max(high_.radius, p.radius), std::max(high_.height, p.height)};
    }
  low_ = {std::max(0.0, low_.radius - reach), low_.height - reach};
  high_ = {high_.radius + reach, high_.height + reach};
  columns_ = 1 + static_cast<int>((high_.radius - low_.radius) / cell);
  rows_ = 1 + static_cast<int>((high_.height - low_.height) / cell);
  const double within = reach + cell * std::sqrt(0.5);
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column) {
      first_.push_back(static_cast<int>(listed_.size()));
      const Vec3 middle{low_.radius + (column + 0.5) * cell, 0, low_.height + (row + 0.5) * cell};
      for (int i = 0; i < static_cast<int>(steps.size()); ++i)
        if (resound::near(steps[static_cast<std::size_t>(i)], middle).distance <= within) listed_.push_back(i);
    }
  first_.push_back(static_cast<int>(listed_.size()));
}

double ProfileCells::outside(double radius, double height) const {
  const double r = std::max({low_.radius - radius, 0.0, radius - high_.radius});
  const double z = std::max({low_.height - height, 0.0, height - high_.height});
  return std::sqrt(r * r + z * z);
}

std::span<const int> ProfileCells::near(double radius, double height) const {
  if (outside(radius, height) > 0) return {};
  const int column = std::min(columns_ - 1, static_cast<int>((radius - low_.radius) / cell_));
  const int row = std::min(rows_ - 1, static_cast<int>((height - low_.height) / cell_));
  const auto cell = static_cast<std::size_t>(row * columns_ + column);
  return std::span(listed_).subspan(static_cast<std::size_t>(first_[cell]),
                                    static_cast<std::size_t>(first_[cell + 1] - first_[cell]));
}

}  // namespace resound
