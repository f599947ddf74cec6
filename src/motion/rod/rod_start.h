#pragma once
#include "rod/elastic_rod.h"
#include "scene/rod.h"

namespace resound {

// A rod as the scene describes it, and how it begins.
struct StartedRod {
  ElasticRod rod;
  RodState state;
  RodEnds ends;
};

// Throws InputError where the description cannot be a rod, or does not come to rest.
StartedRod start_rod(const Rod& description);

}  // namespace resound
