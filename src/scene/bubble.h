#pragma once
#include "scene/splash.h"

// How a gas bubble in water rings: pitch, decay and loudness by its radius. docs/rain.md has the sources.
namespace resound {

// f0 = constant / radius. The adiabatic value for air in water at sea level, sqrt(3 gamma p0 / rho) / (2 pi), with
// gamma = 1.4, p0 = 101325 Pa and rho = 998.2 kg/m^3 [Minnaert 1933]; and the rounded one of [van den Doel 2005], 1.6
// semitones lower.
inline constexpr double kMinnaertConstant = 3.2862;        // [m/s]
inline constexpr double kPublishedMinnaertConstant = 3.0;  // [m/s]

// Amplitude decay rate [van den Doel 2005, eq. 4 with f0 = 3 / r]: 0.13 / r + 0.0072 r^(-3/2); T60 = 6.908 / d.
double bubble_decay(double radius);  // [1/s]

// The same constant for any liquid and pressure, with air in the bubble.
double minnaert_constant(const LiquidMatter& matter);  // [m/s]

// Amplitude decay rate from what takes its energy, d = pi f0 (radiation + heat + viscosity) [Devin 1959]:
//   radiation w r / c,  viscosity 4 mu / (rho w r^2),  heat 3 (gamma - 1)(1 - 2/X) / (X + 3 (gamma - 1)),
//   X = r sqrt(2 w / D_th), good for X > 10: radii above 0.06 mm
double bubble_decay(double radius, double frequency, const LiquidMatter& matter);  // [1/s]

// As printed by [Drioli & Rocchesso]: 0.043 f + 0.0014 f^(3/2).
double published_bubble_decay(double frequency);  // [1/s]

// How far the wall swings, as a share of the radius: between 0.01 and 0.03 for bubbles that rain leaves behind.
inline constexpr double kBubbleSwing = 0.02;  // [1]

// Peak pressure at one metre, p = density (2 pi f0)^2 r^2 dr / R with dr = swing * r. The density is that of the medium
// in which it is heard: water for a hydrophone; air for an ear, because the water above the bubble passes its volume
// flow on to the air undiminished.
double bubble_pressure(double radius, double minnaert_constant, double medium_density);                // [Pa]
double bubble_pressure(double radius, double minnaert_constant, double medium_density, double swing);  // [Pa]

}  // namespace resound
