#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "geometry/surface_index.h"
#include "numerics/pose.h"

// Solid bodies that moving things can strike. Each family places its own solids among the obstacles; the others strike
// them without knowing what they are.
namespace resound {

struct BoxForm {
  Vec3 half_size;  // [m] along the body's own axes
  bool operator==(const BoxForm&) const = default;
};
struct CylinderForm {      // along the body's x axis
  double half_length = 0;  // [m]
  double radius = 0;       // [m]
  bool operator==(const CylinderForm&) const = default;
};

struct SurfaceForm {  // any closed surface, shared with the body it belongs to
  std::shared_ptr<const SurfaceIndex> surface;
  bool is_open = false;  // a thin wall, which has no inside
  bool operator==(const SurfaceForm&) const = default;
};

struct Obstacle {
  int object = 0;  // index into Scene::objects
  std::variant<BoxForm, CylinderForm, SurfaceForm> form;
  Pose pose;
  bool operator==(const Obstacle&) const = default;
};

using Obstacles = std::vector<Obstacle>;

// Changes when an obstacle comes, goes or moves: who has aimed at them can tell whether to look again.
std::uint64_t fingerprint(const Obstacles& obstacles);

struct Hit {
  double distance = 0;  // [m] along the ray
  Vec3 position;        // [m] on the surface
  Vec3 normal;          // outward
  int object = 0;
};

// First surface met from `origin` along the unit vector `direction`; nothing behind the origin counts.
std::optional<Hit> first_hit(const Obstacles& obstacles, const Vec3& origin, const Vec3& direction);

}  // namespace resound
