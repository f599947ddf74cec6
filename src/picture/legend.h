#pragma once
#include "picture/image.h"

namespace resound {

// A bar with the colours of velocity and their numbers, for the lower left corner of a picture.
class Legend {
 public:
  explicit Legend(int picture_width);  // [pixels]
  void stamp_on(Image& image) const;

 private:
  int width_ = 0, height_ = 0, margin_ = 0;  // [pixels]
  std::vector<std::uint8_t> bgra_;           // premultiplied
};

}  // namespace resound
