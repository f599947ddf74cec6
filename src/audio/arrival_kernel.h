#pragma once
#include <vector>

namespace resound {

// The shape in which one sample arrives between two others: sinc(x) under a Kaiser window of +-8 samples, beta 8.
// Splatted at a fractional position it is flat within 0.001 dB to 15 kHz at 44.1 kHz; a tone that is carried by it at
// 10 m/s leaves a residual of -88 dB.
//
// The table holds 512 fractions of a sample and a reader blends two neighbours: the nearest of 512 alone would leave
// -68 dB.
class ArrivalKernel {
 public:
  static constexpr int kReach = 8;          // [samples] each way
  static constexpr int kTaps = 2 * kReach;  // touched by one arrival
  static constexpr int kPhases = 512;
  static constexpr double kBeta = 8;
  static constexpr int kNarrowTaps = 4;  // of a narrow kernel, from tap kNarrowFirst on; all others are zero
  static constexpr int kNarrowFirst = kReach - 2;

  ArrivalKernel() : ArrivalKernel(&windowed_sinc) {}

  // A Gaussian two samples wide, as published by O'Brien, Cook & Essl in 2001: 2.4 dB down at 10 kHz, and a moving
  // source buzzes 28 dB below its tone [docs/solids.md]. Standard deviation half a sample, cut at one.
  static ArrivalKernel as_published() { return ArrivalKernel(&narrow_gaussian); }

  // Weights for an arrival at (phase / kPhases) past a sample; tap j falls on that sample + j - (kReach - 1). Rows
  // follow each other without a gap, one more than there are phases. Each row sums to one.
  const double* row(int phase) const { return table_.data() + phase * kTaps; }
  bool is_narrow() const { return !narrow_.empty(); }
  // The same of a narrow kernel, without the zeros.
  const double* narrow_row(int phase) const { return narrow_.data() + phase * kNarrowTaps; }

 private:
  explicit ArrivalKernel(double (*shape)(double));
  static double windowed_sinc(double x);    // of samples from the arrival
  static double narrow_gaussian(double x);  // likewise

  std::vector<double> table_;
  std::vector<double> narrow_;
};

}  // namespace resound
