#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "geometry/brick_mesh.h"
#include "geometry/linear_tet_mesh.h"
#include "geometry/tet_mesh.h"
#include "solid/solid_material.h"

// The explicit steps of a solid as one would first write them: element after element, plain loops over small arrays,
// each force added to its node at once. Same method and numbers as src/solid, to hold its kernels against.
namespace resound::bench {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct PlainState {
  explicit PlainState(const std::vector<Vec3>& nodes);
  void move_on(double step);  // clears the forces
  std::vector<Vector> x, v, f;
  std::vector<double> mass;
};

class PlainTet4 {
 public:
  PlainTet4(const LinearTetMesh& mesh, const SolidMaterial& material);
  void step(double step);
  PlainState state;

 private:
  struct Element {
    Tet4 node;
    Matrix inverse;
    double volume;
  };
  std::vector<Element> elements_;
  SolidMaterial material_;
};

class PlainTet10 {
 public:
  PlainTet10(const TetMesh& mesh, const SolidMaterial& material);
  void step(double step);
  PlainState state;

 private:
  struct Element {
    Tet10 node;
    std::array<std::array<Vector, 10>, 4> gradient;  // of the shape functions at the points of quadrature
    std::array<double, 4> volume;
  };
  std::vector<Element> elements_;
  SolidMaterial material_;
};

class PlainBricks {
 public:
  PlainBricks(const BrickMesh& mesh, const SolidMaterial& material);
  void step(double step);
  PlainState state;

 private:
  struct Element {
    Brick node;
    std::array<Vector, 8> rest, gradient;  // gradient at the centre
    std::array<std::array<double, 24>, 24> stiffness;
  };
  std::vector<Element> elements_;
  SolidMaterial material_;
};

}  // namespace resound::bench
