#include "radiation/facet_potential.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

// Signed solid angle of the facet, positive in front of it [van Oosterom & Strackee 1983].
double solid_angle(const std::array<Vec3, 3>& to, const std::array<double, 3>& r, double height) {
  const double volume = std::abs(dot(to[0], cross(to[1], to[2])));
  const double rest =
      r[0] * r[1] * r[2] + dot(to[0], to[1]) * r[2] + dot(to[1], to[2]) * r[0] + dot(to[2], to[0]) * r[1];
  return std::copysign(2 * std::atan2(volume, rest), height);
}

// Integral of 1/r along an edge, from l1 to l2 at distances r1, r2; the form without cancellation.
double edge_logarithm(double l1, double r1, double l2, double r2, double tiny) {
  if (l1 + l2 >= 0) return std::log((r2 + l2) / std::max(r1 + l1, tiny));
  return std::log((r1 - l1) / std::max(r2 - l2, tiny));
}

}  // namespace

// With x0 the foot of the point on the plane, h its height, and for each edge t its distance from x0 (outward along m),
// f its logarithm and l, r along the edge and to its ends:
//   int 1/r = sum t f - h Omega,   int (y - x0)/r = 1/2 sum m [ (t^2 + h^2) f + l2 r2 - l1 r1 ],
//   int h/r^3 = Omega,             int h (y - x0)/r^3 = -h sum m f
// and a shape function is its value at x0 plus its slope times (y - x0).
FacetPotential facet_potential(const Facet& facet, const Vec3& point) {
  std::array<Vec3, 3> to;
  std::array<double, 3> r{};
  for (std::size_t i = 0; i < 3; ++i) to[i] = facet.corners[i] - point, r[i] = length(to[i]);
  const double h = -dot(to[0], facet.normal);
  const double tiny = 1e-14 * facet.reach;
  const double omega = std::abs(h) < tiny ? 0 : solid_angle(to, r, h);

  // once around the facet
  double potential = -h * omega;
  Vec3 moment, slope;  // of 1/r; of h/r^3
  std::array<Vec3, 3> gradient;
  std::array<double, 3> at_foot{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, opposite = (i + 2) % 3;
    const Vec3 edge = facet.corners[j] - facet.corners[i];
    const double side = length(edge);
    const Vec3 s = edge / side, m = cross(s, facet.normal);
    const double t = dot(to[i], m), l1 = dot(to[i], s), l2 = dot(to[j], s);
    const double f = edge_logarithm(l1, r[i], l2, r[j], tiny);
    potential += t * f;
    moment += 0.5 * ((t * t + h * h) * f + l2 * r[j] - l1 * r[i]) * m;
    slope -= (h * f) * m;
    gradient[opposite] = (-side / (2 * facet.area)) * m;
    at_foot[opposite] = t * side / (2 * facet.area);
  }

  FacetPotential out;
  constexpr double scale = 0.25 * std::numbers::inv_pi;
  for (std::size_t i = 0; i < 3; ++i) {
    out.single[i] = scale * (at_foot[i] * potential + dot(gradient[i], moment));
    out.dipole[i] = scale * (at_foot[i] * omega + dot(gradient[i], slope));
  }
  return out;
}

}  // namespace resound
