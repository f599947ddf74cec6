#pragma once
#include "scene/scene.h"

namespace resound {

// The same scene for a quick look: a picture of a ninth of the pixels at half the frame rate. The sound stays as it is.
Scene quick_preview(Scene scene);

}  // namespace resound
