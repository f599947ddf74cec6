#pragma once
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/state_archive.h"
#include "geometry/triangle_mesh.h"

namespace resound {

struct SkinPressureSettings {
  double speed_of_sound = 343;  // [m/s]
  double air_density = 1.21;    // [kg/m^3]
  SampleRate rate;
};

// What changes while the pressure on one skin is followed.
struct SkinPressureState {
  std::vector<double> pressure;  // [Pa m]     one a shape
  std::vector<double> drive;     // [m^3/s]    likewise, of the last sample
  void archive(StateArchive& state) { state.fields(pressure, drive); }
};

// The pressure of the air on the skin of a body that moves in any way, sample by sample: the doubly asymptotic
// approximation [Geers 1978] in time,
//   Q dp/dt + c p = rho c Q dv/dt
// Q [m], the air's added mass, comes from one static boundary-element solve. In the shapes w_k in which it is diagonal
// (length l_k) the equation falls apart into one-pole high-passes with corners c / (2 pi l_k), stepped by the trapezoid
// rule, which is stable for any l_k > 0:
//
//   speeds of the facets -> drive of each shape -> one-pole -> pressures of the nodes -> of the facets
//
// A rigid motion of the body does not change Q. A body that bends so far that its parts come near each other does; Q is
// that of the body at rest.
class SkinPressure {
 public:
  // Throws InputError if the surface does not enclose a body or has triangles without area.
  SkinPressure(const TriangleMesh& surface, const SkinPressureSettings& settings);

  std::size_t facets() const { return facets_.size(); }
  std::size_t shapes() const { return lengths_.size(); }
  std::span<const double> lengths() const { return lengths_; }  // [m]  of the shapes, rising

  // `speeds` [m/s] outward and `pressures` [Pa], both [facet][stride]; the first `count` samples of each are used.
  void follow(std::span<const double> speeds, int stride, int count, SkinPressureState& state,
              std::span<double> pressures);

 private:
  void step_shape(std::size_t shape, int count, SkinPressureState& state);

  SkinPressureSettings settings_;
  std::vector<Triangle> facets_;        // by nodes
  std::vector<double> lengths_;         // [m]
  std::vector<double> shapes_;          // nodes x shapes, column by column
  std::vector<double> drives_;          // shapes x facets, column by column
  std::vector<double> driven_, nodal_;  // scratch: samples x shapes, samples x nodes
};

}  // namespace resound
