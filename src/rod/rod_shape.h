#pragma once
#include <span>
#include <vector>

#include "numerics/pi.h"
#include "numerics/vec3.h"

namespace resound {

// Natural curvature and twist of the cell about one vertex, integrated over it: angles.
struct NaturalStrain {
  double kappa1 = 0, kappa2 = 0, twist = 0;  // [rad]
};

// The shape in which a rod is free of stress. Edge i runs from vertex i to vertex i + 1, in a closed rod the last one
// back to the first vertex.
struct RodShape {
  std::vector<Vec3> vertices;        // [m]
  std::vector<Vec3> directors = {};  // d1 of each edge, unit and normal to it; empty: twist-free from any normal
  bool is_closed = false;
  // One a vertex; empty: what the vertices and directors say. A straight wire bent to a ring and welded has zeros here.
  std::vector<NaturalStrain> natural = {};

  std::size_t edges() const { return is_closed ? vertices.size() : vertices.size() - 1; }
};

// How a rod ends. Holding the last two vertices and the angle of the edge between them clamps a rod at the MIDDLE of
// that edge; shapes are therefore built half an edge longer at a clamped end.
enum class RodEnd { free, pinned, clamped };
struct RodEnds {
  RodEnd first = RodEnd::free, last = RodEnd::free;
};

// A straight rod whose free part runs `from` one place `to` another. `d1` is made normal to it; zero: any normal.
RodShape straight_rod(const Vec3& from, const Vec3& to, int edges, const RodEnds& ends = {}, const Vec3& d1 = {});

// Along a given line of points, cut anew into edges of equal length, or with the points as they are (edges = 0).
RodShape curved_rod(std::span<const Vec3> points, int edges = 0, bool is_closed = false, const Vec3& d1 = {});

// A part of a circle about the origin in the plane of x and z that begins at (radius, 0, 0) and turns towards z; d1
// points away from its centre.
RodShape arc_rod(double radius, double angle, int edges);  // [m], [rad]

// A whole circle in the plane of x and y; d1 points away from its centre.
RodShape ring_rod(double radius, int edges);  // [m]

// A coil along z from the origin. Its vertices lie a little outside of the radius, so that the wire has its length.
// Round wire gets directors without twist, which is how wire comes off a spool and all that matters to a round section.
// Strip (a flat slinky) gets d1 radially, normal to the axis: `a` is then its half width across the coil and `b` its
// half thickness along the axis. Its frame turns about the edges by sin(pitch angle) a turn, which is the natural twist
// of a strip wound on edge.
struct Helix {
  double radius = 0.03;   // [m]  of the wire's centre line
  double pitch = 0.002;   // [m]  between turns
  double turns = 10;      // [1]
  int edges_a_turn = 20;  // [1]
  bool is_flat = false;   // strip
};
RodShape helix_rod(const Helix& helix);

// The same shape with its directors turned about each edge, evenly from `first` to `last` edge. Twists the material
// itself: natural strains follow.
RodShape turned(RodShape shape, double first, double last);  // [rad]

// Directors of an open or closed line without twist, beginning as near to `d1` as the first edge lets it.
std::vector<Vec3> twist_free_directors(std::span<const Vec3> vertices, bool is_closed, const Vec3& d1 = {});

}  // namespace resound
