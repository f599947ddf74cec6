#include "render/preview.h"

#include <algorithm>

namespace resound {

Scene quick_preview(Scene scene) {
  // even numbers, as H.264 wants them
  scene.picture.width = std::max(16, scene.picture.width / 6 * 2);
  scene.picture.height = std::max(16, scene.picture.height / 6 * 2);
  scene.picture.frame_rate.denominator *= 2;
  return scene;
}

}  // namespace resound
