#pragma once
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "numerics/vec3.h"

namespace resound {

class ElasticRod;

// Where a rod is and how it moves.
struct RodState {
  std::vector<Vec3> position;  // [m]      one a vertex
  std::vector<Vec3> velocity;  // [m/s]    one a vertex
  std::vector<Vec3> director;  // d1, one an edge
  std::vector<double> spin;    // [rad/s]  of each edge about its tangent
  std::vector<double> twist;   // [rad]    at each vertex, from the edge before to the edge after; not cut at pi
};

// Free of stress and still. [m]
RodState at_rest(const ElasticRod& rod);

// Still, with its vertices in given places; directors are carried over from the shape of rest without twist.
RodState placed(const ElasticRod& rod, std::span<const Vec3> positions);

// Ways to begin. Each gives places for the vertices of an open rod so that every edge is stretched alike: vertices that
// are not spaced evenly along the line would set off longitudinal waves.
// Straight, from one place to another: taut if that is longer than the rod.
std::vector<Vec3> stretched_line(const ElasticRod& rod, const Vec3& from, const Vec3& to);
// Drawn aside at `place` (0 … 1 of its length) by `offset`: two straight sides.
std::vector<Vec3> triangle_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, double place,
                                const Vec3& offset);
// A lobe (1 + cos) / 2 of the given width (0 … 1 of the length) about `place`, `offset` high.
std::vector<Vec3> lobe_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, double place, double width,
                            const Vec3& offset);
// Half a sine, the first mode of a string.
std::vector<Vec3> arch_line(const ElasticRod& rod, const Vec3& from, const Vec3& to, const Vec3& offset);

// Any line y(s), s from 0 to 1, with the rod's vertices spaced on it as its edges are at rest.
std::vector<Vec3> spread_along(const ElasticRod& rod, std::span<const Vec3> line);

}  // namespace resound
