#include "motion/bar/bar_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/random_stream.h"

namespace resound {
namespace {

constexpr int kSlices = 96;            // along the bar: several a half-wave of every mode that can be seen
constexpr int kSides = 24;             // of a round bar
constexpr double kFilmDepth = 0.0015;  // [m]  of the water in the picture
constexpr Look kTrailWater{Finish::water, {0.8, 0.9, 1.0}};
constexpr Look kHolder{Finish::rubber, {0.05, 0.055, 0.065}};
constexpr Look kThread{Finish::plaster, {0.30, 0.33, 0.37}};

TriangleMesh bar_mesh(const Bar& bar) {
  if (bar.section == BarSection::round) return round_bar_mesh(bar.length, bar.thickness / 2, kSlices, kSides);
  return box_mesh({bar.length, bar.width, bar.thickness}, kSlices);
}

// Water that lies on the wet part, held by its surface tension: flat in the middle, round at its rim. It reaches a
// little into the bar, so that no gap is seen. On a round bar it is a narrow strip along the top.
TriangleMesh puddle_mesh(const Bar& bar) {
  constexpr int kRings = 10, kSpokes = 72;
  constexpr double kSquareness = 0.4;  // [1] of the outline: 1 an ellipse, 0 a rectangle
  const double half_width = bar.section == BarSection::round ? bar.thickness / 4 : 0.47 * bar.width;
  const double half_length = (bar.wet.end - bar.wet.begin) / 2;
  const double top = bar.thickness / 2, bottom = top - 0.2 * bar.thickness;
  const Vec3 middle{(bar.wet.begin + bar.wet.end - bar.length) / 2, 0, 0};
  const auto place = [&](double share, int spoke, double z) {
    const double angle = 2 * std::numbers::pi * spoke / kSpokes, c = std::cos(angle), s = std::sin(angle);
    const double wobble = 1 - 0.03 * (1 + std::sin(3 * angle + 1)) - 0.02 * (1 + std::sin(7 * angle));
    const double x = std::copysign(std::pow(std::abs(c), kSquareness), c),
                 y = std::copysign(std::pow(std::abs(s), kSquareness), s);
    return middle + Vec3{share * half_length * x, share * half_width * wobble * y, z};
  };

  TriangleMesh mesh;
  for (int ring = 1; ring <= kRings + 1; ++ring) {  // the last one lies inside the bar
    const double inward = 1 - std::min(1.0, static_cast<double>(ring) / kRings), share = 1 - inward * inward;
    const double z = ring > kRings ? bottom : top + kFilmDepth * std::sqrt(std::max(0.0, 1 - std::pow(share, 12)));
    for (int spoke = 0; spoke < kSpokes; ++spoke) mesh.vertices.push_back(place(share, spoke, z));
  }
  const int centre = static_cast<int>(mesh.vertices.size()), below = centre + 1;
  mesh.vertices.push_back(middle + Vec3{0, 0, top + kFilmDepth});
  mesh.vertices.push_back(middle + Vec3{0, 0, bottom});
  for (int spoke = 0; spoke < kSpokes; ++spoke) {
    const int next = (spoke + 1) % kSpokes, last = kRings * kSpokes;
    mesh.triangles.push_back({centre, spoke, next});
    mesh.triangles.push_back({below, last + next, last + spoke});
    for (int ring = 0; ring < kRings; ++ring) {
      const int inner = ring * kSpokes, outer = inner + kSpokes;
      mesh.triangles.push_back({inner + spoke, outer + spoke, outer + next});
      mesh.triangles.push_back({inner + spoke, outer + next, inner + next});
    }
  }
  return mesh;
}

TriangleMesh moved(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& vertex : mesh.vertices) vertex += by;
  return mesh;
}

// What holds one end: a vice, or a ledge below it.
void add_holder(const Bar& bar, BarEnd end, double side, int object, std::vector<Shape>& shapes) {
  if (end == BarEnd::free) return;
  const double width = bar.section == BarSection::round ? bar.thickness : bar.width;
  const bool is_vice = end == BarEnd::clamped;
  const Vec3 size = is_vice ? Vec3{0.03, 1.5 * width, 4 * bar.thickness} : Vec3{0.008, 1.3 * width, 0.03};
  const Vec3 middle{side * (bar.length / 2 + (is_vice ? size.x / 2 : 0.0)), 0,
                    is_vice ? 0.0 : -(bar.thickness + size.z) / 2};
  shapes.push_back(
      {object, MeshForm{std::make_shared<TriangleMesh>(moved(box_mesh(size), middle))}, bar.pose, kHolder});
}

// A free bar hangs by threads where its lowest mode rests, at 0.2242 of its length.
void add_thread(const Bar& bar, double side, int object, std::vector<Shape>& shapes) {
  constexpr double kKnot = 0.1, kHigh = 1.0;  // [m] above the bar
  const double x = side * (0.5 - 0.2242) * bar.length;
  const bool is_round = bar.section == BarSection::round;
  const double y = (is_round ? bar.thickness : bar.width) / 2, z = is_round ? 0 : bar.thickness / 2;
  const Vec3 middle = bar.pose.to_world({x, 0, 0}), knot = middle + Vec3{0, 0, kKnot};
  const Vec3 left = bar.pose.to_world({x, y, z}), right = bar.pose.to_world({x, -y, z});
  shapes.push_back({object, LineForm{{right, knot, middle + Vec3{0, 0, kHigh}}}, {}, kThread});
  shapes.push_back({object, LineForm{{left, knot}}, {}, kThread});
}

// All that is seen of a bar. The bar itself comes first.
std::vector<Shape> bar_shapes(const Bar& bar, int object) {
  std::vector<Shape> shapes{
      {object, MeshForm{std::make_shared<TriangleMesh>(bar_mesh(bar))}, bar.pose, bar.material.look}};
  if (bar.wet.end > bar.wet.begin)
    shapes.push_back({object, MeshForm{std::make_shared<TriangleMesh>(puddle_mesh(bar))}, bar.pose, kTrailWater});
  add_holder(bar, bar.left_end, -1, object, shapes);
  add_holder(bar, bar.right_end, 1, object, shapes);
  if (bar.left_end == BarEnd::free && bar.right_end == BarEnd::free)
    for (const double side : {-1.0, 1.0}) add_thread(bar, side, object, shapes);
  return shapes;
}

}  // namespace

BarMotion::BarMotion(const Bar& bar, int object, const Scene& scene)
    : bar_(bar), object_(object), seed_(scene.seed), shapes_(bar_shapes(bar, object)) {}

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

void BarMotion::respond(const TimeBlock&, MotionEvents& events) {
  for (const Contact& contact : events.contacts) {
    if (contact.object != object_ || !is_wet(contact)) continue;
    RandomStream random(seed_, static_cast<std::uint32_t>(object_), landings_++);
    if (random.uniform() >= bar_.wet.bubble_chance) continue;
    const double radius = random.uniform(bar_.wet.bubble_min_radius, bar_.wet.bubble_max_radius);
    events.bubbles.push_back({.time = contact.time,
                              .object = object_,
                              .position = contact.position,
                              .radius = radius,
                              .rise = bar_.wet.bubble_rise});
  }
}

void BarMotion::depict(SampleIndex, SampleRate, std::vector<Shape>& shapes) const {
  shapes.insert(shapes.end(), shapes_.begin(), shapes_.end());
}

void BarMotion::occlude(std::vector<Shape>& shapes) const { shapes.push_back(shapes_.front()); }

}  // namespace resound
