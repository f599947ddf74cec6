#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "body/body_analysis.h"
#include "body/modal_model.h"
#include "body/prepared_solid.h"
#include "geometry/surface_index.h"
#include "radiation/radiation.h"
#include "scene/scene.h"

namespace resound {

// A body ready to be struck and heard. Shared by all objects of the same description, and by all threads.
struct PreparedBody {
  ModalModel model;
  MultipoleMap map;                             // one field a mode
  AddedMass air;                                // that a rigid motion drags along
  RungChoice radiation;                         // how the map was made, and why
  std::shared_ptr<const TriangleMesh> skin;     // as the picture shows it
  std::shared_ptr<const SurfaceIndex> surface;  // rays and nearest points on it
  std::string key;                              // names it by what it contains
};

struct PreparationSettings {
  std::filesystem::path cache;  // what was computed once is kept here; empty: nowhere
  PreparationReport report;
};

// The folder of the user's cache: $RESOUND_CACHE, or resound in $XDG_CACHE_HOME or ~/.cache; empty if there is no home.
std::filesystem::path default_cache();

// The modes alone, from the cache if they are there.
ModalModel modal_model(const Body& body, const std::string& name, const PreparationSettings& settings);

std::shared_ptr<const PreparedBody> prepare(const Body& body, const std::string& name, const Air& air,
                                            const PreparationSettings& settings);

// All bodies and solids of a scene, prepared.
class PreparedBodies {
 public:
  PreparedBodies() = default;
  PreparedBodies(const Scene& scene, const PreparationSettings& settings);

  // Null for an object of another kind.
  std::shared_ptr<const PreparedBody> find(int object) const {
    const auto index = static_cast<std::size_t>(object);
    return index < bodies_.size() ? bodies_[index] : nullptr;
  }
  std::shared_ptr<const PreparedSolid> find_solid(int object) const {  // likewise
    const auto index = static_cast<std::size_t>(object);
    return index < solids_.size() ? solids_[index] : nullptr;
  }
  std::string key() const;  // names them all by what they contain

 private:
  std::vector<std::shared_ptr<const PreparedBody>> bodies_;   // one an object
  std::vector<std::shared_ptr<const PreparedSolid>> solids_;  // likewise
};

}  // namespace resound
