#pragma once
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_rows.h"
#include "liquid/liquid_system.h"
#include "liquid/near_lists.h"
#include "liquid/near_search.h"
#include "liquid/pair_numbers.h"
#include "liquid/tait.h"
#include "liquid/wall_kernel.h"
#include "liquid/wall_parts.h"
#include "liquid/wall_samples.h"

namespace resound {

// All that is rigid in a liquid, as particles that go with walls and balls and hand the liquid's own pressure back to
// it. Liquid slides along them freely.
class LiquidWalls {
 public:
  LiquidWalls(const LiquidSystem& system, const PlaceGrid& grid);

  void tell(int wall, const WallMotion& motion, double now);  // [s]
  void tell_ball(int ball, const Vec3& place, const Vec3& velocity, const Vec3& acceleration);
  void move_to(double time);  // [s]  rows as they are then

  std::size_t size() const { return parts_.size(); }
  const PlaceGrid& grid() const { return grid_; }
  double travelled() const;            // [m]  since the rows were sorted, at the most
  double way() const { return way_; }  // [m]  likewise, all the way that anything may have gone
  WallRows rows() const { return {places_.data(), motions_.data(), sides_.data()}; }
  void sort(double edge);                           // [units]  by place; lists of their rows are void then
  const Crowd& crowd() const { return crowd_; }     // as they stood when they were sorted
  const Fronts& fronts() const { return fronts_; }  // of those who may be felt soon

  // Lists of liquid near wall particles have been made: which have any?
  void find_active(const NearLists& near);
  void press(const LiquidRow* liquid, const NearLists& near, const Vec3& gravity, const Tait& tait,
             const PairNumbers& numbers);
  PairExtremes extremes() const;  // of those that press

  // What liquid does to balls and moving walls; after press().
  void weigh(const LiquidRow* liquid, const NearLists& near, const PairNumbers& numbers, double particle_mass);
  Vec3 force_on_ball(int ball) const;      // [N]
  double power() const { return power_; }  // [W]  that moving walls put into the liquid

  Pose pose(int wall) const;  // now
  bool is_still(int wall) const { return bodies_[static_cast<std::size_t>(wall)].motion.is_still(); }
  // [m/s]  of the wall at a place of it; its middle is where pose() has it
  Vec3 velocity(int wall, const Vec3& place, const Vec3& middle) const;
  int touched_by(const PlaceRow& liquid, NearList near) const;          // nearer than a spacing; -1: none
  int wall_of(std::uint32_t row) const { return parts_[row].body; }     // balls come after the walls
  double pressure(std::uint32_t row) const { return pressures_[row]; }  // [Pa]
  double depth(std::uint32_t row) const { return parts_[row].depth; }   // [m]
  Vec3 place(std::uint32_t row) const;                                  // [m]
  void archive(StateArchive& state);

 private:
  struct Body {
    WallMotion motion;
    double since = 0;   // [s]  when it was told
    Vec3 acceleration;  // [m/s^2]
    Vec3 pull;          // [m/s^2]  gravity as its origin feels it
    bool is_ball = false, was_moved = true;
    Vec3 travelled;     // [m]  since the rows were sorted
    double turned = 0;  // [rad]  likewise
    double size = 0;    // [m]  farthest part from the origin
  };
  void add(const std::vector<WallSample>& samples, int body);
  void set_depths();
  void set_fronts();
  void set_row(std::size_t row, const Body& body);
  Pose pose_of(const Body& body, double time) const;
  WallPull by_unit(const Vec3& pull) const;
  WallPull pull_at(std::uint32_t row, const Body& body) const;  // g - a_w

  PlaceGrid grid_;
  double spacing_, margin_;  // [m]
  std::vector<Body> bodies_;
  std::size_t balls_from_ = 0;
  std::vector<WallPart> parts_;
  // Rows; those that are nowhere follow.
  std::vector<PlaceRow> places_, listed_;
  std::vector<MotionRow> motions_;
  std::vector<SideRow> sides_;
  std::vector<float> depths_;      // [units]  of the parts, which are read seldom
  std::vector<double> pressures_;  // [Pa]
  std::vector<std::uint32_t> active_, weighed_;
  std::vector<int> active_bodies_;
  std::vector<WallPull> pulls_;  // of bodies that do not turn
  std::vector<float> highest_;   // [m^5/(kg s^2)]  p / rho^2, by block of active ones
  std::vector<Vec3> pushes_;     // [N]  of those weighed
  std::vector<Vec3> ball_forces_;
  double power_ = 0;
  Crowd crowd_;
  Fronts fronts_;
  double way_ = 0, ball_way_ = 0;  // [m]  of all; of balls since the last step
  double time_ = 0, edge_ = 1;
  bool is_sorted_ = false;
};

}  // namespace resound
