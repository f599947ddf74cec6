#pragma once
#include <cstdint>
#include <span>

#include "picture/vec3f.h"

namespace resound {

// Scene light to display light, 0 to 1: a filmic curve with a toe and a soft shoulder, fitted by [Narkowicz 2016] to
// the ACES reference rendering.
float filmic(float light);
Rgb filmic(Rgb light);

// Scene light that comes out as the given display light: for marks, whose colour is meant as it is.
Rgb before_filmic(Rgb display);

// Display light to the 8-bit code of sRGB (IEC 61966-2-1), rounded.
std::uint8_t srgb_code(float display);

// One row of a picture, three codes a pixel. A fixed pattern of thresholds decides which way fractions are rounded,
// which hides the steps of 8 bits in soft gradients [Jimenez 2014, interleaved gradient noise].
void srgb_row(std::span<const Rgb> display, int y, std::uint8_t* codes);

}  // namespace resound
