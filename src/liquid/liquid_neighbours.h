#pragma once
#include <cstdint>
#include <vector>

#include "liquid/liquid_walls.h"
#include "liquid/near_lists.h"
#include "liquid/near_search.h"
#include "liquid/pair_kernel.h"

namespace resound {

// The rows of a liquid and who is near whom. Where space repeats, copies of rows near its ends follow the rows
// themselves; the last row is nowhere.
class LiquidNeighbours {
 public:
  LiquidNeighbours(const PlaceGrid& grid, const PairNumbers& numbers, double period);

  std::vector<std::uint32_t> sort(const std::vector<Vec3>& places);      // [m]  the order in which to put them
  void list(const std::vector<Vec3>& places, const LiquidWalls& walls);  // in that order; walls are sorted as well

  std::vector<LiquidRow>& rows() { return rows_; }
  const std::vector<LiquidRow>& rows() const { return rows_; }
  void copy_to_images(const std::vector<Vec3>& places);  // once their rows are set

  // A block of rows with its lists, as they were made or shortened last.
  PairBlock block(std::size_t block, const LiquidWalls& walls) const;

  // Leaves out pairs that are farther than `reach` [units] until the lists are used as they were made again.
  void shorten(float reach, const LiquidWalls& walls);
  void use_all() { is_short_ = false; }
  bool is_short() const { return is_short_; }

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
  void list_all(std::size_t block, const PlaceRow& place, const Crowd& crowd, std::uint32_t listed,
                NearLists& lists) const;

  PlaceGrid grid_;
  float reach_;    // [units]
  double period_;  // [m]
  std::size_t count_ = 0;
  std::vector<LiquidRow> rows_;
  std::vector<PlaceRow> listed_;  // places of the rows when lists were made
  std::vector<Image> images_;
  Crowd crowd_, image_crowd_;
  NearLists near_, short_, near_walls_, of_walls_;
  bool is_short_ = false;
};

}  // namespace resound
