#pragma once
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_view.h"
#include "splash/basin.h"
#include "splash/point_cells.h"

namespace resound {

// How high liquid stands in a basin (docs/liquids.md): the largest connected body of slow liquid in it,
// |v| < 0.3 sqrt(g H), and what stirs within that body, as a volume over the base; in a vessel of known sections also
// what fills it from the base up, however a jet stirs it. Smoothed over a tenth of a second, without lagging behind a
// level that rises steadily.
class RestingLiquid {
 public:
  void observe(const LiquidView& view, const Basin& basin, double gravity, double interval);  // [m/s^2], [s]

  double level() const;                                 // [m]  above the bottom
  double surface() const { return bottom_ + level(); }  // [m]  height; of no liquid, far below
  bool is_there() const { return is_there_; }
  void archive(StateArchive& state) { state.fields(once_, twice_, bottom_, is_there_, has_begun_); }

 private:
  void gather_slow(const LiquidView& view, const Basin& basin, double gravity);
  std::vector<std::uint32_t> largest_body(const LiquidView& view, const Basin& basin);
  double measured_level(const LiquidView& view, const Basin& basin, double gravity);  // [m]

  double once_ = 0, twice_ = 0;  // [m]  smoothed, and smoothed again
  double bottom_ = -1e9;         // [m]
  bool is_there_ = false, has_begun_ = false;
  PointCells cells_;
  std::vector<Vec3> slow_;
  std::vector<std::uint32_t> index_;
};

bool is_in(const Basin& basin, const Vec3& place);

}  // namespace resound
