#include "motion/rain/drop_motion.h"

#include <utility>

#include "motion/rain/drop_sizes.h"

namespace resound {

DropMotion::DropMotion(const Drop& drop, int object, const Scene& scene)
    : drop_(drop),
      object_(object),
      seed_(scene.seed),
      ground_height_(scene.ground.height),
      pictures_(object, scene.slow_motion),
      drops_(1) {
  FallingDrop& falling = drops_.front();
  falling.time = drop.time;
  falling.position = drop.position;
  falling.diameter = 2 * drop.radius;
  falling.speed = drop.speed < 0 ? terminal_speed(falling.diameter) : drop.speed;
  aim(falling, {}, ground_height_);
}

void DropMotion::advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events) {
  FallingDrop& drop = drops_.front();
  const std::uint64_t now = fingerprint(obstacles);
  if (now != std::exchange(aimed_at_, now) && drop.landing_time >= block.begin()) {
    if (block.begin() > drop.time) {
      drop.position = drop.at(block.begin());
      drop.time = block.begin();
    }
    aim(drop, obstacles, ground_height_);
  }
  if (drop.struck < 0 || !block.contains(drop.landing_time)) return;
  const RandomStream random(seed_, static_cast<std::uint32_t>(object_), drop.number);
  events.contacts.push_back(landing_contact(drop, obstacles, drop_.excitation, drop_.published, random));
}

void DropMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  pictures_.depict(drops_, rate.seconds(static_cast<double>(sample)), shapes);
}

}  // namespace resound
