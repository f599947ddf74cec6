#pragma once
#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "grain/wall.h"
#include "scene/scene.h"

// What the things of a scene are to grains.
namespace resound {

RevolvedWall profile_of(const Fixture& fixture);

// A body of revolution by its outline, any other by its skin.
WallShape wall_of(const Body& body, const PreparedBody& prepared);

// How it looks: the profile turned about z.
TriangleMesh turned(const RevolvedWall& wall);

}  // namespace resound
