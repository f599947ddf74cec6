#pragma once
#include <cstdint>

#include "picture/vec3f.h"

namespace resound {

// Scene light to display light, 0 to 1: a filmic curve with a toe and a soft shoulder, fitted by [Narkowicz 2015] to
// the ACES reference rendering.
float filmic(float light);
Rgb filmic(Rgb light);

// Scene light that comes out as the given display light: for marks, whose colour is meant as it is.
Rgb before_filmic(Rgb display);

// Display light to the 8-bit code of sRGB (IEC 61966-2-1). `dither` in [0, 1) decides which way a fraction is rounded:
// 0.5 is plain rounding.
std::uint8_t srgb_code(float display, float dither = 0.5f);

// A fixed pattern of thresholds that hides the steps of 8 bits in soft gradients [Jimenez 2014, interleaved gradient
// noise].
float dither_at(int x, int y);

}  // namespace resound
