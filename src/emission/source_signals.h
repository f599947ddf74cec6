#pragma once
#include <span>
#include <vector>

#include "base/health.h"
#include "emission/source_list.h"
#include "geometry/shape.h"
#include "motion/motion_events.h"
#include "radiation/sphere_kick.h"

// What sounds during one block: sources; or, where there are millions, dipoles that are over at once: kicks.
namespace resound {

struct SourceSignals {
  SourceList sources;                 // spans stay valid until the next call of radiate()
  std::vector<SphereKick> kicks;      // of this block, those of an object in the order of time
  std::vector<Vibration> vibrations;  // for the picture
  std::span<const Shape> occluders;   // handed on from motion, for visibility
  HealthReports health;
};

}  // namespace resound
