#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "emission/grain/grain_pairs.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// How much was there, and how much of it was left out as unheard.
struct SieveCount {
  std::int64_t all = 0, left_out = 0;
  double energy = 0, lost = 0;  // in units of its own: only their ratio means anything
};

// What a render left out because nobody would hear it.
struct LeftOut {
  SieveCount clicks;      // of grains
  SieveCount blows;       // on what rings
  std::int64_t slow = 0;  // collisions under the limit of speed
};

// Pays for what is left out with a share of all that is heard, so that the share holds at every moment; what is not
// spent is forgotten within the time that an ear remembers.
class EnergyPurse {
 public:
  // For each of `energies`, is it kept? The weakest are left out first.
  std::vector<bool> spend(std::span<const double> energies, double share, double seconds, SieveCount& count);

 private:
  double saved_ = 0;
};

// Leaves out the weakest collisions of every block: clicks of the air by their energy up to 20 kHz, blows on each
// object by the square of their impulse.
class CollisionSieve {
 public:
  explicit CollisionSieve(const Scene& scene);

  const MotionEvents& sift(const MotionEvents& events, const TimeBlock& block);  // valid until the next call
  const LeftOut& left_out() const { return left_out_; }
  void archive(StateArchive& state) { state.fields(clicks_, blows_, left_out_); }

 private:
  void sift_clicks(const MotionEvents& events, double seconds);
  void sift_blows(const MotionEvents& events, double seconds);

  double share_;
  std::optional<GrainPairs> pairs_;
  double speed_of_sound_;  // [m/s]
  EnergyPurse clicks_;
  std::vector<EnergyPurse> blows_;  // one an object
  LeftOut left_out_;
  std::vector<Collision> kept_;
  std::vector<double> energies_;
  MotionEvents sifted_;
};

}  // namespace resound
