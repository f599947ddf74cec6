#pragma once
#include <memory>
#include <string>
#include <vector>

#include "body/body_analysis.h"
#include "geometry/mass_properties.h"
#include "geometry/surface_index.h"
#include "radiation/radiating_skin.h"
#include "scene/air.h"
#include "scene/solid.h"
#include "solid/elastic_solid.h"
#include "solid/solid_mesh.h"

namespace resound {

// A solid ready to move: meshed, weighed, with the nodes that are held. Shared by all threads.
struct PreparedSolid {
  SolidMesh mesh;  // body axes
  SolidSkin skin;
  std::shared_ptr<const RadiatingSkin> radiating;
  std::shared_ptr<const SurfaceIndex> surface;  // the skin at rest
  ElasticSolid elastic;
  MassProperties mass;
  std::vector<int> held;    // nodes that are clamped or hinged; rising
  std::vector<int> driven;  // nodes that are moved; rising, none of them held
  double highest = 0;       // [rad/s]  of the elements
  double stable_step = 0;   // [s]      with damping, before contacts
  std::string key;          // names it by what it contains
};

SolidMaterial elastic_material(const Solid& solid);

std::shared_ptr<const PreparedSolid> prepare(const Solid& solid, const std::string& name,
                                             const PreparationReport& report);

}  // namespace resound
