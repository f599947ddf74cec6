#pragma once
#include "scene/materials.h"
#include "scene/scene.h"
#include "scratch_folder.h"

namespace resound {

// Two glass beads of one millimetre and a list of their collisions, which is yet to be written to its file.
inline Scene listed_beads(const Scratch& scratch, double duration, const Vec3& ear) {
  Scene scene;
  scene.duration = duration;
  scene.listeners[0].path = Path{ear};
  Grains beads;
  beads.material = *find_material("glass");
  beads.count = 2;
  beads.radius = 0.0005;
  CollisionList list;
  list.name = "list.collisions";
  list.file = scratch / list.name;
  scene.objects = {{"beads", beads}, {"list", list}};
  return scene;
}

}  // namespace resound
