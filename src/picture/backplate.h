#pragma once
#include <vector>

#include "picture/floor.h"
#include "picture/studio.h"
#include "picture/view.h"

namespace resound {

// The empty scene as the camera sees it, worked out once: each frame only puts shadows and things in front of it.
class Backplate {
 public:
  Backplate(const View& view, const Studio& studio, const Floor& floor);

  const Floor::Appearance& appearance(std::size_t pixel) const { return appearance_[pixel]; }  // of floor, or of sky
  Rgb unshadowed(std::size_t pixel) const { return unshadowed_[pixel]; }                       // display light

 private:
  std::vector<Floor::Appearance> appearance_;
  std::vector<Rgb> unshadowed_;
};

}  // namespace resound
