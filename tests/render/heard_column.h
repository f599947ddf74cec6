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

  // The frequency [Hz] that the column makes most of about a time [s]: by its power beside what goes in, both over
  // bands of three per cent, so that a gap in what goes in does not count.
  double note_at(double time) const {
    constexpr std::size_t kBand = 7;
    std::vector<double> frequencies, out, in;
    for (double f = 400; f < 3000; f *= 1.004) {
      frequencies.push_back(f), out.push_back(0), in.push_back(0);
      for (int part = -6; part <= 6; ++part) {
        const auto centre = static_cast<std::size_t>((time + 0.012 * part) * 48000);
        out.back() += std::norm(phasor_around(column, centre, f));
        in.back() += std::norm(phasor_around(inside, centre, f));
      }
    }
    double best = 0, most = 0;
    for (std::size_t first = 0; first + kBand <= in.size(); ++first) {
      double above = 0, below = 0;
      for (std::size_t k = first; k < first + kBand; ++k) above += out[k], below += in[k];
      if (below > 0 && above / below > most) most = above / below, best = frequencies[first + kBand / 2];
    }
    return best;
  }
};

}  // namespace resound
