#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "collision_file/listed_collision.h"
#include "collision_statistics/cell_keys.h"
#include "collision_statistics/collision_groups.h"
#include "collision_statistics/joint_bins.h"
#include "collision_statistics/time_order.h"
#include "collision_statistics/window_profile.h"
#include "numerics/random_stream.h"

namespace resound {

// How many collisions a window/cell gets: as many as it had; a Poisson number with that mean, which makes counts vary
// twice as much as those of a Poisson source did; or a Poisson number of a rate that is smoothed over the windows
// before and after.
enum class CountRule { exact, poisson, smooth };

struct ResampleSettings {
  double window = 0.02;  // [s]
  double cell = 0.01;    // [m]
  CountRule counts = CountRule::exact;
  std::uint64_t seed = 1;
};

// Collisions like those of a list, made by chance [Marko 2013, sections 5.5 and 5.6]:
//
//   windows of time x cells of space x who met whom -> joint histogram of speed and normal, and a count -> new ones
//
// A new collision of two grains lies anywhere in its cell; one on a solid keeps a normal that was found there and lies
// in the plane of it. Times follow the rate of all collisions between the two objects, which runs on across the
// borders of windows. Drawing from a histogram is drawing one of its collisions and then anywhere in that one's bin, so
// that no histogram is ever stored; three windows of collisions are.
//
// Each window/cell has a stream of random numbers of its own: the result depends neither on order nor on threads.
class Resampler {
 public:
  using Sink = std::function<void(std::span<const ListedCollision>)>;  // a window at a time, in the order of time

  Resampler(const ResampleSettings& settings, ListedObjects objects, Sink sink);

  void add(const ListedCollision& collision);  // in the order of time; throws InputError beyond the limits of a grid
  void pass(double time);                      // [s]  nothing earlier comes any more
  void finish();                               // nothing comes any more
  void archive(StateArchive& state);

  // [s]  By which what comes out may be behind what went in: a window, and the one after it.
  static double delay(const ResampleSettings& settings) { return 2 * settings.window; }

 private:
  using Neighbours = std::array<const CollisionGroup*, 3>;  // one cell before, now and after; null where it is empty
  // What is to be made in a cell, and from what: a number below the sum of all weights is a collision.
  struct Plan {
    Neighbours from{};
    std::uint64_t key = 0;
    std::array<std::uint64_t, 4> border{};  // weights of the windows before
    JointBins bins = {};
    std::size_t first = 0, count = 0;  // of all that are made in the window
  };

  std::int64_t window_of(double time) const;
  void make();  // the window at now_
  void plan_cells();
  void find_profiles();
  void in_parts(const std::function<void(Plan&)>& work);  // every plan, on all cores
  void plan(Plan& cell) const;                            // its bins and its count
  void draw(const Plan& cell);                            // numbers and times
  void sample(const Plan& cell);
  void sample(const Plan& cell, std::size_t first, std::size_t count);  // so many of all that are made in the window
  std::int64_t count(const Plan& cell, RandomStream& chance) const;
  const ListedCollision& pick(const Plan& cell, std::uint64_t number) const;
  void shift();

  ResampleSettings settings_;
  std::array<std::uint64_t, 3> weights_;  // of a collision of the window before, now and after
  double per_window_;                     // [1/s]
  CellKeys keys_;
  Sink sink_;
  std::int64_t now_ = 0;                    // number of the window to be made next
  std::array<CollisionWindow, 3> windows_;  // before, now, after
  GroupTable table_;                        // scratch from here on
  std::vector<WindowProfile> profiles_;     // of the window being made, one a pair
  std::vector<Plan> plans_;
  std::vector<std::uint64_t> even_, odd_;  // random numbers, one of each a collision that is made
  TimeOrder order_;
  std::vector<ListedCollision> made_;
};

}  // namespace resound
