#pragma once
#include <cstdint>
#include <vector>

#include "liquid/liquid_walls.h"
#include "liquid/near_lists.h"
#include "liquid/near_search.h"
#include "liquid/pair_kernel.h"
#include "liquid/short_lists.h"

namespace resound {

// The rows of a liquid and who is near whom. Where space repeats, copies of rows near its ends follow the rows
// themselves; the last row is nowhere.
class LiquidNeighbours {
 public:
  LiquidNeighbours(const PlaceGrid& grid, const PairNumbers& numbers, double spacing, double period);

  std::vector<std::uint32_t> sort(const std::vector<Vec3>& places);      // [m]  the order in which to put them
  void list(const std::vector<Vec3>& places, const LiquidWalls& walls);  // in that order; walls are sorted as well

  std::vector<LiquidRow>& rows() { return rows_; }
  const std::vector<LiquidRow>& rows() const { return rows_; }
  void copy_to_images(const std::vector<Vec3>& places);  // once their rows are set

  // A block of rows with its lists, as they were made.
  PairBlock block(std::size_t block, const LiquidWalls& walls) const;
  // The same for sums alone: without those that are out of the kernel's reach for now, where that pays.
  PairBlock short_block(std::size_t block, const LiquidWalls& walls, double kernel_reach);  // [dx]
  void moved(std::size_t block, const Drift& step) { short_.moved(block, step); }
  void put_back(std::size_t block, double way) { short_.put_back(block, way); }  // [dx]

  const NearLists& near_walls() const { return near_walls_; }  // of rows and images
  const NearLists& of_walls() const { return of_walls_; }      // the same from the other side
  std::size_t pairs() const { return near_.pairs() + near_walls_.pairs(); }

 private:
  struct Image {
    std::uint32_t of = 0;
    double shift = 0;  // [m]  along y
  };
  void find_images(const std::vector<Vec3>& places);
  void list_liquid(std::size_t block, std::size_t first, std::size_t end);
  void list_walls(std::size_t block, std::size_t first, std::size_t end, const LiquidWalls& walls);
  void list_images(std::size_t block, const PlaceRow& place);

  PlaceGrid grid_;
  float reach_, wall_reach_;  // [units]
  double spacing_, period_;   // [m]
  std::size_t count_ = 0;
  std::vector<LiquidRow> rows_;
  std::vector<PlaceRow> listed_;  // places of the rows when lists were made
  std::vector<Image> images_;
  Crowd crowd_, image_crowd_;
  NearLists near_, near_walls_, of_walls_;
  ShortLists short_;
};

}  // namespace resound
