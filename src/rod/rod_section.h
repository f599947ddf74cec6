#pragma once
#include <vector>

namespace resound {

// The cross-section of a rod, in its material directors: `a` along d1, `b` along d2.
struct RodSection {
  enum class Kind { ellipse, rectangle };
  Kind kind = Kind::ellipse;
  double a = 1e-3;  // [m]  semi-axis, or half a side
  double b = 1e-3;  // [m]

  bool operator==(const RodSection&) const = default;
};

double section_area(const RodSection& section);  // [m^2]
// Second moments of area: `along_d1` = integral of x1^2, resists the curvature towards d1 (kappa 1); `along_d2`
// kappa 2.
struct SectionMoments {
  double along_d1 = 0, along_d2 = 0;                                           // [m^4]
  double polar() const { return along_d1 + along_d2; }                         // [m^4]  of inertia about the tangent
  double larger() const { return along_d1 > along_d2 ? along_d1 : along_d2; }  // [m^4]
};
SectionMoments section_moments(const RodSection& section);
double torsion_constant(const RodSection& section);  // [m^4]  J of Saint-Venant; the polar moment only for a circle

// What a section sets into motion of a still fluid around it, per unit of length: its own volume plus its added mass
// over the fluid's density, for motion along d1 and along d2. Times the fluid's density and the acceleration it is the
// strength of the dipole that the section radiates.
struct SectionDipole {
  double along_d1 = 0, along_d2 = 0;  // [m^2]
};
SectionDipole section_dipole(const RodSection& section);

// The section of an incompressible rod that is stretched to `stretch` times its length.
RodSection stretched_section(const RodSection& section, double stretch);

// One section an edge, growing evenly from the first to the last.
std::vector<RodSection> tapered(const RodSection& first, const RodSection& last, int edges);

}  // namespace resound
