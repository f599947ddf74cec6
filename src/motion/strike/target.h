#pragma once
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "body/prepared_body.h"
#include "motion/contact/mallet.h"
#include "scene/scene.h"

namespace resound {

// An object that can be struck, as the one who strikes it sees it: where a blow lands, and how it answers there.
class Target {
 public:
  // By its name; throws InputError if there is no body, solid or bar of that name.
  Target(const Scene& scene, const PreparedBodies& bodies, const std::string& name);

  int object() const { return object_; }
  Pose pose(double time) const;    // of a deforming solid: at the beginning of the scene
  bool goes_its_own_way() const {  // is its pose the outcome of a simulation?
    return std::holds_alternative<Solid>(kind_);
  }

  struct Spot {
    SurfacePoint point;
    Vec3 position;        // [m]  on the skin, along the target's axes
    Vec3 normal;          // outward
    double distance = 0;  // [m]  from the place that was asked for
  };
  Spot nearest(const Vec3& place) const;  // along the target's axes

  // The blow of a mallet that comes with `velocity` [m/s] relative to the target, along the target's axes. Only the
  // part into the surface counts.
  StrikePulse answer(const Mallet& mallet, const Spot& spot, const Vec3& velocity) const;
  double size() const { return size_; }  // [m]  diagonal of the box around it
  // A place farther off than a tenth of the target's size is a mistake.
  bool is_near(const Spot& spot) const { return spot.distance <= 0.1 * size_; }

 private:
  ContactBody contact_at(const Spot& spot) const;

  int object_ = 0;
  std::variant<Body, Solid, Bar> kind_;
  Material material_;
  std::shared_ptr<const PreparedBody> prepared_;  // of a body that rings by its modes
  std::shared_ptr<const PreparedSolid> solid_;    // of one that deforms
  std::shared_ptr<const SurfaceIndex> surface_;
  std::vector<double> omega_;  // [rad/s]  of the body's modes
  double mass_ = 0;            // [kg]     of a bar
  double size_ = 0;            // [m]
};

}  // namespace resound
