#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "liquid/liquid_rows.h"
#include "liquid/place_cells.h"

namespace resound {

// Rows in cells, to be searched. Their places lie axis by axis, in single precision; the search looks farther by what
// that may be wrong.
struct Crowd {
  static constexpr float kRounding = 256;  // [units]  places of the largest grid in single precision

  PlaceCells cells;
  std::vector<float> x, y, z;  // [units]  from the origin; a few rows beyond the last one are read
  double origin[3] = {};       // [units]
  std::uint32_t first = 0;     // number of the first row

  void set(std::span<const PlaceRow> rows);  // in their order; cells are sorted already
};

// The sides of a crowd that have a front: whoever is at r [units] from one is seen by it if side . r >= least.
struct Fronts {
  std::vector<float> x, y, z;  // [1/units]  a few rows beyond the last one are read
  std::vector<float> least;    // [1]

  void resize(std::size_t rows);
};

// Writes rows of some runs that are nearer than `reach` [units] to a place, in their order, each multiplied by
// `listed`, and tells how many. There must be room for kListStep more than there are rows in the runs.
std::size_t find_near(const PlaceRow& place, const Crowd& crowd, const PlaceCells::Runs& runs, float reach,
                      std::uint32_t listed, std::uint32_t* found);

// The same for those alone that see the place.
std::size_t find_near_facing(const PlaceRow& place, const Crowd& crowd, const Fronts& fronts,
                             const PlaceCells::Runs& runs, float reach, std::uint32_t* found);

}  // namespace resound
