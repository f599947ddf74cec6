#include "motion/rain/rain_motion.h"

#include <utility>

namespace resound {

RainMotion::RainMotion(const Rain& rain, int object, const Scene& scene)
    : rain_(rain),
      object_(object),
      seed_(scene.seed),
      ground_height_(scene.ground.height),
      sizes_(rain.rate, rain.min_diameter, rain.max_diameter),
      arrivals_a_second_(sizes_.arrival_rate() * rain.size_x * rain.size_y),
      pictures_(object, scene.slow_motion),
      next_(draw(0, rain.begin)) {}

FallingDrop RainMotion::draw(std::uint64_t number, double after) const {
  RandomStream random(seed_, static_cast<std::uint32_t>(object_), number);
  FallingDrop drop;
  drop.number = number;
  drop.time = after + random.exponential(arrivals_a_second_);  // never, if it does not rain
  drop.position =
      rain_.centre + Vec3{rain_.size_x * (random.uniform() - 0.5), rain_.size_y * (random.uniform() - 0.5), 0};
  drop.diameter = sizes_.draw(random);
  drop.speed = terminal_speed(drop.diameter);
  return drop;
}

void RainMotion::advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events) {
  forget_landed(block);
  if (const std::uint64_t now = fingerprint(obstacles); now != std::exchange(aimed_at_, now))
    aim_again(block, obstacles);
  let_fall(block, obstacles);
  for (const FallingDrop& drop : striking_) {
    if (!block.contains(drop.landing_time)) continue;
    const RandomStream random(seed_, static_cast<std::uint32_t>(object_), ~drop.number);  // apart from the drop's own
    events.contacts.push_back(landing_contact(drop, obstacles, rain_.excitation, rain_.published, random));
  }
}

void RainMotion::let_fall(const TimeBlock& block, const Obstacles& obstacles) {
  while (next_.time < block.end() && next_.time < rain_.end) {
    send(next_, obstacles);
    next_ = draw(next_.number + 1, next_.time);
  }
}

void RainMotion::send(FallingDrop drop, const Obstacles& obstacles) {
  aim(drop, obstacles, ground_height_);
  (drop.struck < 0 ? passing_ : striking_).push_back(drop);
}

// Now and then, not in every block: there may be thousands.
void RainMotion::forget_landed(const TimeBlock& block) {
  constexpr SampleIndex kInterval = 1024;  // [samples]
  if (block.first / kInterval == block.last() / kInterval) return;
  const auto is_over = [&](const FallingDrop& drop) { return !pictures_.is_visible(drop, block.begin()); };
  std::erase_if(striking_, is_over);
  std::erase_if(passing_, is_over);
}

// Something moved: drops still in the air look again, from where they are now.
void RainMotion::aim_again(const TimeBlock& block, const Obstacles& obstacles) {
  std::vector<FallingDrop> drops = std::move(striking_);
  drops.insert(drops.end(), passing_.begin(), passing_.end());
  striking_.clear();
  passing_.clear();
  for (FallingDrop& drop : drops) {
    if (drop.landing_time < block.begin()) {
      (drop.struck < 0 ? passing_ : striking_).push_back(drop);
      continue;
    }
    drop.position = drop.at(block.begin());
    drop.time = block.begin();
    send(drop, obstacles);
  }
}

void RainMotion::depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const {
  const double now = rate.seconds(static_cast<double>(sample));
  pictures_.depict(striking_, now, shapes);
  pictures_.depict(passing_, now, shapes);
}

}  // namespace resound
