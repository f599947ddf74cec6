#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "base/clock.h"
#include "emission/source_signals.h"
#include "numerics/pi.h"

namespace resound {

// What a short smooth window about a sample sees turning at a frequency [Hz].
inline std::complex<double> phasor_around(const std::vector<double>& signal, std::size_t centre, double frequency) {
  constexpr std::ptrdiff_t kHalf = 700;  // [samples]
  std::complex<double> sum = 0;
  for (std::ptrdiff_t i = -kHalf; i <= kHalf; ++i) {
    const double window = std::pow(std::cos(kPi / 2 * static_cast<double>(i) / kHalf), 2);
    sum += window * signal[centre + static_cast<std::size_t>(i)] *
           std::polar(1.0, -2 * kPi * frequency * static_cast<double>(i) / 48000);
  }
  return sum;
}

// The column of air in a vessel as it sounds in a render: what leaves the mouth, beside all that sounds within.
struct HeardColumn {
  int object = 0;                      // the liquid
  double sound_speed = 343;            // [m/s]
  std::vector<double> column, inside;  // [kg/s]

  void add(const TimeBlock& block, const SourceSignals& signals) {
    const auto count = static_cast<std::size_t>(block.count);
    const std::size_t at = column.size();
    column.resize(at + count), inside.resize(at + count);
    const Source* last = nullptr;
    for (const Source& source : signals.sources)
      if (source.object == object) last = &source;
    for (const Source& source : signals.sources) {
      if (source.object != object) continue;
      const bool is_dipole = !source.dipole[2].empty();
      const std::span<const double> values = is_dipole ? source.dipole[2] : source.monopole;
      for (std::size_t i = 0; i < count; ++i)
        (&source == last ? column : inside)[at + i] += values[i] / (is_dipole ? sound_speed : 1);
    }
  }

  // The frequency [Hz] of the resonance (Q 10) that makes of what sounds within what leaves the mouth, about a time
  // [s]: that for which |column - s H inside|^2, over windows and frequencies, is least for the best s.
  double note_at(double time) const {
    using Complex = std::complex<double>;
    struct Pair {
      double frequency;
      Complex in, out;
    };
    std::vector<Pair> pairs;
    for (double f = 350; f < 3000; f *= 1.015)
      for (int part = -4; part <= 4; ++part) {
        const auto centre = static_cast<std::size_t>((time + 0.012 * part) * 48000);
        pairs.push_back({f, phasor_around(inside, centre, f), phasor_around(column, centre, f)});
      }
    double best = 0, most = 0;
    for (double note = 400; note < 2800; note *= 1.002) {
      double common = 0, made = 0;
      for (const Pair& pair : pairs) {
        const double x = pair.frequency / note;
        const Complex through = pair.in * (Complex{0, x} / Complex{1 - x * x, x / 10});
        common += (std::conj(through) * pair.out).real();
        made += std::norm(through);
      }
      if (made > 0 && common * common / made > most) most = common * common / made, best = note;
    }
    return best;
  }
};

}  // namespace resound
