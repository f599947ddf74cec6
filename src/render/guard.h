#pragma once
#include "base/clock.h"
#include "base/health.h"
#include "listener/heard.h"
#include "scene/scene.h"

namespace resound {

// Stops a render whose solver has blown up: energy that is not a number, or far more of it than was ever put in. Called
// once a block, so a blow-up is caught within a millisecond of scene time; throws UnstableError with object, time, step
// and stable step.
void check_health(const HealthReports& reports, const Scene& scene, const TimeBlock& block);

// No sample that is not a number leaves the driver; throws UnstableError.
void check_finite(const Heard& heard, SampleRate rate);

}  // namespace resound
