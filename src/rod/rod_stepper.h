#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "rod/elastic_rod.h"
#include "rod/vertex_view.h"

namespace resound {

enum class RodIntegrator {
  leapfrog,           // symplectic Euler: velocities half a step before the positions; a step below stable_step()
  implicit_midpoint,  // for stiff rods: any step, never damps, but flattens what is fast; velocities at the positions
};

struct RodSettings {
  double step = 1e-6;  // [s]
  RodIntegrator integrator = RodIntegrator::leapfrog;
  Vec3 gravity = {};  // [m/s^2]
};

struct RodVertex {
  int rod = 0, vertex = 0;
};

// What is kept of each step.
enum class RodQuantity {
  position,  // [m]    after the step
  velocity,  // [m/s]  after the step
  force,     // [N]    elastic and of the hook, also where held: what a held end pulls at what holds it
};
struct RodTrack {
  RodQuantity quantity = RodQuantity::position;
  std::vector<RodVertex> vertices;
};

// What a hook may add to before a step, for one rod.
struct RodPush {
  VertexView force;          // [N]    one a vertex
  std::span<double> torque;  // [N m]  one an edge, about its tangent
};

// Moves several rods on together.
//
//   edges: lengths, directors ──> cells: curvature, twist ──> forces, torques ──> velocities ──> positions
//   hook ───────────────────────────────────────────────────────┘                    └─> recorded
//
// Rods that nothing ties together (no hook, no drive) take all their steps one after the other, each on a thread. The
// same bits for any number of threads.
class RodStepper {
 public:
  // The rods must outlive it. Throws InputError if the step is beyond the bound of a rod at rest.
  RodStepper(std::vector<const ElasticRod*> rods, const RodSettings& settings);
  ~RodStepper();
  RodStepper(RodStepper&&) noexcept;
  RodStepper& operator=(RodStepper&&) noexcept;

  double step() const;  // [s]
  std::size_t rods() const;
  const ElasticRod& rod(std::size_t rod) const;

  // At rest and still to begin with; to be set between calls of advance(). Throws InputError where two neighbours
  // coincide or the step is beyond the bound of this state.
  void set_state(std::size_t rod, const RodState& state);
  RodState state(std::size_t rod) const;

  // Views of what moves, valid for the stepper's lifetime. To read between calls, and in a hook.
  ConstVertexView position(std::size_t rod) const;          // [m]
  ConstVertexView velocity(std::size_t rod) const;          // [m/s]
  VertexView velocity(std::size_t rod);                     // may be set between calls of advance()
  ConstVertexView director(std::size_t rod) const;          // d1, one an edge
  ConstVertexView tangent(std::size_t rod) const;           // one an edge
  ConstVertexView force(std::size_t rod) const;             // [N]  elastic and of the hook, of the last step
  double stretch(std::size_t rod, std::size_t edge) const;  // [1]  length now over length at rest

  void set_gravity(std::size_t rod, const Vec3& gravity);  // [m/s^2]  of one rod, in place of that of the settings

  // What stays where it is, in addition to what is held already.
  void hold(const RodVertex& vertex);
  void hold_angle(int rod, int edge);
  void pin(int rod, bool at_last);    // the end vertex
  void clamp(int rod, bool at_last);  // the two end vertices and the angle between them: clamped at the edge's middle
  void hold_ends(int rod, const RodEnds& ends);
  void release(const RodVertex& vertex);

  // Vertices that go their own way: before each step `velocity_of` writes a velocity for each of them. `step` counts
  // from the beginning of the call of advance(). Replaces earlier ones.
  using Drive = std::function<void(int step, std::span<Vec3> velocity)>;
  void drive(std::vector<RodVertex> vertices, Drive velocity_of);
  double work_of_drive() const;  // [J]  done on the rods by what drives them, in all

  void record(std::vector<RodTrack> tracks);
  std::span<const double> recorded(std::size_t track) const;  // of the last advance(): [step][3 * vertex]

  // Of each step and vertex: force / mass, at the positions before the step; 0 where held, as told where driven.
  void record_accelerations();
  std::span<const double> accelerations(std::size_t rod) const;  // [m/s^2]  of the last advance(): [step][xyz][row]
  std::size_t acceleration_row(std::size_t rod) const;           // one a vertex, and on to the next whole block

  // `hook` adds forces that are not elastic: contact, blows, a bow. One push a rod, zero to begin with. It may read
  // positions and velocities as they are before the step.
  using Hook = std::function<void(int step, std::span<const RodPush> pushes)>;
  void advance(int steps, const Hook& hook = {});

  double fastest() const;                   // [m/s]  no vertex is faster now
  RodEnergy energy(std::size_t rod) const;  // leapfrog: kinetic half a step before elastic
  double weight_energy() const;             // [J]    of all rods in the field of gravity, 0 at the origin
  void archive(StateArchive& state);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace resound
