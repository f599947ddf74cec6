#pragma once
#include <functional>
#include <span>
#include <vector>

#include "fem/elastic_material.h"
#include "geometry/meridian_mesh.h"
#include "geometry/tet_mesh.h"

// The free vibrations of an elastic solid: K phi = omega^2 M phi, phi^T M phi = 1. Rigid motions are left out.
namespace resound {

struct ModeSearch {
  double max_frequency = 20'000;                 // [Hz]  all modes up to here …
  int max_count = 5'000;                         // … but never more than this many, the lowest
  std::function<void(double share)> progress{};  // 0 to 1, now and then; throwing from it ends the search
};

// One mode of a solid in tetrahedra.
struct TetMode {
  double omega = 0;           // [rad/s]
  std::vector<double> shape;  // [1/sqrt(kg)]  x, y, z of every node
};
// From the lowest. Clamped nodes do not move.
std::vector<TetMode> tet_modes(const TetMesh& mesh, const ElasticMaterial& material, std::span<const int> clamped_nodes,
                               const ModeSearch& search);

// One mode of a body of revolution. Displacements are
//   radial U cos(n theta), around V sin(n theta), axial W cos(n theta)
// and, for n > 0, the twin of the pair has theta + pi/(2n) for theta. For n = 0 a mode is either (U, W) or pure
// torsion, in which V is the displacement itself, the same at every theta. The mass-norm is over the whole body.
struct FourierMode {
  int order = 0;              // n
  double omega = 0;           // [rad/s]
  std::vector<double> shape;  // [1/sqrt(kg)]  U, V, W of every meridian node
};
// Sorted by frequency; each pair of twins is listed once.
std::vector<FourierMode> revolution_modes(const MeridianMesh& mesh, const ElasticMaterial& material,
                                          std::span<const int> clamped_nodes, const ModeSearch& search);

}  // namespace resound
