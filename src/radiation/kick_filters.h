#pragma once
#include <vector>

#include "base/clock.h"

namespace resound {

// How kicks become samples without aliasing, at a cost of a few multiplications a kick (a non-uniform Fourier transform
// in disguise). The spectrum of a kick is a polynomial of eight terms (kick_shape.h), so a kick is eight weights
//
//   weight k times the k-th derivative of a delta, at any fraction of a sample
//
// They are spread over six rows of a grid at twice the audio rate, in the shape of psi:
//
//   row[m][k] += weight k * psi(m - at),   psi(x) = exp(2.3 * 6 (sqrt(1 - (x/3)^2) - 1)),  |x| < 3 rows
//
// and all kicks together pass one filter a term, with the response (i w / band)^k / psi^(w) up to the end of the band
// and nothing where the halved rate would fold. After that every second row is kept: those are the samples.
class KickFilters {
 public:
  static constexpr int kTerms = 8;
  static constexpr int kRowsPerSample = 2;
  static constexpr int kSpread = 6;             // [rows]
  static constexpr int kReach = 63;             // [rows] of the filters, each way
  static constexpr int kTaps = 2 * kReach + 1;  // [rows]
  static constexpr int kPhases = 512;           // fractions of a row; a reader blends two neighbours
  static constexpr double kBand = 20.0 / 44.1;  // of the audio rate: 20 kHz at 44.1 kHz

  explicit KickFilters(SampleRate rate);

  double band() const { return band_; }  // [rad/s]  up to here kicks sound as they should
  // psi for a kick that lies (phase / kPhases) behind a row; tap j falls on that row + j - 2. Eight numbers, two of
  // them zero; one more row than there are phases.
  const float* spread_row(int phase) const { return spread_.data() + phase * kTerms; }
  // [1/s]  kTaps rows of kTerms, to be correlated with the grid: the middle one falls on the sample.
  const float* taps() const { return taps_.data(); }

 private:
  double band_;
  std::vector<float> spread_, taps_;
};

}  // namespace resound
