#include "emission/emission.h"

#include <algorithm>

namespace resound {
namespace {

// What makes an object sound. Rain, drops and strikes are heard through what they hit.
struct EmitterMaker {
  const Scene& scene;
  const PreparedBodies& bodies;
  int object;
  std::vector<Emitter>& emitters;

  void operator()(const Bar& bar) const {
    const std::string& name = scene.objects[static_cast<std::size_t>(object)].name;
    emitters.emplace_back(RingingBar(bar, object, name, scene.air, scene.simulation_rate()));
    if (bar.wet.end > bar.wet.begin) emitters.emplace_back(BubbleCloud(object, density(scene.air)));
  }
  void operator()(const Body& body) const {
    const Damping& damping = body.damping ? *body.damping : body.material.damping;
    emitters.emplace_back(RingingBody(bodies.find(object), damping, object, scene.air, scene.simulation_rate()));
  }
  void operator()(const Solid& solid) const {
    emitters.emplace_back(SoundingSkin(bodies.find_solid(object)->radiating, solid.radiation, object, scene.air,
                                       scene.simulation_rate()));
  }
  void operator()(const Rod&) const { emitters.emplace_back(RodVoice(object, density(scene.air))); }
  void operator()(const Particles& particles) const {
    emitters.emplace_back(LiquidVoice(particles.sound, particles.matter, object, scene.air));
  }
  void operator()(const SplashList& list) const {
    emitters.emplace_back(LiquidVoice(list.sound, list.matter, object, scene.air));
  }
  void operator()(const Grains&) const {  // the first stands for all: they meet each other
    const auto is_there = [](const Emitter& emitter) { return std::holds_alternative<GrainNoise>(emitter); };
    if (std::ranges::none_of(emitters, is_there)) emitters.emplace_back(GrainNoise(scene));
  }
  void operator()(const Fixture&) const {}
  void operator()(const CollisionList&) const {}
  void operator()(const Strike&) const {}
  void operator()(const HitList&) const {}
  void operator()(const Rain&) const {}
  void operator()(const Drop&) const {}
  void operator()(const Liquid& liquid) const {
    emitters.emplace_back(LiquidVoice(liquid.sound, liquid.matter, object, scene.air));
  }
  void operator()(const Ball&) const {}
  void operator()(const Beacon& beacon) const {
    emitters.emplace_back(BeaconVoice(beacon, object, speed_of_sound(scene.air)));
  }
};

}  // namespace

Emission::Emission(const Scene& scene, const PreparedBodies& bodies) : sieve_(scene) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    std::visit(EmitterMaker{scene, bodies, static_cast<int>(i), emitters_}, scene.objects[i].kind);
}

const SourceSignals& Emission::radiate(const MotionEvents& events, const TimeBlock& block) {
  signals_.sources.clear();
  signals_.kicks.clear();
  signals_.vibrations.clear();
  signals_.health.clear();
  signals_.occluders = events.occluders;
  const MotionEvents& heard = sieve_.sift(events, block);
  for (Emitter& emitter : emitters_) std::visit([&](auto& kind) { kind.radiate(heard, block, signals_); }, emitter);
  return signals_;
}

void Emission::archive(StateArchive& state) {
  state.fields(sieve_);
  for (Emitter& emitter : emitters_) std::visit([&](auto& kind) { kind.archive(state); }, emitter);
}

}  // namespace resound
