#include "motion/bar/bar_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/random_stream.h"
#include "scene/bubble.h"

namespace resound {
namespace {

constexpr int kSlices = 96;            // along the bar: several a half-wave of every mode that can be seen
constexpr int kSides = 24;             // of a round bar
constexpr double kFilmDepth = 0.0015;  // [m]  of the water in the picture

TriangleMesh bar_mesh(const Bar& bar) {
  if (bar.section == BarSection::round) return round_bar_mesh(bar.length, bar.thickness / 2, kSlices, kSides);
  return box_mesh({bar.length, bar.width, bar.thickness}, kSlices);
}

// A film on the upper face of the wet part; on a round bar a narrow one along its top.
Shape puddle(const Bar& bar, int object) {
  const double width = bar.section == BarSection::round ? bar.thickness / 2 : 0.96 * bar.width;
  const double middle = (bar.wet.begin + bar.wet.end) / 2 - bar.length / 2;
  const auto film = box_mesh({bar.wet.end - bar.wet.begin, width, kFilmDepth});
  Shape shape{.object = object, .form = MeshForm{std::make_shared<TriangleMesh>(film)}, .pose = bar.pose, .look = {}};
  shape.pose.position = bar.pose.to_world({middle, 0, bar.thickness / 2 + kFilmDepth / 2});
  shape.look = {Finish::water, {0.8, 0.9, 1.0}};
  return shape;
}

}  // namespace

BarMotion::BarMotion(const Bar& bar, int object, const Scene& scene)
    : bar_(bar),
      object_(object),
      seed_(scene.seed),
      air_density_(density(scene.air)),
      shape_{object, MeshForm{std::make_shared<TriangleMesh>(bar_mesh(bar))}, bar.pose, bar.material.look},
      puddle_(puddle(bar, object)) {}

void BarMotion::place(const TimeBlock&, Obstacles& obstacles) const {
  Obstacle obstacle{.object = object_, .form = {}, .pose = bar_.pose};
  if (bar_.section == BarSection::round)
    obstacle.form = CylinderForm{bar_.length / 2, bar_.thickness / 2};
  else
    obstacle.form = BoxForm{{bar_.length / 2, bar_.width / 2, bar_.thickness / 2}};
  obstacles.push_back(obstacle);
}

void BarMotion::advance(const TimeBlock&, const Obstacles&, MotionEvents& events) {
  events.poses[static_cast<std::size_t>(object_)].push_back({0, bar_.pose, {}, {}});
}

// Water stands on top of the bar only.
bool BarMotion::is_wet(const Contact& contact) const {
  const Vec3 local = bar_.pose.to_local(contact.position);
  const double x = local.x + bar_.length / 2;
  return std::holds_alternative<DropPulse>(contact.pulse) && local.z > 0 && x >= bar_.wet.begin && x < bar_.wet.end;
}

void BarMotion::respond(MotionEvents& events) {
  for (const Contact& contact : events.contacts) {
    if (contact.object != object_ || !is_wet(contact)) continue;
    RandomStream random(seed_, static_cast<std::uint32_t>(object_), landings_++);
    if (random.uniform() >= bar_.wet.bubble_chance) continue;
    const double radius = random.uniform(bar_.wet.bubble_min_radius, bar_.wet.bubble_max_radius);
    events.bubbles.push_back({.time = contact.time,
                              .object = object_,
                              .position = contact.position,
                              .radius = radius,
                              .rise = bar_.wet.bubble_rise,
                              .amplitude = bubble_pressure(radius, kMinnaertConstant, air_density_)});
  }
}

void BarMotion::depict(SampleIndex, SampleRate, std::vector<Shape>& shapes) const {
  shapes.push_back(shape_);
  if (bar_.wet.end > bar_.wet.begin) shapes.push_back(puddle_);
}

void BarMotion::occlude(std::vector<Shape>& shapes) const { shapes.push_back(shape_); }

}  // namespace resound
