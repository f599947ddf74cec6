#include "motion/motion.h"

#include <algorithm>

#include "base/error.h"

namespace resound {
namespace {

struct MoverMaker {
  const Scene& scene;
  const PreparedBodies& bodies;
  std::vector<Mover>& movers;
  int object;

  template <class All>
  void add_once() const {  // the first brings the others along: they may touch
    const auto is_there = [](const Mover& mover) { return std::holds_alternative<All>(mover); };
    if (std::ranges::none_of(movers, is_there)) movers.emplace_back(All(scene, bodies));
  }

  void operator()(const Body& body) const { movers.emplace_back(BodyMotion(body, object, bodies.find(object))); }
  void operator()(const Solid&) const { add_once<SolidsMotion>(); }
  void operator()(const Rod&) const { add_once<RodsMotion>(); }
  void operator()(const Particles& particles) const { movers.emplace_back(ParticlesMotion(particles, object, scene)); }
  void operator()(const SplashList& list) const { movers.emplace_back(SplashListMotion(list, object, scene)); }
  void operator()(const Grains&) const {
    const auto is_list = [](const Object& other) { return std::holds_alternative<CollisionList>(other.kind); };
    if (std::ranges::none_of(scene.objects, is_list)) add_once<GrainsMotion>();
  }
  void operator()(const Sand& sand) const { movers.emplace_back(SandMotion(sand, object, scene, bodies)); }
  void operator()(const CollisionList& list) const { movers.emplace_back(CollisionListMotion(list, scene)); }
  void operator()(const Fixture& fixture) const { movers.emplace_back(FixtureMotion(fixture, object)); }
  void operator()(const Strike& strike) const { movers.emplace_back(StrikeMotion(strike, object, scene, bodies)); }
  void operator()(const HitList& hits) const { movers.emplace_back(HitListMotion(hits, object, scene, bodies)); }
  void operator()(const Bar& bar) const { movers.emplace_back(BarMotion(bar, object, scene)); }
  void operator()(const Rain& rain) const { movers.emplace_back(RainMotion(rain, object, scene)); }
  void operator()(const Drop& drop) const { movers.emplace_back(DropMotion(drop, object, scene)); }
  void operator()(const Liquid&) const { movers.emplace_back(LiquidMotion(scene, bodies, object)); }
  void operator()(const Ball&) const {  // goes with the liquid
    const auto is_liquid = [](const Object& other) { return std::holds_alternative<Liquid>(other.kind); };
    if (std::ranges::none_of(scene.objects, is_liquid))
      throw InputError("a [[ball]] falls into a [[liquid]], and the scene has none; add one");
  }
  void operator()(const Beacon& beacon) const { movers.emplace_back(BeaconMotion(beacon, object, scene)); }
};

bool happens_before(const Contact& a, const Contact& b) {
  return a.object != b.object ? a.object < b.object : a.time < b.time;
}

}  // namespace

Motion::Motion(const Scene& scene, const PreparedBodies& bodies) : visibility_(scene.visibility) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    std::visit(MoverMaker{scene, bodies, movers_, static_cast<int>(i)}, scene.objects[i].kind);
  // what rods strike in a block answers in the same block
  std::ranges::stable_partition(movers_, [](const Mover& mover) { return std::holds_alternative<RodsMotion>(mover); });
  events_.poses.resize(scene.objects.size());
  place_all(TimeBlock{0, 0, scene.simulation_rate(), {}});
  for (Mover& mover : movers_)
    std::visit(
        [&](auto& kind) {
          if constexpr (requires { kind.meet(obstacles_); }) kind.meet(obstacles_);
        },
        mover);
}

double Motion::settle(double seconds) {
  double left = 0;
  for (Mover& mover : movers_)
    std::visit(
        [&](auto& kind) {
          if constexpr (requires { kind.settle(seconds); }) left = std::max(left, kind.settle(seconds));
        },
        mover);
  return left;
}

const MotionEvents& Motion::advance(const TimeBlock& block) {
  const auto for_each_mover = [&](auto&& verb) {
    for (Mover& mover : movers_) std::visit(verb, mover);
  };
  events_.contacts.clear();
  events_.bubbles.clear();
  events_.impacts.clear();
  events_.levels.clear();
  events_.health.clear();
  events_.filtering = 0;
  events_.skins.clear();
  events_.rods.clear();
  events_.rod_contacts.clear();
  events_.vibrations.clear();
  events_.grains = {};
  for (std::vector<PoseKnot>& knots : events_.poses) knots.clear();

  place_all(block);
  for_each_mover([&](auto& mover) { mover.advance(block, obstacles_, events_); });
  for (std::vector<PoseKnot>& knots : events_.poses)
    if (knots.empty()) knots.emplace_back();  // rain as a whole is nowhere in particular
  std::ranges::sort(events_.contacts, happens_before);
  for_each_mover([&](auto& mover) {
    if constexpr (requires { mover.respond(block, events_); }) mover.respond(block, events_);
  });
  std::ranges::stable_sort(events_.contacts, happens_before);  // rods that move in answer strike others

  take_snapshots(block);
  if (visibility_) {
    events_.occluders.clear();
    for_each_mover([&](auto& mover) {
      if constexpr (requires { mover.occlude(events_.occluders); }) mover.occlude(events_.occluders);
    });
  }
  return events_;
}

void Motion::place_all(const TimeBlock& block) {
  obstacles_.clear();
  for (Mover& mover : movers_)
    std::visit(
        [&](auto& kind) {
          if constexpr (requires { kind.place(block, obstacles_); }) kind.place(block, obstacles_);
        },
        mover);
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

std::vector<std::string> Motion::notes() const {
  std::vector<std::string> all;
  for (const Mover& mover : movers_)
    std::visit(
        [&](const auto& kind) {
          if constexpr (requires { kind.notes(); })
            for (std::string& note : kind.notes()) all.push_back(std::move(note));
        },
        mover);
  return all;
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
