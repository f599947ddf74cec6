#pragma once
#include <optional>
#include <string_view>

#include "base/clock.h"

namespace resound {

// A frame rate from a number as people write it. Rates of television that are rounded in speech become exact: 29.97 is
// 30000/1001, 23.976 and 23.98 are 24000/1001. Nothing when no fraction with a small denominator is meant.
std::optional<FrameRate> nearest_frame_rate(double hz);

// "30000/1001", "25", "29.97".
std::optional<FrameRate> parse_frame_rate(std::string_view text);

}  // namespace resound
