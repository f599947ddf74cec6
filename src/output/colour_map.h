#pragma once
#include <array>
#include <cstdint>

namespace resound {

// Of ink on a sheet; what is seen in a picture has a Colour in linear light.
struct InkColour {
  double red = 0, green = 0, blue = 0;  // sRGB, 0 … 1
};

// From night over violet and orange to pale yellow. Lightness (CIE L*) rises in equal steps from 3 to 97, so that equal
// differences in level look equal, also in print and to the colour-blind.
InkColour colour_of(double value);  // 0 … 1

std::uint32_t packed(const InkColour& colour);  // 0xRRGGBB

}  // namespace resound
