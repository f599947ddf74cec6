#include "motion/grain/fixture_motion.h"

#include "motion/wall/wall_shapes.h"

namespace resound {

FixtureMotion::FixtureMotion(const Fixture& fixture, int object)
    : fixture_(fixture),
      object_(object),
      skin_(std::make_shared<TriangleMesh>(mesh_of(wall_of(fixture)))),
      surface_(std::make_shared<SurfaceIndex>(*skin_)) {}

// Grains know it as a wall; this is for the others.
void FixtureMotion::place(const TimeBlock& block, Obstacles& obstacles) const {
  if (block.begin() < fixture_.opens)
    obstacles.push_back({object_, SurfaceForm{surface_, true}, pose_at(fixture_, block.begin())});
}

void FixtureMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  const double now = block.begin();
  events.poses[static_cast<std::size_t>(object_)] = {
      PoseKnot{0, pose_at(fixture_, now), fixture_.path.velocity(now), fixture_.spin.velocity(now)}};
}

void FixtureMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const double now = rate.seconds(static_cast<double>(sample));
  if (now >= fixture_.opens) return;
  Look look = fixture_.material.look;
  look.is_sheet = true;
  shapes.push_back({object_, MeshForm{skin_}, pose_at(fixture_, now), look});
}

}  // namespace resound
