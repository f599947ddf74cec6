#pragma once
#include <memory>

#include "body/prepared_body.h"
#include "render/render.h"
#include "scene/scene.h"

namespace resound {

// Renders a scene into memory, without pictures, and tells how long each stage took for a second of it. [s]
StageTimes times_a_second(const Scene& scene, const std::shared_ptr<const PreparedBodies>& bodies, int threads = 0);

}  // namespace resound
