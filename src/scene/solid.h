#pragma once
#include <array>
#include <optional>
#include <vector>

#include "numerics/pose.h"
#include "scene/body.h"

namespace resound {

// What a solid is cut into. Bricks for what is swept from a section and quadratic tetrahedra for the rest unless told
// otherwise; linear tetrahedra as published in 2001, which are too stiff by a lot (docs/solids.md).
enum class SolidElement { automatic, brick, tet10, tet4 };

// How stress follows strain: both agree while strains are small.
enum class SolidLaw { st_venant_kirchhoff, neo_hookean };

// How its motion gets into the air.
enum class SolidRadiation {
  kirchhoff,     // any closed body: surface pressure by the doubly asymptotic approximation
  rayleigh,      // a plate in an endless rigid wall
  as_published,  // p = rho c v, cosine, visibility, DC block: the formulas of 2001
};

// Sides of a solid that are moved back and forth: there and back again `frequency` times a second,
//   s(t) = (1 - cos(2 pi f t)) / 2
struct SolidDrive {
  std::vector<BoxSide> sides;  // none: nothing is driven
  Vec3 travel;                 // [m]    at s = 1
  double turn = 0;             // [rad]  at s = 1, about the axis through the middle of the side
  Vec3 turn_axis{0, 1, 0};
  double frequency = 1;  // [Hz]
};

// A body that deforms as it moves, by finite elements at the rate of its fastest wave: it falls, bends, touches, rings.
struct Solid {
  SolidShape shape = BowlShape{};
  std::optional<MeshFileShape> mesh;  // in place of the shape
  Material material;
  std::optional<double> strain_damping;  // [s]    tau; none: by the material's losses
  std::optional<double> mass_damping;    // [1/s]  alpha; likewise
  SolidLaw law = SolidLaw::st_venant_kirchhoff;
  SolidElement element = SolidElement::automatic;
  double edge = 0;                // [m]  of the elements; 0: by size and wall
  std::array<int, 3> cells = {};  // along x, y, z of a bar or plate; 0: by the edge
  double step = 0;                // [s]  0: as large as is stable
  std::vector<BoxSide> clamped;   // sides that are held
  std::vector<BoxSide> hinged;    // an edge that is held: the nodes on all of these sides at once
  SolidDrive drive;
  bool falls = true;                  // is it heavy? What is held is at rest under its weight when the scene begins.
  double friction = 0.3;              // [1]
  std::optional<double> restitution;  // [1]  of a touch; none: that of the material
  SolidRadiation radiation = SolidRadiation::kirchhoff;
  Pose pose;      // of the body's own origin, at the beginning
  Vec3 velocity;  // [m/s]    at the beginning
  Vec3 spin_axis{0, 0, 1};
  double spin = 0;  // [rad/s]  about that axis at the beginning, through its hinge or, without one, its centre of mass

  bool is_held() const { return !clamped.empty() || !hinged.empty() || !drive.sides.empty(); }
};

// What the material's losses are where two numbers must do: Rayleigh damping through a loss factor at these two
// frequencies, and between them within a factor of two or so of it.
inline constexpr double kLossFitLow = 300;    // [Hz]
inline constexpr double kLossFitHigh = 5000;  // [Hz]

struct SolidDamping {
  double strain = 0;  // [s]
  double mass = 0;    // [1/s]
};
SolidDamping damping_of(const Solid& solid);

}  // namespace resound
