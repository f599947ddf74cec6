#pragma once
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/state_archive.h"
#include "geometry/contact_law.h"
#include "geometry/surface_index.h"
#include "numerics/pose.h"
#include "rod/rod_stepper.h"

namespace resound {

// What rods can touch besides each other. Stands still or goes its own way: pushes, is never pushed.
struct PlaneForm {  // all that lies below z = 0 of its own frame
};
struct BallForm {
  double radius = 0.1;  // [m]
};
struct RodObstacle {
  std::variant<PlaneForm, BallForm, std::shared_ptr<const SurfaceIndex>> form;
  ContactRule rule;
};
struct RodObstacleMotion {
  Pose pose;              // at the beginning of the block
  Vec3 velocity;          // [m/s]    constant during it
  Vec3 angular_velocity;  // [rad/s]
};

struct RodContactSettings {
  double stiffness_share = 0.5;  // [1]  what contacts may take of the bound on the step (contact_law.h)
  // Two places of one rod nearer than this along it do not touch, in multiples of its thickness.
  double least_arc = 4;                 // [1]
  double longest_blow = 0.002;          // [s]  a contact that lasts longer is told as ended then: the rest is weight
  std::vector<ContactRule> rules = {};  // one a rod; empty: the default for all
};

// A contact that has begun, and later ended.
struct RodContactEvent {
  double time = 0;      // [s]    of its beginning
  double duration = 0;  // [s]    0 as long as it lasts
  Vec3 place;           // [m]    where it began
  Vec3 normal;          // unit, towards the first rod
  double speed = 0;     // [m/s]  approach along the normal, positive
  double impulse = 0;   // [N s]  along the normal, over its whole duration; 0 as long as it lasts
  int rod = 0;          // the first
  int part = 0;         // its edge; against planes and surfaces, its vertex
  int other_rod = -1;   // the second; -1: an obstacle
  int other_part = 0;   // its edge, or the number of the obstacle
};

// Contact of rods with obstacles, each other and themselves by penalty (contact_law.h): as stiff as the step allows,
// never tuned by hand, as lossy as the restitution asks, with Coulomb's friction. A rod is a chain of capsules, its
// radius the smaller half side of its section at rest. Its edges touch balls and edges, its vertices planes and
// surfaces: a surface's edge that is sharper than the rod's edges are long may slip in between. Coils that touch at
// rest touch without force. Friction acts on the centre line: it does not roll a rod.
//
//   how far may things have moved? -> near pairs by hashed cubes -> those whose gap may have closed -> depth -> forces
class RodContacts {
 public:
  // The rods of the stepper, which must outlive it; it may be moved.
  RodContacts(const RodStepper& stepper, std::vector<RodObstacle> obstacles, const RodContactSettings& settings = {});
  ~RodContacts();
  RodContacts(RodContacts&&) noexcept;
  RodContacts& operator=(RodContacts&&) noexcept;

  void begin_block(double time, std::span<const RodObstacleMotion> obstacles);  // [s]  of the scene

  // For the hook of RodStepper::advance, once a step; `step` counts from the beginning of the block.
  void add_to(std::span<const RodPush> pushes, int step);

  std::span<const RodContactEvent> begun() const;  // since the beginning of the block, in order
  std::span<const RodContactEvent> ended() const;
  double energy() const;         // [J]  in the penalty springs at the last call
  double work() const;           // [J]  done on the rods by moving obstacles, in all
  std::size_t touching() const;  // pairs in contact at the last call
  void archive(StateArchive& state);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace resound
