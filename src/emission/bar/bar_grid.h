#pragma once
#include <array>
#include <vector>

#include "base/state_archive.h"
#include "emission/bar/bar_scheme.h"
#include "emission/bar/lifted_step.h"

namespace resound {

// Two neighbouring nodes and how a point between them is shared out. A force is spread with the weights with which a
// deflection is read, which makes striking here and listening there the same as the reverse.
struct GridPoint {
  std::size_t left = 0, right = 0;               // frame indices of the two nodes
  double left_weight = 1, right_weight = 0;      // [1]
  double left_mobility = 0, right_mobility = 0;  // [1/kg]  acceleration of the node by a force at the point
};

// The value at a point of a frame, one number a node.
inline double read_at(const GridPoint& point, const double* frame) {
  return point.left_weight * frame[point.left] + point.right_weight * frame[point.right];
}

// A bar on a grid of nodes, stepped by BarScheme.
class BarGrid {
 public:
  explicit BarGrid(const BarScheme& scheme);

  const BarScheme& scheme() const { return scheme_; }
  int node_count() const { return scheme_.intervals + 1; }
  GridPoint point_at(double x) const;  // [m] from the left end

  // One step. First collect the forces that act at this instant, then step; `acceleration`, if given, holds
  // frame_size() numbers, node l at frame_index(l).
  void push(const GridPoint& point, double force);  // [N]
  void step(double* acceleration = nullptr);

  double deflection(const GridPoint& point) const;                                    // [m]
  double velocity(const GridPoint& point) const;                                      // [m/s]  half a step ago
  double energy() const;                                                              // [J]
  double energy_supplied() const { return energy_supplied_; }                         // [J]
  void set_state(const std::vector<double>& now, const std::vector<double>& before);  // one a node; counts as supplied
  void hush();  // to rest, once nothing is left that could be heard

  std::size_t frame_size() const { return rows_ * kStretches; }
  std::size_t frame_index(int node) const {
    return static_cast<std::size_t>(node) % rows_ * kStretches + static_cast<std::size_t>(node) / rows_;
  }
  void archive(StateArchive& state) { state.fields(now_, before_, energy_supplied_); }

 private:
  // What lies beyond an end. Two ghost nodes take the values with which the rows of the end become like all others.
  struct Ghosts {
    std::array<std::size_t, 3> inside{};    // frame indices of the nodes 0, 1, 2, counted from the end inwards
    std::array<double, 2> first{};          // u_-1 from u_0, u_1
    std::array<double, 3> second{};         // u_-2 from u_0, u_1, u_2 …
    std::array<double, 2> second_before{};  // … and from u-_0, u-_1
    bool held = false;                      // u_0 = 0
  };
  struct Push {
    GridPoint point;
    double force = 0;
  };
  Ghosts ghosts(BarEnd end, int end_node, int inward) const;
  LeftGhosts raise_ghosts();  // sets those on the right, returns those on the left
  double mobility(int node) const;
  void apply(const Push& push, double* acceleration);
  std::vector<double> nodes(const LiftedRows& rows) const;

  BarScheme scheme_;
  std::size_t rows_;
  StepFactors factors_;
  std::array<Ghosts, 2> ends_;
  std::array<std::size_t, 2> right_ghosts_;  // frame indices of the two cells after the last node
  LiftedRows now_, before_;                  // with their halos
  std::vector<Push> pushes_;
  std::vector<double> old_;  // scratch: u- under the pushes
  double energy_supplied_ = 0;
};

}  // namespace resound
