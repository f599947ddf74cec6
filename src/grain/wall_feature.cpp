#include "grain/wall_feature.h"

#include <algorithm>
#include <cmath>

#include "geometry/nearest_on_triangle.h"
#include "grain/parabola.h"

namespace resound {
namespace {

// std::hypot guards against numbers that no wall has, and takes ten times as long.
double hypotenuse(double a, double b) { return std::sqrt(a * a + b * b); }

}  // namespace

Near near(const ProfileStep& step, const Vec3& place) {
  const double r = hypotenuse(place.x, place.y);
  const double dr = step.to.radius - step.from.radius, dz = step.to.height - step.from.height;
  const double pr = r - step.from.radius, pz = place.z - step.from.height;
  const double along = std::clamp((pr * dr + pz * dz) / (dr * dr + dz * dz), 0.0, 1.0);
  const double ar = pr - along * dr, az = pz - along * dz;
  const double distance = hypotenuse(ar, az);
  if (!(distance > 0)) return {0, {0, 0, 1}};
  if (!(r > 0)) return {distance, {0, 0, az > 0 ? 1.0 : -1.0}};
  return {distance, {ar / distance * place.x / r, ar / distance * place.y / r, az / distance}};
}

Near near(const WallFacet& facet, const Vec3& place) {
  const auto w = nearest_weights(place, facet.a, facet.b, facet.c);
  const Vec3 off = place - (w[0] * facet.a + w[1] * facet.b + w[2] * facet.c);
  const double distance = length(off);
  if (distance > 0) return {distance, off / distance};
  return {0, normalized(cross(facet.b - facet.a, facet.c - facet.a))};
}

double safe_time(const WallFacet&, const Near& near, double gap, const LocalState& state) {
  return first_zero(gap, dot(near.away, state.velocity), -state.acceleration);
}

double safe_time(const ProfileStep& step, const Near& near, double gap, const LocalState& state) {
  const Vec3 &x = state.place, &v = state.velocity;
  const double slope = dot(near.away, v);
  if (step.from.height == step.to.height) return first_zero(gap, slope, -state.acceleration);  // a disc is convex
  const double any_way = first_zero(gap, -length(v), -state.acceleration);
  const double r = hypotenuse(x.x, x.y);
  if (!(r > 0)) return any_way;
  const double valid = first_zero(0.2 * r, -hypotenuse(v.x, v.y), -state.sideways);
  const double drift = state.sideways > 0 ? 1.5 * state.sideways * std::min(valid, 1e3) : 0;  // [m/s]
  const double around = std::abs(x.x * v.y - x.y * v.x) / r + drift;
  const double bound = state.acceleration + 2 * around * around / r;
  return std::max(any_way, std::min(valid, first_zero(gap, slope, -bound)));
}

}  // namespace resound
