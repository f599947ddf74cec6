#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_numbers.h"
#include "base/aligned_vector.h"
#include "base/state_archive.h"
#include "solid/step_shares.h"

namespace resound {

// What a thread works on: the nodes of its share, copies of those it needs of others, and the elements about them. No
// other thread writes here, and but for what is shown none needs to read: what two processors both use goes to and fro
// between them, slowly, and so does what lies beside it in memory, since they fetch ahead.
//
// Rows of all nodes have their places here, so that a node is found in the same place by every thread; those of others
// are not kept up, but for the foreign ones of the share.
struct StepMemory {
  explicit StepMemory(std::span<const ElasticSolid* const> solids);

  void archive(StateArchive& state, std::size_t now);  // of the whole, its nodes

  void keep_pairs();  // from now on, each node as if it had always moved as it does now

  // As the whole has it: own nodes and foreign ones now and a step before, and what is shown.
  void take_over(const StepShare& share, const StepMemory& whole, std::size_t now);
  void take_velocities(const StepShare& share, const StepMemory& whole);
  // Own nodes back to the whole.
  void give_back(const StepShare& share, StepMemory& whole) const;

  // Foreign nodes, as the others' memories show them: asked for, then taken.
  void ask_for_foreign(const StepShare& share, std::span<const StepMemory> of_shares, std::size_t now) const;
  void take_foreign(const StepShare& share, std::span<const StepMemory> of_shares, std::size_t now);
  // Own nodes for the others: a place to write to, then written.
  void prepare_to_show(const StepShare& share, std::size_t now);
  void show(const StepShare& share, std::size_t now);

  std::size_t nodes = 0;
  std::array<AlignedNumbers, 2> position;  // [m]    now and a step before, in turns
  AlignedNumbers velocity;                 // [m/s]
  AlignedVector<float> kept;  // [m/s]  what the next pair of steps needs of the last; empty if none are recorded
  AlignedNumbers force;       // [N]
  std::vector<AlignedNumbers> element_forces;   // [N]    one list a solid
  std::vector<AlignedNumbers> strains;          // of the step before, one list a solid
  std::array<AlignedNumbers, 2> shown;          // [m]    rows of StepShare::shown, behind each other
  alignas(64) std::array<double, 2> fastest{};  // [m^2/s^2]  in each turn; on a line of the cache of its own
  double busy = 0;                              // [s]  with the steps of this call of advance()
  double after = 0;                             // [s]  with what is done after them
};

}  // namespace resound
