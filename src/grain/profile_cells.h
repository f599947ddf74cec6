#pragma once
#include <span>
#include <vector>

#include "grain/wall_feature.h"

namespace resound {

// The steps of a profile by square cells of the half plane (radius, height): each cell knows all steps within `reach`
// of it.
class ProfileCells {
 public:
  ProfileCells() = default;
  ProfileCells(std::span<const ProfileStep> steps, double reach, double cell);  // [m]

  double outside(double radius, double height) const;             // [m]  from all cells; 0 inside
  std::span<const int> near(double radius, double height) const;  // steps; none outside

 private:
  ProfilePoint low_, high_;     // [m]
  double cell_ = 1;             // [m]
  int columns_ = 0, rows_ = 0;  // along radius and height
  std::vector<int> first_, listed_;
};

}  // namespace resound
