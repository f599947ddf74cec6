#pragma once
#include <limits>
#include <span>
#include <vector>

#include "rod/rod_chain.h"
#include "rod/rod_contact.h"

namespace resound {

// What two things remember while they touch.
struct RodTouch {
  Vec3 way_out;  // unit, towards the first; zero: they do not touch
  Vec3 stretch;  // [m]  of the spring along the surface by which friction holds
  double mass = std::numeric_limits<double>::infinity();  // [kg]  reduced; falls, but never rises, during a touch
  RodContactEvent event;
  bool is_told = false;  // among those that have ended: it is resting, and no longer a blow
};

// Two things that may come to touch: an edge and an edge, an edge and a ball, or a vertex and another obstacle. They
// need not be looked at before things have moved by `wake` in all.
struct RodNear {
  enum class Kind { edges, edge_and_ball, vertex_and_obstacle };
  Kind kind = Kind::edges;
  int first = 0, second = 0;  // edge or vertex of the chain; edge, or obstacle
  double distance = 0;        // [m]  at which they touch
  double wake = 0;            // [m]
  RodTouch touch;
};

struct RodNearList {
  std::vector<RodNear> pairs;  // by kind, first, second
  double valid = 0;            // [m]  all others stay apart until things have moved by this
  void archive(StateArchive& state) { state.fields(pairs, valid); }
};

// An obstacle where it is now.
struct PlacedObstacle {
  RodObstacle obstacle;
  RodObstacleMotion motion;  // at the beginning of the block
  Pose pose;                 // now
  double radius = 0;         // [m]  of its farthest point from its origin; a plane's does not count

  void move_to(double time);            // [s]  after the beginning of the block
  double greatest_speed() const;        // [m/s]
  Vec3 velocity_at(const Vec3&) const;  // [m/s]
  // From the nearest place of it to a point: the way out, and how far. Through a surface there is no inside.
  struct Gap {
    Vec3 normal;
    double distance = 0;  // [m]
  };
  Gap gap(const Vec3& place) const;
};
PlacedObstacle placed_obstacle(RodObstacle obstacle);

// Lists all pairs nearer than `reach` beyond their touching. Touches of the old list go on.
RodNearList find_near(const RodChain& chain, std::span<const PlacedObstacle> obstacles, double reach, double least_arc,
                      const RodNearList& old);

}  // namespace resound
