#pragma once
#include <vector>

#include "base/state_archive.h"
#include "rod/rod_stepper.h"
#include "scene/rod.h"

namespace resound {

// What a mallet and a bow do to one rod.
class RodPushes {
 public:
  RodPushes(const Rod& description, const ElasticRod& rod);

  bool is_quiet() const { return mallet_.force == 0 && bow_.force == 0; }
  // Adds the forces of the step that begins at `time`; gives the work that they do [J].
  double add_to(const RodPush& push, const RodStepper& stepper, std::size_t rod, double time);
  void archive(StateArchive& state) { state.fields(bowing_); }

 private:
  struct Weight {
    std::size_t vertex = 0;
    double share = 0;  // [1]
  };
  double bow_force(const RodStepper& stepper, std::size_t rod) const;

  RodMallet mallet_;
  RodBow bow_;
  std::vector<Weight> struck_;  // raised cosine along the rod, in all one
  std::size_t bowed_ = 0;       // vertex
  double bowed_mass_ = 0;       // [kg]
  double bowing_ = 0;           // [N]  force of the bow in the last step
};

}  // namespace resound
