#pragma once
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "geometry/meridian_mesh.h"

namespace resound {

// Puts a meridian together from blocks of quadrilaterals. Blocks that share a side share its nodes, provided that both
// cut it alike.
class MeridianBuilder {
 public:
  explicit MeridianBuilder(double tolerance) : tolerance_(tolerance) {}  // [m]  nearer nodes are one

  // A grid with lines at `u` and `v` (rising), placed by `place`; the middles of sides are placed by it too, so that
  // they lie on the true curve. Quadrilaterals come out counter-clockwise whichever way `place` turns.
  using Place = std::function<MeridianPoint(double u, double v)>;
  void add_block(const std::vector<double>& u, const std::vector<double>& v, const Place& place);

  MeridianMesh take() { return std::move(mesh_); }

 private:
  int node_at(MeridianPoint point);

  double tolerance_;
  MeridianMesh mesh_;
  std::unordered_map<long long, std::vector<int>> cells_;  // nodes by the square of the plane they lie in
};

// Lines from 0 to 1: `pieces` of equal length.
std::vector<double> even_lines(int pieces);

// Lines from 0 to 1 along a side of some length: the first piece is `first` long, each further one at most `growth`
// times its neighbour, none longer than `edge` (all in metres).
std::vector<double> graded_lines(double length, double first, double growth, double edge);

std::vector<double> mirrored(const std::vector<double>& lines);  // t -> 1 - t, rising again

int pieces_of(double length, double edge, int at_least);  // so many pieces are at most `edge` long

}  // namespace resound
