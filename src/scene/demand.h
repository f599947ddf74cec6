#pragma once
#include <vector>

#include "scene/scene.h"

namespace resound {

// What an object will ask for, known from its description before anything is built: so that a render which is too large
// is refused, not attempted.
struct Demand {
  double memory = 0;         // [bytes]
  std::vector<Vec3> places;  // [m]  from where it sounds
};

Demand demand_of(const Body& body);
Demand demand_of(const Solid& solid);
Demand demand_of(const Rod& rod);
Demand demand_of(const Particles& particles);
Demand demand_of(const SplashList& list);
Demand demand_of(const Grains& grains);
Demand demand_of(const Fixture& fixture);
Demand demand_of(const Strike& strike);
Demand demand_of(const CollisionList& list);
Demand demand_of(const HitList& hits);
Demand demand_of(const Bar& bar);
Demand demand_of(const Rain& rain);
Demand demand_of(const Drop& drop);
Demand demand_of(const Liquid& liquid);
Demand demand_of(const Ball& ball);
Demand demand_of(const Beacon& beacon);

}  // namespace resound
