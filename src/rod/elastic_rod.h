#pragma once
#include <span>
#include <vector>

#include "rod/rod_material.h"
#include "rod/rod_section.h"
#include "rod/rod_shape.h"
#include "rod/rod_state.h"

namespace resound {

// Numbers of one edge and of one vertex's cell.
struct RodEdge {
  double length = 0;     // [m]       at rest
  double stiffness = 0;  // [N]       EA
  double inertia = 0;    // [kg m^2]  about its tangent
  RodSection section;    // at rest
};
struct RodCell {
  double mass = 0;              // [kg]
  double bend1 = 0, bend2 = 0;  // [J]  B / length of the cell: energy is half of it times angle^2
  double twist = 0;             // [J]
  NaturalStrain natural;
};

struct RodEnergy {
  double stretch = 0, bend = 0, twist = 0, kinetic = 0;  // [J]
  double elastic() const { return stretch + bend + twist; }
  double all() const { return elastic() + kinetic; }
};

// A discrete elastic rod [Bergou et al. 2008], [Bergou et al. 2010]: the constant model. Material directors belong to
// the edges; the state (RodState) to the caller. Bending and twisting stiffness are those of the section at rest,
// however far a rod of rubber is stretched. Throws InputError where the description cannot be a rod.
class ElasticRod {
 public:
  ElasticRod(RodShape shape, const RodSection& section, const RodMaterial& material);
  ElasticRod(RodShape shape, std::vector<RodSection> sections, const RodMaterial& material);  // one an edge

  const RodShape& shape() const { return shape_; }
  const RodMaterial& material() const { return material_; }
  bool is_closed() const { return shape_.is_closed; }
  std::size_t vertices() const { return cells_.size(); }
  std::span<const RodEdge> edges() const { return edges_; }
  std::span<const RodCell> cells() const { return cells_; }  // one a vertex; no stiffness at free ends
  double mass() const;                                       // [kg]
  double length() const;                                     // [m]  at rest

  double tension(std::size_t edge, double stretch) const;  // [N]
  RodEnergy energy(const RodState& state) const;           // elastic and kinetic
  // Section of an edge as it is now: that of rest, but for rubber.
  RodSection section_at(std::size_t edge, double stretch) const;

 private:
  RodShape shape_;
  RodMaterial material_;
  std::vector<RodEdge> edges_;
  std::vector<RodCell> cells_;
};

// Elastic forces and torques of a state, one number after the other without any vectors of lanes: what the kernel of
// the stepper is held against. Damping is left out.
struct RodForces {
  std::vector<Vec3> force;     // [N]    one a vertex
  std::vector<double> torque;  // [N m]  one an edge, about its tangent
};
RodForces elastic_forces(const ElasticRod& rod, const RodState& state);

}  // namespace resound
