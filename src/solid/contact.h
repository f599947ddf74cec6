#pragma once
#include <memory>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "geometry/contact_law.h"
#include "geometry/surface_index.h"
#include "numerics/pose.h"
#include "solid/node_rows.h"
#include "solid/solid_mesh.h"

namespace resound {

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

// What a node has done to an obstacle, the ground excepted.
struct ObstacleBlow {
  int obstacle = 0, node = 0;
  Vec3 impulse;  // [N s]  on the obstacle
  Vec3 place;    // [m]    on its surface, in the world
};

struct ContactSettings {
  double step = 1e-6;  // [s]
  // What contacts may take of the bound on the step. Symplectic Euler with forces from the last known velocity is
  // stable as long as M^-1 (dt^2 K + 2 dt C) has no eigenvalue above 4; springs and dashpots of all contacts together
  // add no more than this to it, however many share a node. The rest belongs to the elements.
  double stiffness_share = 0.5;  // [1]
  // Pairs nearer than this are listed; the list is made anew when something may have moved by it. Changes no result.
  double margin = 0;  // [m]  0: the mean edge of the skins
};

// Contact between deforming solids, rigid obstacles and the ground by penalty: a node that has gone in by depth d and
// approaches at speed s is pushed out by
//   N = k d + c s >= 0,   k, c: as stiff as the step allows and as lossy as the restitution asks (contact_law.h),
// and held along the surface by a spring and dashpot of the same k and c that give way at Coulomb's limit mu N. Nobody
// tunes k by hand: it is a share of m / dt^2, m the reduced mass of the node and the corners it presses on. Nodes
// touch triangles, both ways between two solids; edges do not touch edges, and a solid does not touch itself. What
// pushes a node pushes the corners of the triangle back, by their weights: momentum is kept, and so is angular momentum
// but for friction, which acts on two places a depth apart.
//
//   how far may things have moved? -> list of near pairs -> those whose gap may have closed -> depth -> forces
//
// No contact is missed: the greatest speed of any node, summed over the steps, bounds how far anything has moved since
// a gap was measured, and a gap is measured again before that bound has used it up. A step with nothing near costs
// nothing.
//
// A node goes in by 3.8 steps' way at most (at a share of 0.5), so that a wall of thickness h stops whatever comes
// slower than h / (5 dt): 200 m/s for a millimetre at a microsecond.
class ContactForces {
 public:
  ContactForces(std::vector<TouchingSkin> skins, const std::vector<RigidObstacle>& obstacles,
                std::span<const double> mass, std::span<const double> rest, const ContactSettings& settings);
  ~ContactForces();
  ContactForces(ContactForces&&) noexcept;
  ContactForces& operator=(ContactForces&&) noexcept;

  void begin_block(std::span<const ObstacleMotion> obstacles);

  // Adds the forces on all nodes at `time` [s] after the beginning of the block. To be called at every step: since
  // the last call no node has moved farther than its speed now times the step. No node is faster than `fastest` [m/s].
  void add_to(NodePushes& pushes, const NodeRows& position, const NodeRows& velocity, double time, double fastest);

  // Blows since they were last taken, one a node and obstacle.
  std::vector<ObstacleBlow> take_blows();

  double energy() const;         // [J]  stored in the penalty springs at the last call
  double work() const;           // [J]  done on the solids by moving obstacles, in all
  std::size_t touching() const;  // pairs of a node and a body in contact at the last call
  void archive(StateArchive& state);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace resound
