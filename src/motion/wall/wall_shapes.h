#pragma once
#include "body/prepared_body.h"
#include "geometry/wall_shape.h"
#include "scene/scene.h"

// What the things of a scene are to grains and liquids.
namespace resound {

WallShape wall_of(const Fixture& fixture);

// A body of revolution by its outline, any other by its skin.
WallShape wall_of(const Body& body, const PreparedBody& prepared);

// A wall as triangles: a profile turned about z. Not for planes, which have no end.
TriangleMesh mesh_of(const WallShape& wall);

// How a thing with a path and a spin goes from one time to another [s]: straight on from where it is.
template <class Thing>
WallMotion straight_on(const Thing& thing, double time, double until) {
  const Pose pose = pose_at(thing, time);
  const Vec3 way = pose_at(thing, until).position - pose.position;
  return {pose, until > time ? way / (until - time) : Vec3{}, thing.spin.velocity(time)};
}

}  // namespace resound
