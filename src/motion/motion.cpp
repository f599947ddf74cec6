#include "motion/motion.h"

#include <algorithm>

namespace resound {
namespace {

struct MoverMaker {
  const Scene& scene;
  const PreparedBodies& bodies;
  int object;

  Mover operator()(const Body& body) const { return BodyMotion(body, object, bodies.find(object)); }
  Mover operator()(const Strike& strike) const { return StrikeMotion(strike, object, scene, bodies); }

  Mover operator()(const HitList& hits) const { return HitListMotion(hits, object, scene, bodies); }
  Mover operator()(const Bar& bar) const { return BarMotion(bar, object, scene); }
  Mover operator()(const Rain& rain) const { return RainMotion(rain, object, scene); }
  Mover operator()(const Drop& drop) const { return DropMotion(drop, object, scene); }
  Mover operator()(const Beacon& beacon) const { return BeaconMotion(beacon, object, scene); }
};

bool happens_before(const Contact& a, const Contact& b) {
  return a.object != b.object ? a.object < b.object : a.time < b.time;
}

}  // namespace

Motion::Motion(const Scene& scene, const PreparedBodies& bodies) : visibility_(scene.visibility) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    movers_.push_back(std::visit(MoverMaker{scene, bodies, static_cast<int>(i)}, scene.objects[i].kind));
  events_.poses.resize(scene.objects.size());
}

const MotionEvents& Motion::advance(const TimeBlock& block) {
  const auto for_each_mover = [&](auto&& verb) {
    for (Mover& mover : movers_) std::visit(verb, mover);
  };
  events_.contacts.clear();
  events_.bubbles.clear();
  events_.health.clear();
  for (std::vector<PoseKnot>& knots : events_.poses) knots.clear();

  obstacles_.clear();
  for_each_mover([&](auto& mover) {
    if constexpr (requires { mover.place(block, obstacles_); }) mover.place(block, obstacles_);
  });
  for_each_mover([&](auto& mover) { mover.advance(block, obstacles_, events_); });
  for (std::vector<PoseKnot>& knots : events_.poses)
    if (knots.empty()) knots.emplace_back();  // rain as a whole is nowhere in particular
  std::ranges::sort(events_.contacts, happens_before);
  for_each_mover([&](auto& mover) {
    if constexpr (requires { mover.respond(events_); }) mover.respond(events_);
  });

  take_snapshots(block);
  if (visibility_) {
    events_.occluders.clear();
    for_each_mover([&](auto& mover) {
      if constexpr (requires { mover.occlude(events_.occluders); }) mover.occlude(events_.occluders);
    });
  }
  return events_;
}

void Motion::take_snapshots(const TimeBlock& block) {
  events_.snapshots.resize(block.frames.size());
  for (std::size_t i = 0; i < block.frames.size(); ++i) {
    Snapshot& snapshot = events_.snapshots[i];
    snapshot.sample = block.frames[i];
    snapshot.shapes.clear();
    for (const Mover& mover : movers_)
      std::visit(
          [&](const auto& kind) {
            if constexpr (requires { kind.depict(snapshot.sample, block.rate, snapshot.shapes); })
              kind.depict(snapshot.sample, block.rate, snapshot.shapes);
          },
          mover);
  }
}

void Motion::archive(StateArchive& state) {
  for (Mover& mover : movers_)
    std::visit(
        [&](auto& kind) {
          if constexpr (requires { kind.archive(state); }) kind.archive(state);
        },
        mover);
}

}  // namespace resound
