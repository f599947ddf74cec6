#pragma once
#include <array>
#include <vector>

#include "base/state_archive.h"
#include "body/prepared_solid.h"
#include "motion/contact/force_pulse.h"
#include "motion/motion_events.h"
#include "solid/node_rows.h"

namespace resound {

// Blows on a deforming solid that are under way: each pushes the three nodes of the triangle it landed on.
class SolidStrikes {
 public:
  // A contact on the solid whose nodes begin at `first` of the shared array and which stands at `pose`.
  void begin(const Contact& contact, const PreparedSolid& solid, std::size_t first, const Pose& pose, double now,
             double step);

  // Adds the forces of the step that begins now; gives the work that they do [J].
  double add_to(NodePushes& pushes, const NodeRows& velocity, double step);
  bool is_quiet() const { return blows_.empty(); }
  void archive(StateArchive& state) { state.fields(blows_); }

 private:
  struct Blow {
    std::array<std::size_t, 3> nodes{};
    std::array<double, 3> weights{};
    Vec3 direction;  // unit, world
    ForcePulse pulse;
    int wait = 0;  // steps until its first
  };
  std::vector<Blow> blows_;
};

}  // namespace resound
