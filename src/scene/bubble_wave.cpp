#include "scene/bubble_wave.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include "scene/bubble.h"

namespace resound {

double BubbleWave::value(double t) const {
  if (t < 0) return 0;
  return amplitude * std::sin(2 * std::numbers::pi * frequency * t * (1 + sigma * t / 2)) * std::exp(-decay * t);
}

BubbleWave bubble_wave(double radius, double rise, double amplitude, double minnaert_constant) {
  assert(radius > 0);
  const double d = bubble_decay(radius);
  return {.frequency = minnaert_constant / radius, .decay = d, .sigma = rise * d, .amplitude = amplitude};
}

BubbleWave bubble_wave(double radius, double rise, double amplitude, const LiquidMatter& matter) {
  assert(radius > 0);
  const double f = minnaert_constant(matter) / radius, d = bubble_decay(radius, f, matter);
  return {.frequency = f, .decay = d, .sigma = rise * d, .amplitude = amplitude};
}

BubbleWave published_bubble_wave(double radius, double rise, double amplitude) {
  assert(radius > 0);
  const double f = kPublishedMinnaertConstant / radius, d = published_bubble_decay(f);
  return {.frequency = f, .decay = d, .sigma = 2 * rise * d, .amplitude = amplitude};
}

}  // namespace resound
