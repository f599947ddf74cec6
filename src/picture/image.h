#pragma once
#include <cstdint>
#include <vector>

namespace resound {

// A finished picture: 8-bit sRGB, rows from the top.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  // 3 a pixel
};

}  // namespace resound
