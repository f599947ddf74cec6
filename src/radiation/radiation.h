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

// The same with a rung for each mode.
MultipoleMap radiate(const TriangleMesh& surface, std::span<const RadiatingMode> modes,
                     std::span<const RadiationRung> rungs, const RadiationSettings& settings);

// The cheapest rung that is right for each mode, and the reason in a sentence. By ka, of the radius of the sphere that
// holds the body:
//   below 0.3 for all modes: compact;
//   else Kirchhoff for all, but boundary elements where it is known to be off by more than 0.3 dB, from ka 0.6 on: as
//   many modes from the lowest as `budget` allows by radiation_cost, and as far as the mesh has five triangles a wave.
struct RungChoice {
  std::vector<RadiationRung> rungs;  // one a mode
  std::string reason;
};
inline constexpr double kRungBudget = 5;  // [s]  of one core, before the first sound of a body; kept from then on
RungChoice choose_rungs(const TriangleMesh& surface, std::span<const RadiatingMode> modes, double speed_of_sound,
                        double budget = kRungBudget);

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
