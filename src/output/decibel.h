#pragma once
#include <cmath>

namespace resound {

constexpr double kReferencePressure = 20e-6;  // [Pa]  0 dB SPL, ISO 1683

inline double to_decibel(double ratio) { return 20 * std::log10(ratio); }  // -inf for silence
inline double from_decibel(double db) { return std::pow(10.0, db / 20); }
inline double sound_pressure_level(double pressure) { return to_decibel(pressure / kReferencePressure); }  // [dB SPL]

}  // namespace resound
