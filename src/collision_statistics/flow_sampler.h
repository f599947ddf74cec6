#pragma once
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "collision_statistics/databank.h"
#include "collision_statistics/flow_state.h"
#include "collision_statistics/near_pairs.h"

namespace resound {

struct FlowSettings {
  double cell = 0.01;                // [m]
  double grains_per_particle = 1;    // [1]  each of the particles' volume over this
  double restitution = 0.9;          // [1]
  double slowest = 0;                // [m/s]  collisions slower than this are not made
  double horizon = 0.001;            // [s]    in which grains that are particles fly freely: see near_pairs.h
  double most_per_second = 300'000;  // [1/s]  more are made as bundles: fewer, with the same energy
  std::uint64_t seed = 1;
};

// A collision by chance; it is between two of the particles, or two grains of theirs.
struct FlowCollision {
  double time = 0;   // [s]
  Vec3 place;        // [m]
  Vec3 normal;       // unit
  double speed = 0;  // [m/s]
  std::int32_t first = 0, second = 0;
};

// What was found out about a flow, for the report.
struct FlowReport {
  double grain_seconds = 0;    // [s]  of all grains together that are told about here
  double fraction_sum = 0;     // their phi
  double temperature_sum = 0;  // [m^2/s^2] theirs
  double shear_sum = 0;        // [1/s] theirs
  double by_variance = 0;      // [s]  of grains whose temperature is mostly that of particles, and not of the shear
  double by_loss = 0;          // [s]  of grains whose temperature follows from what the flow loses
  double thin_cells = 0;       // [s]  of grains in cells with too few particles to see a gradient
  double looked_up = 0;        // [s]  of grains denser than theory goes
  double particles = 0;        // [s]  of grains times the number of particles in their cell
  double energy = 0;           // [m^2/s^2]  squared speeds of all collisions together
  double least_energy = 0;     // [m^2/s^2]  the same if friction took all that the flow loses
  double collisions = 0;       // that happened
  double made = 0;             // of them, or bundles of them
};

// From frames of a flow to collisions by chance:
//
//   frame -> state of every cell -> rate and law from theory or databank -> Poisson numbers -> collisions
//
// A frame counts from the one before it to the one after it, most at its own time: rates run on without steps.
//
// Where particles are grains themselves, each has a state of its own, from its nearest neighbours (near_pairs.h) and,
// where these are few, from its cell. Its solid fraction is the one at which a gas has as many neighbours at touch.
//
// Where particles stand for many grains, their own unrest is that of balls of their size; grains of diameter d between
// them move by (d / particle)^2 of it in temperature, as all unrest made by shear goes, and by what the shear of the
// flow makes of grains of their size. Where the particles lose more energy from frame to frame than collisions at that
// temperature would take, as where they land on a heap, the temperature is the one that takes it. What comes out then
// does not depend on how coarse the particles are.
class FlowSampler {
 public:
  FlowSampler(const FlowSettings& settings, const Databank& databank) : settings_(settings), databank_(&databank) {}

  // The next frame; the one before it is sampled now that its length is known.
  void add(const FlowFrame& frame);
  // Appends those before `time` [s], which must not be later than known_until(), in the order of time.
  void take(double time, std::vector<FlowCollision>& collisions);
  double known_until() const { return known_; }  // [s]
  const FlowReport& report() const { return report_; }
  void archive(StateArchive& state);

 private:
  // A cell, or one grain in it, and how it collides.
  struct Local {
    CellFlow flow;
    std::int32_t particle = -1;  // the grain; -1: any of the cell
    double grains = 0, diameter = 0, temperature = 0, expected = 0;
    double least_temperature = 0;  // [m^2/s^2]  without what the flow loses
    bool by_loss = false;
    CollisionLaw law;
  };
  void sample(const FlowFrame& next);  // the frame that is kept, now that the next is known
  void find_losses(const FlowFrame& next, FlowCells& cells) const;
  std::vector<Local> locals(const FlowCells& cells) const;
  Local of_cell(const CellFlow& cell) const;  // of coarse particles
  Local of_grain(const CellFlow& cell, double diameter, const NearGrains& far, const NearGrains& near) const;
  double told(const Local& local) const;  // [1]  share of its collisions that are fast enough
  void note(const Local& local, double length, double made);

  FlowSettings settings_;
  const Databank* databank_;
  std::int64_t frames_ = 0;
  double time_ = 0, before_ = 0, known_ = 0;  // [s]  of the frame that is kept, of the one before it
  std::vector<Vec3> positions_, velocities_;  // of the frame that is kept
  std::vector<double> diameters_;
  std::vector<FlowCollision> made_;  // and not taken
  FlowReport report_;
};

}  // namespace resound
