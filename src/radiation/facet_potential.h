#pragma once
#include <array>

#include "radiation/radiating_surface.h"

namespace resound {

// What a facet does to a point when its strength is one of its three linear shape functions, without retardation and in
// closed form, also for a point on the facet or a hair above it [Wilton et al. 1984; Graglia 1993].
struct FacetPotential {
  std::array<double, 3> single = {};  // [m]  integral of shape / (4 pi r)
  std::array<double, 3> dipole = {};  // [1]  integral of shape (x - y).n / (4 pi r^3)
};
FacetPotential facet_potential(const Facet& facet, const Vec3& point);

}  // namespace resound
