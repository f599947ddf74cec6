#pragma once
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/aligned_numbers.h"
#include "base/lockstep.h"
#include "base/spin_team.h"
#include "base/state_archive.h"
#include "solid/elastic_solid.h"
#include "solid/step_kernel.h"

namespace resound {

// Moves several solids on together by symplectic Euler: velocities at half steps, positions at whole ones. Their nodes
// lie behind each other in one array.
//
//   elements ─┬─> forces of the nodes ──> velocities ──> positions
//   hook ─────┘                               └─> recorded
//
// Each thread moves its own share of the nodes and computes every element that touches them; elements on the border are
// computed by both sides, which costs less than handing forces over. Positions are all that threads tell each other;
// two sets of them take turns, so that a thread may move on while its neighbour still reads. What one processor writes
// reaches the other late, so it is asked for early: half of a thread's own elements are computed before it looks whether
// its neighbours have come as far, and the other half while their nodes are on the way. The same bits for any number of
// threads.
//
// Damping acts on the change of the strains in the last step. Each thread remembers those of its own elements; if others
// computed them last, it finds them again in the positions of the step before.
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
  std::span<const double> position() const { return position_[now_].all(); }  // [m]    kNodeStride a node
  std::span<double> position_to_set() {  // what is put somewhere has been there: the first step does not damp
    is_placed_ = true;
    return position_[now_].all();
  }
  std::span<const double> velocity() const { return velocity_.all(); }  // [m/s]  half a step before the positions
  std::span<double> velocity() {
    fastest_.reset();
    return velocity_.all();
  }

  // Nodes that stay where they are, in addition to earlier ones.
  void hold(std::span<const int> nodes);

  // [m/s^2]  the weight of a solid acts on all of its nodes
  void let_fall(std::size_t solid, const Vec3& gravity);

  // Nodes that go their own way: before each step `velocity_of` writes a velocity for each of them, kNodeStride
  // numbers a node in their order. `step` counts from the beginning of the call of advance(). Replaces earlier ones.
  using Drive = std::function<void(int step, std::span<double> velocity)>;
  void drive(std::vector<int> nodes, Drive velocity_of);
  double work_of_drive() const { return work_of_drive_; }  // [J]  done on the solids by what drives them, in all

  // The velocities of these nodes are written down at each step, list by list: [m/s], [step][3 * node], to where the
  // list is told to go before each advance(). In floats: a micrometre a second of a body that falls.
  void record(const std::vector<std::vector<int>>& lists);
  void write_to(std::size_t list, float* frames) { frames_[list] = frames; }
  // What is done with each list at the end of advance(), by the thread that wrote it if it was one: what it wrote is
  // still near it. Must not throw.
  void after_steps(std::function<void(std::size_t list)> work) { after_steps_ = std::move(work); }

  // `hook` adds forces that are neither elastic nor weight: contact, blows. It may read positions and velocities as
  // they are before the step, and is called on this thread while others are at work on their elements.
  using Hook = std::function<void(int step, NodePushes& pushes)>;
  void advance(int steps, const Hook& hook = {});

  // Other work in many small parts, by the threads that take the steps. Parts must not throw.
  void together(std::size_t parts, const SpinTeam::Work& work);

  double fastest() const;         // [m/s]  no node is faster now; exact within a factor of sqrt(3)
  double kinetic_energy() const;  // [J]    half a step before the positions
  double elastic_energy() const;  // [J]
  std::span<const double> force() const { return force_.all(); }  // [N]  all, of the last step; kNodeStride a node

  void archive(StateArchive& state);

 private:
  struct Batches {
    std::size_t solid = 0;
    BatchRange range;
  };
  struct Driven {
    std::size_t node = 0, slot = 0;
  };
  struct Recorded {  // nodes that follow each other in the list as well
    std::size_t node = 0, list = 0, slot = 0, count = 0;
  };
  struct NodePart {
    std::size_t solid = 0, part = 0;
    std::size_t first = 0, end = 0;  // nodes of the shared array
    std::vector<Driven> driven;
    std::vector<Recorded> recorded;
    double work = 0;  // [J]  of the drive in this call of advance()
  };
  struct Stretch {  // of the node parts
    std::size_t first = 0, end = 0;
  };
  // What one thread does.
  struct Share {
    std::size_t first_part = 0, end_part = 0;     // of the nodes
    std::vector<Batches> inner, later;            // of the elements: those among its own nodes, in two halves
    std::vector<Batches> border;                  // and those that others compute as well
    std::vector<AlignedNumbers> element_forces;   // [N]  one list a solid
    std::vector<AlignedNumbers> strains;          // of the step before, one list a solid
    std::vector<std::size_t> foreign, shown;      // places of nodes that it reads and others write; the reverse
    std::vector<std::size_t> lists;               // recorded by it alone
    alignas(64) std::array<double, 2> fastest{};  // [m^2/s^2]  in each turn; on a line of the cache of its own
  };
  struct Call;  // of advance()

  static void halve(std::vector<Batches>& batches, std::vector<Batches>& later);
  Share share_of(std::size_t first_part, std::size_t end_part) const;
  void divide();
  void show_borders();
  void move_share(std::size_t index, const Call& call);
  void compute(const std::vector<Batches>& batches, Share& share, std::size_t now);
  void remember_strains(Share& share, std::size_t before);
  void begin_from_rest();
  void gather(const Share& share);
  void fetch_foreign(const Share& share, std::size_t now) const;
  void reclaim_shown(const Share& share, std::size_t next);
  double move_on(NodePart& part, int step, std::size_t now);
  void move_driven(NodePart& part);
  void write_down(const NodePart& part, int step) const;
  void assign_lists(std::span<const Stretch> parts_of_list);
  NodePart& part_with(std::size_t node);
  std::span<double> rows(AlignedNumbers& numbers, std::size_t solid) const;
  void look_for_fastest();
  double fastest_squared() const;  // [m^2/s^2]

  std::vector<const ElasticSolid*> solids_;
  double step_;
  std::vector<std::size_t> first_node_;
  std::vector<double> mass_, gain_;  // [kg], [s/kg]
  std::vector<StepNumbers> numbers_;
  std::array<AlignedNumbers, 2> position_;  // now and a step before
  std::size_t now_ = 0;                     // which of the two
  AlignedNumbers velocity_, force_;
  bool is_placed_ = true;  // since the last step: there are no positions before
  NodePushes pushes_;  // of this step
  std::vector<NodePart> node_parts_;
  std::vector<Share> shares_;      // the first is everything, for one thread; the others make it up, one a thread
  std::size_t first_moving_ = 0;   // the first of those that move now: 0 or 1
  std::optional<std::size_t> first_remembering_;  // the first of those that know their strains
  std::optional<double> fastest_;  // [m^2/s^2]  if nobody may have changed it since the last call of advance()
  Drive velocity_of_;
  std::vector<double> driven_velocity_;  // [m/s]
  double work_of_drive_ = 0;             // [J]
  std::vector<std::size_t> frame_size_;  // numbers a step, one a list
  std::vector<float*> frames_;           // one a list
  std::function<void(std::size_t list)> after_steps_;
  std::vector<std::size_t> divided_lists_;  // recorded by several threads
  std::shared_ptr<SpinTeam> team_;
  std::unique_ptr<Lockstep> pace_;
};

}  // namespace resound
