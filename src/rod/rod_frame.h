#pragma once
#include <cmath>

#include "numerics/vec3.h"

namespace resound {

// u carried from tangent t0 to tangent t1 (both unit) by the least rotation.
inline Vec3 transported(const Vec3& u, const Vec3& t0, const Vec3& t1) {
  const Vec3 axis = cross(t0, t1);
  const double c = dot(t0, t1);
  return c * u + cross(axis, u) + (dot(axis, u) / std::fmax(1 + c, 1e-30)) * axis;
}

inline Vec3 turned_about(const Vec3& u, const Vec3& t, double angle) {  // u normal to the unit vector t; [rad]
  return std::cos(angle) * u + std::sin(angle) * cross(t, u);
}

// u without its part along t, of unit length.
inline Vec3 made_normal(const Vec3& u, const Vec3& t) { return normalized(u - dot(u, t) * t); }

inline Vec3 any_normal(const Vec3& t) {
  const Vec3 away = std::abs(t.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  return made_normal(away, t);
}

struct EdgeFrame {
  Vec3 t, d1, d2;     // right-handed: d1 x d2 = t
  double length = 0;  // [m]
};

inline EdgeFrame edge_frame(const Vec3& edge, const Vec3& d1) {
  const double l = length(edge);
  const Vec3 t = edge / l;
  return {t, d1, cross(t, d1), l};
}

// Angle [rad] between -pi and pi by which the frame after a vertex is twisted against the one before. With directors
// p1, p2 before and q1, q2 after, p1 q1 + p2 q2 = (1 + t t')cos m and p2 q1 - p1 q2 = (1 + t t') sin m: the least
// rotation between the tangents drops out.
inline double twist_between(const EdgeFrame& before, const EdgeFrame& after) {
  return std::atan2(dot(before.d2, after.d1) - dot(before.d1, after.d2),
                    dot(before.d1, after.d1) + dot(before.d2, after.d2));
}

// The same angle, but of all that differ by whole turns the one nearest to `known`.
inline double unwrapped(double angle, double known) {
  constexpr double kWhole = 6.283185307179586476925;
  return angle + kWhole * std::nearbyint((known - angle) / kWhole);
}

// Curvature of the cell about a vertex, integrated over it [Bergou et al. 2008]: kb is the curvature binormal, kappa 1
// and 2 its parts in the mean of the directors before and after.
struct CellCurvature {
  Vec3 kb;
  double chi = 2;                 // 1 + t t'
  double kappa1 = 0, kappa2 = 0;  // [rad]
};

inline CellCurvature cell_curvature(const EdgeFrame& before, const EdgeFrame& after) {
  CellCurvature cell;
  cell.chi = std::fmax(1 + dot(before.t, after.t), 1e-30);
  cell.kb = (2 / cell.chi) * cross(before.t, after.t);
  cell.kappa1 = 0.5 * dot(before.d2 + after.d2, cell.kb);
  cell.kappa2 = -0.5 * dot(before.d1 + after.d1, cell.kb);
  return cell;
}

// How the strains of a cell answer to its two edges and their angles: complete gradients, with directors that follow
// their edges by the least rotation.
struct CellGradient {
  Vec3 kappa1_before, kappa1_after, kappa2_before, kappa2_after, twist_before, twist_after;  // [rad/m]
  double kappa1_angle_before = 0, kappa1_angle_after = 0;  // [1]  by the angles; those of the twist are -1 and 1
  double kappa2_angle_before = 0, kappa2_angle_after = 0;
};

inline CellGradient cell_gradient(const EdgeFrame& before, const EdgeFrame& after, const CellCurvature& cell) {
  const Vec3 t = (before.t + after.t) / cell.chi;
  const Vec3 d1 = (before.d1 + after.d1) / cell.chi, d2 = (before.d2 + after.d2) / cell.chi;
  CellGradient g;
  g.kappa1_before = (cross(after.t, d2) - cell.kappa1 * t) / before.length;
  g.kappa1_after = -(cross(before.t, d2) + cell.kappa1 * t) / after.length;
  g.kappa2_before = -(cross(after.t, d1) + cell.kappa2 * t) / before.length;
  g.kappa2_after = (cross(before.t, d1) - cell.kappa2 * t) / after.length;
  g.twist_before = cell.kb / (2 * before.length);
  g.twist_after = cell.kb / (2 * after.length);
  g.kappa1_angle_before = -0.5 * dot(before.d1, cell.kb), g.kappa1_angle_after = -0.5 * dot(after.d1, cell.kb);
  g.kappa2_angle_before = -0.5 * dot(before.d2, cell.kb), g.kappa2_angle_after = -0.5 * dot(after.d2, cell.kb);
  return g;
}

}  // namespace resound
