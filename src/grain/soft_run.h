#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "base/spin_team.h"
#include "grain/clump_blows.h"
#include "grain/near_kernel.h"
#include "grain/soft_block.h"

namespace resound {

// All grains of a soft solver on their way: two states in turn, blocks of balls, and which ball is near which.
class SoftRun {
 public:
  SoftRun(const GrainSystem& system, const SoftSettings& settings);

  const SoftModel& model() const { return model_; }
  const SoftOrder& order() const { return order_; }
  const SoftState& now() const { return state_[current_]; }
  // Half a step on; the same as now() before the first step.
  const SoftState& next() const { return state_[1 - current_]; }
  std::span<const SoftBlock> blocks() const { return blocks_; }
  const ClumpBlows& blows() const { return blows_; }
  std::vector<SoftWall>& walls() { return walls_; }
  const std::vector<SoftWall>& walls() const { return walls_; }
  double fastest() const { return fastest_; }  // [m/s]  of any ball in the last step
  double work() const { return work_; }        // [J]    that walls have done

  // Computes what acts at a time [s] and the state that follows from it. The first call leaves the places as they are.
  void step(double time);
  void look_around() { travelled_ = kFar; }  // before the next step: something has jumped

  void archive(StateArchive& state);

 private:
  static constexpr double kFar = 1e300;  // [m]

  void place(const GrainSystem& system);
  void sort();              // balls by their places, and pairs anew
  double farthest() const;  // [m]  that a ball has got since they were sorted
  void reorder(std::span<const int> bodies);
  void cut_into_blocks();
  struct Kept;  // memories of contacts, while balls change places
  void for_each_block(const SpinTeam::Work& work);
  void find_pairs(const Kept& kept);
  void find_own_pairs(SoftBlock& block, const BallCells& cells, const NearPlaces& near, const Kept& kept) const;
  void find_walls(std::vector<WallTouch> touches);

  SoftModel model_;
  std::vector<SoftWall> walls_;
  SoftOrder order_;
  std::array<SoftState, 2> state_;
  int current_ = 0;
  bool begun_ = false;
  std::vector<SoftBlock> blocks_;
  ClumpBlows blows_;
  double skin_ = 0;           // [m]  pairs with a gap below it are looked at
  double travelled_ = kFar;   // [m]  bound on how much gaps have closed since
  double walls_way_ = 0;      // [m]  share of walls in it
  std::vector<Vec3> sorted_;  // [m]  places of the balls then
  double fastest_ = 0;        // [m/s]
  double work_ = 0;           // [J]
  double reach_ = 0;          // [m]  of the grains from the origin, when last sorted
  std::unique_ptr<SpinTeam> team_;
};

}  // namespace resound
