#pragma once
#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/lockstep.h"
#include "base/spin_team.h"
#include "base/state_archive.h"
#include "solid/elastic_solid.h"
#include "solid/node_rows.h"
#include "solid/share_balance.h"
#include "solid/step_kernel.h"
#include "solid/step_memory.h"
#include "solid/velocity_lists.h"

namespace resound {

// Moves several solids on together by symplectic Euler: velocities at half steps, positions at whole ones. Their nodes
// lie behind each other in one array.
//
//   elements ─┬─> forces of the nodes ──> velocities ──> positions
//   hook ─────┘                               └─> recorded
//
// Each thread moves its own share of the nodes, in memory of its own, and computes every element that touches them;
// elements on the border are computed by both sides, which costs less than handing forces over. It shows its neighbours
// the positions along the border; two sets of them take turns, so that it may move on while they still read. What one
// processor writes reaches the other late, so it is asked for early: half of a thread's own elements are computed
// before it looks whether its neighbours have come as far, and the other half while their nodes are on the way. Shares
// follow the speed of the processors. The same bits for any number of threads and any shares.
//
// Damping acts on the change of the strains in the last step. Each thread remembers those of its own elements; if
// others computed them last, it finds them again in the positions of the step before.
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

  // All nodes between two calls of advance(), for the thread that calls it: kNodeStride numbers each, until the next
  // call. At rest and not moving to begin with.
  std::span<const double> position() const;  // [m]
  std::span<const double> velocity() const;  // [m/s]  half a step before the positions
  std::span<const double> force() const;     // [N]    all, of the last step
  std::span<double> position_to_set();       // what is put somewhere has been there: the first step does not damp
  std::span<double> velocity_to_set();
  void stand_still();  // all nodes where they are; damping knows no step before

  // Nodes that stay where they are, in addition to earlier ones.
  void hold(std::span<const int> nodes);

  // [m/s^2]  the weight of a solid acts on all of its nodes
  void let_fall(std::size_t solid, const Vec3& gravity);

  // Nodes before a step of advance(), which is counted from the beginning of the call. All that a hook or a drive may
  // know of them, as long as it runs.
  struct Now {
    int step = 0;
    NodeRows position, velocity;  // [m], [m/s]
    double fastest = 0;           // [m/s]  no node is faster; exact within a factor of sqrt(3)
  };

  // Nodes that go their own way: before each step `velocity_of` writes a velocity for each of them, kNodeStride
  // numbers a node in their order. Replaces earlier ones.
  using Drive = std::function<void(const Now& now, std::span<double> velocity)>;
  void drive(std::vector<int> nodes, Drive velocity_of);
  double work_of_drive() const { return work_of_drive_; }  // [J]  done on the solids by what drives them, in all

  // The velocities of these nodes are written down at each step, list by list: [m/s], [frame][3 * node], to where the
  // list is told to go before each advance(). No node may be in two lists, or twice in one. In floats: a micrometre a
  // second of a body that falls. With a filter for pairs they are written down at each second step; what it looks back
  // on before the first is the velocity of now. To be asked for after an even number of steps.
  void record(const std::vector<std::vector<int>>& lists, const std::optional<PairFilter>& pairs = {});
  int frames_in(int steps) const;  // that the next call of advance() writes
  void write_to(std::size_t list, float* frames) { lists_.write_to(list, frames); }
  // What is done with each list at the end of advance(), by the thread that wrote it if it was one: what it wrote is
  // still near it. Must not throw.
  void after_steps(std::function<void(std::size_t list)> work) { after_steps_ = std::move(work); }
  double time_after_steps() const { return time_after_steps_; }  // [s]  it has taken so far, in the mean of the threads

  // `hook` adds forces that are neither elastic nor weight: contact, blows. It is called on this thread while others
  // are at work on their elements. If it throws, all stands as before that step.
  using Hook = std::function<void(const Now& now, NodePushes& pushes)>;
  void advance(int steps, const Hook& hook = {});

  // Gives each thread as much to do as it is faster than others, until advance() sees how fast they are and does so by
  // itself.
  void divide(std::span<const double> speeds);
  std::size_t threads() const { return shares_.size() > 1 ? shares_.size() - 1 : 1; }

  double fastest() const;         // [m/s]  as in Now
  double kinetic_energy() const;  // [J]    half a step before the positions
  double elastic_energy() const;  // [J]

  void archive(StateArchive& state);

 private:
  struct Driven {
    std::size_t node = 0, slot = 0;
  };
  struct NodePart : StepWork::Part {
    std::vector<Driven> driven;
    double work = 0;  // [J]  of the drive in this call of advance()
  };
  struct Call;  // of advance()

  void make_threads();
  void cut(std::span<const std::size_t> cuts);
  void give_back() const;
  void collect() const;
  void begin_from_rest();
  [[noreturn]] void stop_where_it_is(const std::exception_ptr& trouble);
  Now now(int step, std::size_t turn) const;
  void move_share(std::size_t index, const Call& call);
  void begin_share(std::size_t index, std::size_t turn);
  void learn(int steps);
  void compute(const std::vector<SolidBatches>& batches, StepMemory& memory, std::size_t turn);
  void gather(const StepShare& share, StepMemory& memory);
  std::optional<int> frame_at(int step, std::size_t turn) const;
  double move_on(std::size_t index, int step, StepMemory& memory, std::size_t turn);
  void move_driven(NodePart& part, StepMemory& memory);
  std::span<double> rows(AlignedNumbers& numbers, std::size_t solid) const;
  std::span<StepMemory> memories_of_threads() { return std::span(memories_).subspan(1); }
  double greatest_square_of_speed() const;
  double fastest_squared() const;  // [m^2/s^2]

  std::vector<const ElasticSolid*> solids_;
  StepWork work_;
  double step_;
  std::vector<std::size_t> first_node_;
  std::vector<double> mass_, gain_;  // [kg], [s/kg]
  std::vector<StepNumbers> numbers_;
  std::vector<NodePart> node_parts_;
  NodePushes pushes_;  // of this step

  // The first is everything, for one thread; the others make it up, one a thread.
  std::vector<StepShare> shares_;
  mutable std::vector<StepMemory> memories_;
  std::size_t turn_ = 0;          // which of the two positions of a memory is that of now; 1 within a pair of steps
  bool is_moving_ = false;        // advance() is under way
  std::size_t first_moving_ = 0;  // the first of those that move now: 0 or 1
  std::optional<std::size_t> moved_last_;  // the first of those that did, if they still know all they need
  mutable bool is_collected_ = true;       // everything is in the first memory
  bool is_placed_ = true;                  // set from outside since the last step: there are no positions before
  bool has_new_velocities_ = false;        // set from outside since the last step
  std::optional<double> fastest_;          // [m^2/s^2]  if nobody may have changed it since
  std::array<std::vector<NodeRows::Piece>, 2> position_pieces_;  // in the memories of the threads
  std::vector<NodeRows::Piece> velocity_pieces_;

  Drive velocity_of_;
  std::vector<double> driven_velocity_;  // [m/s]
  double work_of_drive_ = 0;             // [J]
  VelocityLists lists_;                  // recorded
  std::optional<PairFilter> pairs_;
  double time_after_steps_ = 0;  // [s]
  std::function<void(std::size_t list)> after_steps_;

  std::shared_ptr<SpinTeam> team_;
  std::unique_ptr<Lockstep> pace_;
  std::optional<ShareBalance> balance_;
};

}  // namespace resound
