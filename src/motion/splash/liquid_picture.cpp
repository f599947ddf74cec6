#include "motion/splash/liquid_picture.h"

#include <algorithm>

#include "liquid/liquid_surface.h"

namespace resound {
namespace {

constexpr double kMarked = 0.05;                              // [s]    that a mark is seen
constexpr double kFalls = 0.5;                                // [m/s]  faster is falling
constexpr Look kResting{Finish::rubber, {0.05, 0.12, 0.75}};  // blue, green, pink
constexpr Look kFalling{Finish::rubber, {0.05, 0.6, 0.12}};
constexpr Look kColliding{Finish::rubber, {0.95, 0.2, 0.55}};
constexpr Look kBubble{Finish::plaster, {0.9, 0.95, 1.0}};

}  // namespace

void LiquidPicture::keep(const MotionEvents& events, std::size_t first_impact, std::size_t first_bubble, double now) {
  std::erase_if(marks_, [&](const Mark& mark) { return mark.time < now - kMarked; });
  for (std::size_t i = first_impact; i < events.impacts.size(); ++i)
    marks_.push_back({events.impacts[i].time, events.impacts[i].position, events.impacts[i].radius, false});
  for (std::size_t i = first_bubble; i < events.bubbles.size(); ++i)
    marks_.push_back({events.bubbles[i].time, events.bubbles[i].position, events.bubbles[i].radius, true});
}

void LiquidPicture::show_skin(const Particles& particles, int object, const Look& look,
                              std::vector<Shape>& shapes) const {
  auto skin = std::make_shared<TriangleMesh>(surface_of(particles.positions, particles.spacing));
  if (!skin->triangles.empty()) shapes.push_back({object, MeshForm{std::move(skin)}, {}, look});
}

void LiquidPicture::show_events(const Particles& particles, int object, std::vector<Shape>& shapes) const {
  const double dx = particles.spacing, now = particles.time;
  std::vector<Mark> collisions;
  SphereForm resting, falling, colliding, bubbles;
  for (const Mark& mark : marks_) {
    if (mark.time > now || mark.time < now - kMarked) continue;
    if (mark.is_bubble)
      bubbles.spheres.push_back({mark.place, std::max(mark.radius, dx / 2)});
    else
      collisions.push_back(mark);
  }
  const auto collides = [&](const Vec3& place) {
    return std::ranges::any_of(collisions,
                               [&](const Mark& mark) { return length(mark.place - place) < mark.radius + dx; });
  };
  for (std::size_t i = 0; i < particles.positions.size(); ++i) {
    const Vec3& place = particles.positions[i];
    if (!is_finite(place)) continue;
    SphereForm& form = collides(place) ? colliding : particles.velocities[i].z < -kFalls ? falling : resting;
    form.spheres.push_back({place, dx / 2});
  }
  for (auto& [form, look] :
       {std::pair{&resting, kResting}, {&falling, kFalling}, {&colliding, kColliding}, {&bubbles, kBubble}})
    if (!form->spheres.empty()) shapes.push_back({object, std::move(*form), {}, look});
}

}  // namespace resound
