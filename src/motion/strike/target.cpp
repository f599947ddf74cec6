#include "motion/strike/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <span>

#include "base/error.h"

namespace resound {
namespace {

double section_area(const Bar& bar) {  // [m^2]
  if (bar.section == BarSection::round) return std::numbers::pi / 4 * bar.thickness * bar.thickness;
  return bar.width * bar.thickness;
}

TriangleMesh skin_of(const Bar& bar) {
  if (bar.section == BarSection::round) return round_bar_mesh(bar.length, bar.thickness / 2, 64, 24);
  return box_mesh({bar.length, bar.width, bar.thickness}, 64);
}

}  // namespace

Target::Target(const Scene& scene, const PreparedBodies& bodies, const std::string& name) {
  const auto found = std::ranges::find(scene.objects, name, &Object::name);
  object_ = static_cast<int>(found - scene.objects.begin());
  if (found != scene.objects.end() && std::holds_alternative<Body>(found->kind)) {
    const Body& body = std::get<Body>(found->kind);
    kind_ = body;
    material_ = body.material;
    prepared_ = bodies.find(object_);
    surface_ = prepared_->surface;
    for (const BodyMode& mode : prepared_->model.modes) omega_.push_back(mode.omega);
  } else if (found != scene.objects.end() && std::holds_alternative<Solid>(found->kind)) {
    const Solid& solid = std::get<Solid>(found->kind);
    kind_ = solid;
    material_ = solid.material;
    solid_ = bodies.find_solid(object_);
    surface_ = solid_->surface;
  } else if (found != scene.objects.end() && std::holds_alternative<Bar>(found->kind)) {
    const Bar& bar = std::get<Bar>(found->kind);
    kind_ = bar;
    material_ = bar.material;
    surface_ = std::make_shared<SurfaceIndex>(skin_of(bar));
    mass_ = bar.material.density * section_area(bar) * bar.length;
  } else {
    throw InputError(fmt::format("there is no body, solid or bar called \"{}\" that could be struck", name));
  }
  size_ = box_around(surface_->mesh()).diagonal();
}

Pose Target::pose(double time) const {
  if (const auto* body = std::get_if<Body>(&kind_)) return pose_at(*body, time);
  if (const auto* solid = std::get_if<Solid>(&kind_)) return solid->pose;
  return std::get<Bar>(kind_).pose;
}

Target::Spot Target::nearest(const Vec3& place) const {
  const SurfacePoint point = *surface_->nearest(place);
  return {point, point.position, point.normal, point.distance};
}

// A bar gives way as a whole near its middle; a body by its mass and inertia, and its slow modes come on top. A solid
// that is held does not give way.
ContactBody Target::contact_at(const Spot& spot) const {
  ContactBody contact;
  contact.young_modulus = material_.young_modulus;
  contact.poisson_ratio = material_.poisson_ratio;
  contact.restitution = material_.restitution;
  const Curvature curvature = surface_->curvature(spot.point);
  contact.larger_curvature = curvature.larger;
  contact.smaller_curvature = curvature.smaller;
  if (solid_) {
    const MassProperties& mass = solid_->mass;
    if (!std::get<Solid>(kind_).is_held())
      contact.inverse_mass = inverse_mass_at(mass.mass, std::span<const double, 9>(mass.inertia),
                                             spot.position - mass.centre, spot.normal);
  } else if (!prepared_) {
    contact.inverse_mass = 1 / mass_;
  } else if (prepared_->model.is_free) {
    const ModalModel& model = prepared_->model;
    contact.inverse_mass = inverse_mass_at(model.mass, std::span<const double, 9>(model.inertia),
                                           spot.position - model.centre, spot.normal);
  }
  return contact;
}

StrikePulse Target::answer(const Mallet& mallet, const Spot& spot, const Vec3& velocity) const {
  const double speed = -dot(velocity, spot.normal);  // into the surface
  if (speed <= 0) return {};
  std::vector<double> shape;
  if (prepared_) {
    const Triangle& corners = surface_->mesh().triangles[static_cast<std::size_t>(spot.point.triangle)];
    for (const BodyMode& mode : prepared_->model.modes) {
      Vec3 moved;
      for (std::size_t k = 0; k < 3; ++k)
        moved += spot.point.weights[k] * mode.shape[static_cast<std::size_t>(corners[k])];
      shape.push_back(dot(moved, spot.normal));
    }
  }
  return strike_pulse(mallet, contact_at(spot), {omega_, shape}, speed);
}

}  // namespace resound
