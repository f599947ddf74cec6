#include "liquid/liquid_neighbours.h"

#include <algorithm>
#include <utility>

#include "liquid/put_in_order.h"

namespace resound {

LiquidNeighbours::LiquidNeighbours(const PlaceGrid& grid, const PairNumbers& numbers, double spacing, double period)
    : grid_(grid), reach_(numbers.reach), wall_reach_(numbers.wall_reach), spacing_(spacing), period_(period) {}

std::vector<std::uint32_t> LiquidNeighbours::sort(const std::vector<Vec3>& places) {
  listed_.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) listed_[i] = grid_.row(places[i], 0);
  return crowd_.cells.sort(listed_, static_cast<double>(reach_));
}

void LiquidNeighbours::list(const std::vector<Vec3>& places, const LiquidWalls& walls) {
  count_ = places.size();
  listed_.resize(count_);
  for (std::size_t i = 0; i < count_; ++i) listed_[i] = grid_.row(places[i], 0);
  crowd_.set(listed_);
  find_images(places);
  rows_.assign(listed_.size() + 1, LiquidRow{kNowhereRow, {}});

  near_.resize(count_), near_walls_.resize(listed_.size()), short_.begin(count_);
  for_blocks(listed_.size(), [&](std::size_t block, std::size_t first, std::size_t end) {
    if (first < count_) list_liquid(block, first, std::min(end, count_));
    list_walls(block, first, end, walls);
  });
  of_walls_.invert(near_walls_, walls.size(), static_cast<std::uint32_t>(listed_.size()));
}

void LiquidNeighbours::find_images(const std::vector<Vec3>& places) {
  images_.clear();
  if (!(period_ > 0)) return;
  const double reach = static_cast<double>(reach_) * grid_.unit;
  for (std::size_t i = 0; i < count_; ++i) {
    if (places[i].y < reach) images_.push_back({static_cast<std::uint32_t>(i), period_});
    if (places[i].y > period_ - reach) images_.push_back({static_cast<std::uint32_t>(i), -period_});
  }
  std::vector<PlaceRow> copies;
  for (const Image& image : images_) copies.push_back(grid_.row(places[image.of] + Vec3{0, image.shift, 0}, 0));
  const std::vector<std::uint32_t> order = image_crowd_.cells.sort(copies, static_cast<double>(reach_));
  put_in_order(images_, order), put_in_order(copies, order);
  image_crowd_.set(copies);
  image_crowd_.first = static_cast<std::uint32_t>(count_);
  listed_.insert(listed_.end(), copies.begin(), copies.end());
}

// All rows of a cell have the same runs.
void LiquidNeighbours::list_liquid(std::size_t block, std::size_t first, std::size_t end) {
  PlaceCells::Runs runs;
  std::size_t most = 0;
  // Images may be of any row.
  std::vector<std::uint8_t> beside((count_ + NearLists::kBlock - 1) / NearLists::kBlock, images_.empty() ? 0 : 1);
  near_.begin(block);
  for (std::size_t i = first; i < end; ++i) {
    if (i == first || crowd_.cells.cell_of(i) != crowd_.cells.cell_of(i - 1)) {
      crowd_.cells.find_runs_around(crowd_.cells.cell_of(i), runs);
      most = runs.rows();
      for (int r = 0; r < runs.count; ++r)
        for (std::size_t other = runs.run[r].begin / NearLists::kBlock;
             other <= (runs.run[r].end - 1) / NearLists::kBlock; ++other)
          beside[other] = 1;
    }
    near_.added(block, find_near(listed_[i], crowd_, runs, reach_, kListed, near_.room(block, most)));
    if (!images_.empty()) list_images(block, listed_[i]);
    near_.close(block, kListed * static_cast<std::uint32_t>(listed_.size()));
  }
  short_.set_beside(block, beside);
}

void LiquidNeighbours::list_images(std::size_t block, const PlaceRow& place) {
  PlaceCells::Runs runs;
  image_crowd_.cells.find_runs_around(place, runs);
  near_.added(block, find_near(place, image_crowd_, runs, reach_, kListed, near_.room(block, runs.rows())));
}

void LiquidNeighbours::list_walls(std::size_t block, std::size_t first, std::size_t end, const LiquidWalls& walls) {
  PlaceCells::Runs runs;
  near_walls_.begin(block);
  for (std::size_t i = first; i < end; ++i) {
    if (walls.crowd().cells.may_be_near(listed_[i])) {
      walls.crowd().cells.find_runs_around(listed_[i], runs);
      near_walls_.added(block, find_near_facing(listed_[i], walls.crowd(), walls.fronts(), runs, wall_reach_,
                                                near_walls_.room(block, runs.rows())));
    }
    near_walls_.close(block, static_cast<std::uint32_t>(walls.size()));
  }
}

void LiquidNeighbours::copy_to_images(const std::vector<Vec3>& places) {
  for (std::size_t k = 0; k < images_.size(); ++k) {
    const LiquidRow& of = rows_[images_[k].of];
    rows_[count_ + k] = {
        grid_.row(places[images_[k].of] + Vec3{0, images_[k].shift, 0}, static_cast<double>(of.place.pressure)),
        of.motion};
  }
}

PairBlock LiquidNeighbours::block(std::size_t block, const LiquidWalls& walls) const {
  const std::size_t first = block * NearLists::kBlock, end = std::min(count_, first + NearLists::kBlock);
  return {static_cast<std::uint32_t>(first),
          static_cast<std::uint32_t>(end),
          rows_.data(),
          walls.rows(),
          near_.lists(block),
          near_walls_.lists(block)};
}

PairBlock LiquidNeighbours::short_block(std::size_t block, const LiquidWalls& walls, double kernel_reach) {
  PairBlock shorter = this->block(block, walls);
  const double wall_way = walls.way() / spacing_;
  const auto reach = [&](double margin) { return static_cast<float>((kernel_reach + margin) * spacing_ / grid_.unit); };
  bool are_short = short_.is_short(block), are_walls_short = short_.is_short_to_walls(block, wall_way);
  if (!are_short) {
    if (const double margin = short_.shorten(block); margin > 0) {
      are_short = true;
      short_.liquid().begin_like(block, near_);
      shorten_lists(shorter, reach(margin), kListed * static_cast<std::uint32_t>(listed_.size()),
                    short_.liquid().lists(block));
    }
  }
  if (!are_walls_short) {
    if (const double margin = short_.shorten_to_walls(block, wall_way); margin > 0) {
      are_walls_short = true;
      short_.walls().begin_like(block, near_walls_);
      shorten_wall_lists(shorter, reach(margin), static_cast<std::uint32_t>(walls.size()), short_.walls().lists(block));
    }
  }
  if (are_short) shorter.near = std::as_const(short_.liquid()).lists(block);
  if (are_walls_short) shorter.near_walls = std::as_const(short_.walls()).lists(block);
  return shorter;
}

}  // namespace resound
