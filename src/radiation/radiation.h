#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "radiation/multipole_map.h"

// From the motion of a surface to the sound around it.
namespace resound {

// Three ways to it, each checked against the next.
enum class RadiationRung {
  compact,    // volume velocity and net force of the surface: bodies much smaller than the wave
  kirchhoff,  // surface pressure by the doubly asymptotic approximation, one static boundary-element solve a mesh
  helmholtz,  // boundary elements at the frequency of every mode (Burton-Miller)
};

struct RadiatingMode {
  double omega = 0;              // [rad/s]
  std::span<const Vec3> motion;  // [1/sqrt(kg)]  one a vertex of the surface
};

struct RadiationSettings {
  double speed_of_sound = 343;  // [m/s]
  double air_density = 1.21;    // [kg/m^3]
  double tolerance_db = 0.2;    // multipoles are kept until what is left out is below this, in the loudest direction
  std::function<void(double share)> progress;
};

MultipoleMap radiate(const TriangleMesh& surface, std::span<const RadiatingMode> modes, RadiationRung rung,
                     const RadiationSettings& settings);

// The cheapest rung that is right for a body of this size at this frequency, and the reason in a sentence.
struct RungChoice {
  RadiationRung rung = RadiationRung::kirchhoff;
  std::string reason;
};
RungChoice choose_rung(const TriangleMesh& surface, double max_frequency, double speed_of_sound);

// What a rung asks for on one core, before it is begun. The two upper rungs refuse a surface with more triangles than
// they can hold.
struct RadiationCost {
  double seconds = 0;
  double memory = 0;  // [bytes]
};
RadiationCost radiation_cost(const TriangleMesh& surface, std::span<const RadiatingMode> modes, RadiationRung rung,
                             double speed_of_sound);
inline constexpr int kMostKirchhoffTriangles = 12000;
inline constexpr int kMostHelmholtzTriangles = 8000;

// What air a rigid motion of the body drags along: force on the air = -d/dt (added mass x velocity), plus the air the
// body itself displaces. Row-major 3 x 3, for translations along the axes.
struct AddedMass {
  double matrix[9] = {};  // [kg]
  double displaced = 0;   // [kg]
};
AddedMass added_mass(const TriangleMesh& surface, double air_density);

}  // namespace resound
