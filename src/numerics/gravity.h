#pragma once

namespace resound {

inline constexpr double kGravity = 9.81;  // [m/s^2]  middle latitudes; the standard value is 9.80665

}  // namespace resound
