#pragma once
#include <string>

#include "numerics/pose.h"
#include "scene/material.h"

namespace resound {

enum class BarEnd { free, clamped, supported };
enum class BarSection { rectangular, round };
enum class BarMethod { modes, finite_differences };

// T60 at two frequencies, from which the two losses of the bar are fitted.
struct BarDecay {
  double low_frequency = 200;    // [Hz]
  double low_t60 = 4.0;          // [s]
  double high_frequency = 4000;  // [Hz]
  double high_t60 = 0.5;         // [s]
};

// Standing water on top of a bar: drops that land there also entrain bubbles.
struct WetPatch {
  double begin = 0;                   // [m]  from the left end; begin = end means dry
  double end = 0;                     // [m]
  double bubble_chance = 0.5;         // [1]  that a drop which lands here leaves a ringing bubble
  double bubble_min_radius = 0.0004;  // [m]
  double bubble_max_radius = 0.002;   // [m]
  double bubble_rise = 0.1;           // [1]  xi: how fast the pitch rises
};

// A uniform bar that rings when it is struck. Its length lies along its own x axis, its thickness along z.
struct Bar {
  double length = 0.5;      // [m]
  double width = 0.04;      // [m]  of a rectangular section
  double thickness = 0.01;  // [m]  of a rectangular section, or the diameter of a round one
  BarSection section = BarSection::rectangular;
  Material material;
  BarEnd left_end = BarEnd::free;
  BarEnd right_end = BarEnd::free;
  BarDecay decay;
  BarMethod method = BarMethod::modes;
  int oversampling = 8;  // finite differences run at this multiple of the sample rate
  int intervals = 0;     // finite differences: grid intervals; 0 = the most that are stable
  WetPatch wet;
  Pose pose;  // of the bar's middle
};

}  // namespace resound
