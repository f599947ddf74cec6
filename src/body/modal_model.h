#pragma once
#include <vector>

#include "base/state_archive.h"
#include "geometry/triangle_mesh.h"

namespace resound {

// One standing wave of a body, as its skin sees it.
struct BodyMode {
  double omega = 0;         // [rad/s]  undamped
  int angular_order = -1;   // n of a body of revolution; -1 where there is none
  std::vector<Vec3> shape;  // [1/sqrt(kg)]  mass-normalised, one a vertex of the skin

  void archive(StateArchive& state) { state.fields(omega, angular_order, shape); }
};

// All of a body that rings: its skin and its modes. Damping is not in here: it belongs to the performance, so that one
// analysis serves every choice of it.
struct ModalModel {
  TriangleMesh skin;            // [m]  body axes, closed, seen from outside
  std::vector<Triangle> faces;  // the same surface in fewer, larger triangles; empty where there are none
  double mass = 0;              // [kg]
  Vec3 centre;                  // [m]  of mass
  double inertia[9] = {};       // [kg m^2]  about the centre, row-major
  bool is_free = true;          // nothing is clamped: it recoils when struck
  std::vector<BodyMode> modes;  // from the lowest

  void archive(StateArchive& state) {
    state.fields(skin.vertices, skin.triangles, faces, mass, centre, inertia, is_free, modes);
  }
};

}  // namespace resound
