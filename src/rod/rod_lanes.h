#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "base/aligned_numbers.h"
#include "rod/elastic_rod.h"
#include "rod/vertex_view.h"

namespace resound {

// Rows of numbers of one rod, one a vertex or edge; edge i lies where vertex i does. Vectors take three rows.
enum class RodRow : std::size_t {
  // state
  position,
  velocity = position + 3,
  director = velocity + 3,  // d1
  spin = director + 3,
  twist,           // at the vertex; not cut at pi
  kappa1_before,   // strains of the last step, from which damping has its rates
  kappa2_before,   //
  twist_before,    //
  stretch_before,  //
  // what follows from it at once
  tangent,
  director2 = tangent + 3,
  length = director2 + 3,
  inverse_length,
  force,  // of the last step, which hooks may look at
  // of one step
  pull_before = force + 3,  // dE / d edge of the cell about a vertex, for the edge before and after it
  pull_after = pull_before + 3,
  torque_before = pull_after + 3,
  torque_after,
  pull,             // dE / d edge
  push = pull + 3,  // what hooks add
  push_torque = push + 3,
  // constants
  mass,
  gain,       // [s/kg]       0 where held
  spin_gain,  // [s/(kg m^2)]
  bend1,
  bend2,
  twist_stiffness,
  natural1,
  natural2,
  natural_twist,
  stiffness,  // EA
  rest_length,
  inverse_rest,
  count
};

// Constants of a step of a rod.
struct RodStepNumbers {
  double step = 0;          // [s]
  double keep = 1;          // [1]  of the velocity under mass damping (2 - alpha dt) / (2 + alpha dt)
  Vec3 drift;               // [m/s]  (1 - keep) of the velocity that is not damped: that of a free rod as a whole
  Vec3 gravity;             // [m/s^2]
  double stretch_rate = 0;  // [1]  tau / dt
  double bend_rate = 0, twist_rate = 0;
  double tension_damping = 0;  // [s]
  bool is_neo_hookean = false, is_damped = false;
};

// A rod laid out for the lanes of the processor. Vertex 0 lies at kFirst, behind a block of others, and the rows go on
// for a block behind the last. What lies outside of an open rod has neither stiffness nor gain; it is still
// computed, and stays finite. Outside of a closed rod lie copies of its other end.
class RodLanes {
 public:
  static constexpr std::size_t kBlock = 8;       // widest vector of numbers
  static constexpr std::size_t kFirst = kBlock;  // slot of vertex 0
  static constexpr std::size_t whole_blocks(std::size_t count) { return (count + kBlock - 1) / kBlock * kBlock; }

  // Mass damping is in the gains of an explicit step; an implicit one has it in its equations.
  RodLanes(const ElasticRod& rod, double step, const Vec3& gravity, bool is_implicit);

  double* row(RodRow row) { return numbers_.all().data() + static_cast<std::size_t>(row) * stride_; }
  const double* row(RodRow row) const { return numbers_.all().data() + static_cast<std::size_t>(row) * stride_; }
  VertexView vectors(RodRow first, std::size_t count);
  ConstVertexView vectors(RodRow first, std::size_t count) const;

  std::size_t vertices() const { return vertices_; }
  std::size_t blocks() const { return blocks_; }
  std::size_t stride() const { return stride_; }
  bool is_closed() const { return is_closed_; }
  void set_gravity(const Vec3& gravity) { step_.gravity = gravity; }
  // Mass damping stands for losses within: it must not brake the flight of a rod that nothing holds.
  void spare_flight();
  const RodStepNumbers& numbers() const { return step_; }

  void load(const ElasticRod& rod, const RodState& state);
  RodState store() const;
  // Copies of the ends of a closed rod: what belongs to vertices, and to edges.
  void copy_end_vertices();
  void copy_end_edges();
  void archive(StateArchive& state);  // of what moves

 private:
  template <std::size_t kRows>
  void copy_ends(const std::array<RodRow, kRows>& rows);
  void measure_edges();

  AlignedNumbers numbers_;
  RodStepNumbers step_;
  std::size_t vertices_ = 0, edges_ = 0, blocks_ = 0, stride_ = 0;
  bool is_closed_ = false;
};

}  // namespace resound
