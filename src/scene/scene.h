#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "scene/air.h"
#include "scene/bar.h"
#include "scene/beacon.h"
#include "scene/body.h"
#include "scene/collision_list.h"
#include "scene/fixture.h"
#include "scene/grains.h"
#include "scene/liquid.h"
#include "scene/listener_setup.h"
#include "scene/material.h"
#include "scene/particles.h"
#include "scene/picture_setup.h"
#include "scene/rain.h"
#include "scene/rod.h"
#include "scene/sand.h"
#include "scene/solid.h"
#include "scene/strike.h"
#include "scene/unheard.h"

namespace resound {

// The closed list of what can be in a scene: one line a kind.
using ObjectKind = std::variant<Body, Solid, Rod, Grains, Sand, Liquid, Ball, Particles, SplashList, Fixture,
                                CollisionList, Strike, HitList, Bar, Rain, Drop, Beacon>;

// Can a strike or a list of hits name it?
inline bool can_be_struck(const ObjectKind& kind) {
  return std::holds_alternative<Body>(kind) || std::holds_alternative<Solid>(kind) || std::holds_alternative<Bar>(kind);
}

// Does it send sound of its own? What a strike or a hit excites is heard of the body that is struck.
inline bool can_sound(const ObjectKind& kind) {
  return !std::holds_alternative<Fixture>(kind) && !std::holds_alternative<Strike>(kind) &&
         !std::holds_alternative<HitList>(kind) && !std::holds_alternative<Ball>(kind);
}

struct Object {
  std::string name;
  ObjectKind kind;
  std::string place = {};  // where it is described, "rain.toml:14:1"; empty: not in a file
};

// How messages call it.
inline std::string called(const Object& object) {
  return object.place.empty() ? object.name : object.place + ": " + object.name;
}

struct Ground {
  double height = 0;      // [m]
  bool reflects = false;  // a rigid plane: every source has a mirror image
};

// What the user described, in plain values.
struct Scene {
  std::string name;     // "rain"
  std::string title;    // "Rain on an aluminium bar"
  double duration = 5;  // [s] of scene time
  std::uint64_t seed = 1;
  double sample_rate = 48000;  // [Hz] of the file
  int slow_motion = 1;         // the file plays this many times slower than the scene happened, sound and picture alike
  double full_scale = 94;      // [dB SPL] the peak level that a sample value of 1.0 stands for
  Air air;
  Ground ground;
  Unheard unheard;
  bool visibility = false;  // sources that a solid hides from the listener fall silent, as published in 2001
  std::vector<ListenerSetup> listeners{ListenerSetup{}};
  PictureSetup picture;
  std::vector<Material> materials;  // the user's own, beside those of scene/materials.h
  std::vector<Object> objects;

  SampleRate simulation_rate() const { return {sample_rate * slow_motion}; }
};

}  // namespace resound
