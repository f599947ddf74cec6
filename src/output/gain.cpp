#include "output/gain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/decibel.h"

namespace resound {

double Gain::pascals_at_full_scale() const { return kReferencePressure * from_decibel(full_scale + lowered_by); }

double Gain::factor() const { return 1.0 / pascals_at_full_scale(); }

std::string Gain::describe() const {
  std::string text = fmt::format("1.0 = {:.6g} Pa ({:g} dB SPL)", pascals_at_full_scale(), full_scale + lowered_by);
  if (lowered_by > 0) text += fmt::format(", lowered by {:g} dB so that it does not clip", lowered_by);
  return text;
}

Gain gain_for_unclipped(double full_scale, double true_peak) {
  Gain gain{full_scale, 0};
  const double over = to_decibel(true_peak * gain.factor());  // [dB] above full scale
  constexpr double kHeadroom = 1.0;                           // [dB]
  if (over > 0) gain.lowered_by = std::ceil(over + kHeadroom);
  return gain;
}

}  // namespace resound
