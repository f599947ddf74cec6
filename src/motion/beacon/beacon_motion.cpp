#include "motion/beacon/beacon_motion.h"

#include <algorithm>
#include <cmath>

#include "motion/path_knots.h"

namespace resound {
namespace {

constexpr double kAfterglow = 0.1;  // [s]  of film time

}  // namespace

BeaconMotion::BeaconMotion(const Beacon& beacon, int object, const Scene& scene)
    : beacon_(beacon),
      object_(object),
      frame_rate_(scene.picture.frame_rate),
      file_rate_(std::llround(scene.sample_rate)) {}

// Between its knots a path is a cubic, which the knots reproduce exactly.
void BeaconMotion::advance(const TimeBlock& block, const Obstacles&, MotionEvents& events) {
  std::vector<PoseKnot>& knots = events.poses[static_cast<std::size_t>(object_)];
  const auto add = [&](double offset) {
    const double time = block.time_of(offset);
    knots.push_back({offset, {beacon_.path.position(time), {}}, beacon_.path.velocity(time), {}});
  };
  if (beacon_.path.is_fixed()) return add(0);
  for (const double offset : path_knots(beacon_.path, block)) add(offset);
}

// Did a click fall into the picture frame that begins at this sample, or shortly before it?
bool BeaconMotion::is_bright(SampleIndex sample, SampleRate rate) const {
  if (beacon_.signal == BeaconSignal::tone) return true;
  // Counted from this frame alone, for a crop moves them all. Frames differ by a sample in length: the last one is left
  // to the next frame.
  const double end = static_cast<double>(sample) + static_cast<double>(file_rate_) / frame_rate_.hz() - 1;
  const double last_click = std::floor((rate.seconds(end) - beacon_.offset) / beacon_.interval);
  if (last_click < 0) return false;
  const double click = rate.samples(beacon_.offset + last_click * beacon_.interval);
  return click >= static_cast<double>(sample) - kAfterglow * static_cast<double>(file_rate_);
}

void BeaconMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const Vec3 centre = beacon_.path.position(rate.seconds(static_cast<double>(sample)));
  const Colour tint = is_bright(sample, rate) ? Colour{1, 0.95, 0.8} : Colour{0.03, 0.03, 0.03};
  shapes.push_back({object_, SphereForm{{{centre, beacon_.radius}}}, {}, {Finish::light, tint}});
}

}  // namespace resound
