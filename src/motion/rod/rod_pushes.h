#pragma once
#include <vector>

#include "base/state_archive.h"
#include "rod/rod_stepper.h"
#include "scene/rod.h"

namespace resound {

// What a mallet, a bow, and what held it before the scene began, do to one rod.
class RodPushes {
 public:
  // `begin` are the forces that act on it at the beginning, its weight included.
  RodPushes(const Rod& description, const ElasticRod& rod, RodForces begin);

  bool is_quiet(double from, double to) const;  // does nothing happen between these times [s]?
  // Adds the forces of the step that begins at `time`; gives the work that they do [J].
  double add_to(const RodPush& push, const RodStepper& stepper, std::size_t rod, double time);
  void archive(StateArchive& state) { state.fields(bowing_); }

 private:
  struct Weight {
    std::size_t vertex = 0;
    double share = 0;  // [1]
  };
  double mallet_share(double time) const;
  double held_share(double time) const;
  double bow_force(const RodStepper& stepper, std::size_t rod) const;

  RodForces held_;  // [N], [N m]  balanced at the beginning, and then let go
  RodMallet mallet_;
  RodBow bow_;
  std::vector<Weight> struck_;  // raised cosine along the rod, in all one
  std::size_t bowed_ = 0;       // vertex
  double bowed_mass_ = 0;       // [kg]
  double bowing_ = 0;           // [N]  force of the bow in the last step
};

}  // namespace resound
