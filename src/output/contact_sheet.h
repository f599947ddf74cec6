#pragma once
#include <string>
#include <vector>

#include "picture/image.h"

namespace resound {

struct CaptionedImage {
  Image image;
  std::string caption;
};

// Pictures of one size side by side, each with a line below it, as a PNG.
std::string contact_sheet(const std::vector<CaptionedImage>& images, const std::string& title, int columns);

}  // namespace resound
