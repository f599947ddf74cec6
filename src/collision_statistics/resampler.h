#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/state_archive.h"
#include "collision_file/listed_collision.h"
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

// Who is in a list, and who of them is no grains but something with a surface.
struct ListedObjects {
  ObjectNames names;
  std::vector<bool> is_solid;
};

// Finds out, row by row, who of a list is solid: grains meet their like, solids never do.
class SolidFinder {
 public:
  void add(const ListedCollision& collision);
  ListedObjects found(const ObjectNames& names) const;

 private:
  std::vector<bool> meets_itself_;
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
  // The collisions of a window between two objects in one cell.
  struct Group {
    std::uint64_t key = 0;  // of the cell and the pair
    std::uint32_t first = 0, count = 0;
  };
  struct Window {
    std::vector<ListedCollision> collisions;  // as they came
    std::vector<std::uint32_t> order;         // by group; of a window that is grouped
    std::vector<Group> groups;                // by key
    std::vector<double> of_pair;              // counts
    bool is_grouped = false;

    void clear();
    void archive(StateArchive& state);
  };
  using Neighbours = std::array<const Group*, 3>;  // one cell before, now and after; null where it is empty
  // What is to be made in a cell.
  struct Plan {
    Neighbours from{};
    std::uint64_t key = 0;
    JointBins bins = {};
    std::size_t first = 0, count = 0;  // of all that are made in the window
  };

  std::int64_t window_of(double time) const;
  std::uint32_t pair_of(const ListedCollision& collision);
  std::uint64_t key_of(const ListedCollision& collision);
  void group(Window& window);
  void empty_table(std::size_t slots);
  std::size_t slot_of(std::uint64_t key) const;
  void make();  // the window at now_
  std::vector<Neighbours> cells_to_make() const;
  void find_profiles();
  void in_parts(const std::function<void(Plan&)>& work);  // every plan, on all cores
  void plan(Plan& cell) const;                            // its bins and its count
  void draw(const Plan& cell);                            // numbers and times
  void sample(const Plan& cell);
  void sample(const Plan& cell, std::size_t first, std::size_t count);  // so many of all that are made in the window
  std::int64_t count(const Neighbours& cell, RandomStream& chance) const;
  const ListedCollision& pick(const Neighbours& cell, std::uint64_t number) const;
  void shift();

  ResampleSettings settings_;
  ListedObjects objects_;
  Sink sink_;
  std::int64_t now_ = 0;           // number of the window to be made next
  std::array<Window, 3> windows_;  // before, now, after
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs_;
  std::vector<std::int32_t> pair_table_;  // by first * objects + second; -1: not met yet
  std::vector<std::uint64_t> pair_code_;  // of their names
  std::vector<WindowProfile> profiles_;   // of the window being made, one a pair
  std::vector<std::uint64_t> slot_key_;   // scratch from here on
  std::vector<std::uint32_t> slot_group_, group_of_;
  std::vector<Plan> plans_;
  std::vector<std::uint64_t> even_, odd_;  // random numbers, one of each a collision that is made
  TimeOrder order_;
  std::vector<ListedCollision> made_;
};

}  // namespace resound
