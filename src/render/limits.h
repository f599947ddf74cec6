#pragma once
#include "render/render.h"

namespace resound {

// Refuses a render that is larger than the limits before anything is allocated; throws LimitError with the limit and
// the flag that raises it.
void check_limits(const Scene& scene, const RenderSettings& settings);

}  // namespace resound
