#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/spin_team.h"
#include "base/state_archive.h"
#include "base/aligned_numbers.h"
#include "solid/elastic_solid.h"
#include "solid/step_kernel.h"

namespace resound {

// Moves several solids on together by symplectic Euler: velocities at half steps, positions at whole ones. Their nodes
// lie behind each other in one array.
//
//   elements ─┬─> forces of the nodes ──> velocities ──> positions         on as many threads as are worth it
//   hook ─────┘                               └─> recorded
//
// The same bits for any number of threads.
class SolidStepper {
 public:
  SolidStepper(std::vector<const ElasticSolid*> solids, double step);  // [s]; the solids must outlive it
  ~SolidStepper();
  SolidStepper(SolidStepper&&) noexcept;
  SolidStepper& operator=(SolidStepper&&) noexcept;

  double step() const { return step_; }  // [s]
  std::size_t nodes() const { return mass_.size(); }
  std::size_t first_node(std::size_t solid) const { return first_node_[solid]; }
  std::span<const double> mass() const { return mass_; }  // [kg]

  // At rest and not moving to begin with; to be set between calls of advance().
  std::span<double> position() { return position_.all(); }              // [m]    kNodeStride a node
  std::span<const double> position() const { return position_.all(); }  //
  std::span<double> velocity() { return velocity_.all(); }              // [m/s]  half a step before the positions
  std::span<const double> velocity() const { return velocity_.all(); }

  // Nodes that stay where they are, in addition to earlier ones.
  void hold(std::span<const int> nodes);

  // Nodes that go their own way: before each step `velocity_of` writes a velocity for each of them, kNodeStride
  // numbers a node in their order. `step` counts from the beginning of the call of advance(). Replaces earlier ones.
  using Drive = std::function<void(int step, std::span<double> velocity)>;
  void drive(std::vector<int> nodes, Drive velocity_of);
  double work_of_drive() const { return work_of_drive_; }  // [J]  done on the solids by what drives them, in all

  // The velocities of these nodes are kept at each step, list by list.
  void record(std::vector<std::vector<int>> lists);
  std::span<const double> recorded(std::size_t list) const;  // [m/s]  of the last advance(): [step][3 * node]

  // `hook` adds forces [N] that are not elastic: weight, contact, blows. It may read positions and velocities as they
  // are before the step, and is called on this thread while others are at work on the elements.
  using Hook = std::function<void(int step, std::span<double> force)>;
  void advance(int steps, const Hook& hook = {});

  // Other work in many small parts, by the threads that take the steps. Parts must not throw.
  void together(std::size_t parts, const SpinTeam::Work& work);

  double fastest() const;         // [m/s]  no node is faster now; exact within a factor of sqrt(3)
  double kinetic_energy() const;  // [J]    half a step before the positions
  double elastic_energy() const;  // [J]
  std::span<const double> force() const { return force_.all(); }  // [N]  all, of the last step; kNodeStride a node

  void archive(StateArchive& state);

 private:
  struct Part {
    std::size_t solid = 0, part = 0;
  };
  struct Driven {
    std::size_t node = 0, slot = 0;
  };
  struct Recorded {
    std::size_t node = 0, list = 0, slot = 0;
  };
  struct NodePart {
    Part part;
    std::size_t first = 0, end = 0;  // nodes of the shared array
    std::vector<Driven> driven;
    std::vector<Recorded> recorded;
    std::array<double, 4> fastest{};  // [m^2/s^2]
    double work = 0;                  // [J]  of the drive in this step
  };

  void compute(const Part& part);
  void move_on(NodePart& part, int step);
  void move_driven(NodePart& part);
  NodePart& part_with(std::size_t node);
  std::span<double> rows(AlignedNumbers& numbers, std::size_t solid);
  void look_for_fastest();

  std::vector<const ElasticSolid*> solids_;
  double step_;
  std::vector<std::size_t> first_node_;
  std::vector<double> mass_, gain_;  // [kg], [s/kg]
  std::vector<StepNumbers> numbers_;
  AlignedNumbers position_, velocity_, force_, more_;
  std::vector<AlignedNumbers> element_forces_;
  std::vector<Part> element_parts_;
  std::vector<NodePart> node_parts_;
  Drive velocity_of_;
  std::vector<double> driven_velocity_;  // [m/s]
  double work_of_drive_ = 0;             // [J]
  std::vector<std::size_t> recorded_nodes_;
  std::vector<std::vector<double>> recorded_;
  std::unique_ptr<SpinTeam> team_;
};

}  // namespace resound
