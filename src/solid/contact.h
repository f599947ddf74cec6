#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "geometry/surface_index.h"
#include "numerics/pose.h"
#include "solid/node_vectors.h"
#include "solid/solid_mesh.h"

namespace resound {

// How a surface meets others. Of two that touch, friction and restitution are the geometric means.
struct ContactRule {
  double friction = 0.3;     // [1]  Coulomb
  double restitution = 0.5;  // [1]  of the touch itself; what the bodies keep as vibration is lost besides
};

// The skin of one deforming solid. All solids of a scene share one array of nodes.
struct TouchingSkin {
  std::vector<Triangle> triangles;  // by nodes of the shared array, outward
  std::vector<int> nodes;           // of the shared array, that lie on the skin; rising
  ContactRule rule;
};

// Something rigid that stands still or goes its own way: pushes, is never pushed. Its pose is told before each block.
struct RigidObstacle {
  std::shared_ptr<const SurfaceIndex> surface;  // null: the ground, all of z <= pose.position.z
  ContactRule rule;
};
struct ObstacleMotion {
  Pose pose;              // at the beginning of the block
  Vec3 velocity;          // [m/s]    constant during it
  Vec3 angular_velocity;  // [rad/s]
};

struct ContactSettings {
  double step = 1e-6;  // [s]
  // Share of (1/dt)^2 that contacts may add to a node's omega^2; the rest of the stability bound belongs to the
  // elements.
  double stiffness_share = 0.5;
};

// Contact between deforming solids, rigid obstacles and the ground by penalty: a node that has gone in by depth d at
// speed s is pushed out by
//   N = k d (1 + a s) >= 0,   k = stiffness_share m / dt^2  (m: reduced lumped mass),  a from the restitution,
// and held back by Coulomb friction, regularised within the same bound. Nobody tunes k by hand: it is as stiff as the
// step allows. Candidates are found by spatial hashing and kept until something has moved farther than their margin.
class ContactForces {
 public:
  ContactForces(std::vector<TouchingSkin> skins, std::vector<RigidObstacle> obstacles, std::span<const double> mass,
                std::span<const double> rest, const ContactSettings& settings);

  void begin_block(std::span<const ObstacleMotion> obstacles);

  // Adds the forces [N] on all nodes at `time` [s] after the beginning of the block.
  void add_to(std::span<double> force, std::span<const double> position, std::span<const double> velocity, double time);

  double energy() const;         // [J]  stored in the penalty springs at the last call
  double work() const;           // [J]  done on the solids by moving obstacles, in all
  std::size_t touching() const;  // nodes in contact at the last call
  void archive(StateArchive& state);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace resound
