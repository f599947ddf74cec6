#pragma once
#include <functional>
#include <vector>

#include "body/modal_model.h"
#include "picture/image.h"
#include "scene/picture_setup.h"
#include "scene/scene.h"

namespace resound {

// One mode at one moment of its swing.
struct ModeInstant {
  int mode = 0;      // from 0
  double swing = 1;  // -1 to 1
};

// What a camera in front of the body sees. The largest swing is drawn as a twentieth of the body's size, whatever it
// would be in life.
class ModePictures {
 public:
  ModePictures(const ModalModel& model, const Look& look, int width, int height);  // [pixels]
  Image picture(const ModeInstant& instant) const;

 private:
  const ModalModel& model_;
  Look look_;
  Scene scene_;
  double size_;  // [m]
};

}  // namespace resound
