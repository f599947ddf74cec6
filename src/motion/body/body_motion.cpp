#include "motion/body/body_motion.h"

#include <utility>

#include "motion/path_knots.h"

namespace resound {

BodyMotion::BodyMotion(const Body& body, int object, std::shared_ptr<const PreparedBody> prepared)
    : body_(body), object_(object), prepared_(std::move(prepared)), now_(pose_at(body, 0)) {}

// A moving body is placed where it is when the block begins: within a block of a millisecond it moves by less than what
// falls on it is wide.
void BodyMotion::place(const TimeBlock& block, Obstacles& obstacles) const {
  obstacles.push_back({object_, SurfaceForm{prepared_->surface}, pose_at(body_, block.begin())});
}

PoseKnot BodyMotion::knot_at(double offset, const TimeBlock& block) const {
  const double time = block.time_of(offset);
  return {offset, pose_at(body_, time), body_.path.velocity(time), body_.spin.velocity(time)};
}

void BodyMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  now_ = pose_at(body_, block.begin());
  std::vector<PoseKnot>& knots = events.poses[static_cast<std::size_t>(object_)];
  if (is_at_rest()) {
    knots.push_back({0, now_, {}, {}});
    return;
  }
  for (const double offset : path_knots(body_.path, block)) knots.push_back(knot_at(offset, block));
}

void BodyMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const Pose pose = pose_at(body_, rate.seconds(static_cast<double>(sample)));
  shapes.push_back({object_, MeshForm{prepared_->skin}, pose, body_.material.look});
}

void BodyMotion::occlude(std::vector<Shape>& shapes) const {
  shapes.push_back({object_, MeshForm{prepared_->skin}, now_, body_.material.look});
}

}  // namespace resound
