#pragma once
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "propagation/absorption_filter.h"
#include "propagation/arrival_window.h"
#include "propagation/distance_bins.h"
#include "radiation/kick_kernel.h"

namespace resound {

// The fixed filters that all buffers of a render share.
class ArrivalFilters {
 public:
  ArrivalFilters(const Air& air, SampleRate rate);

  const DistanceBins& bins() const { return bins_; }
  std::span<const double> differentiator() const { return differentiator_; }
  int absorption_reach() const;                       // [samples] of the longest
  std::span<const double> absorption(int bin) const;  // designed when first asked for; empty for bin 0: no air, no loss
  const KickFilters& kicks() const;                   // likewise

 private:
  struct Designed {
    std::once_flag once;
    std::vector<double> taps;
  };
  DistanceBins bins_;
  std::vector<double> differentiator_;
  AbsorptionFilter absorption_;
  mutable std::deque<Designed> designed_;
  SampleRate rate_;
  mutable std::once_flag kicks_once_;
  mutable std::optional<KickFilters> kicks_;
};

// What is under way to one receiver, and how it becomes pressure:
//
//   far  ring -> d/dt -+
//   near ring ---------+-> absorption of the bin -> sum over bins -> pressure       (for each channel)
//   grid of kicks -> filters, halved rate -+
//
// Rings hold absolute sample times, are as long as the farthest source asks for, and are let go when a bin falls
// silent.
class ArrivalBuffers {
 public:
  ArrivalBuffers(const ArrivalFilters& filters, int channels);

  static int latency(const ArrivalFilters& filters);       // [samples] from a block of emission to its pressure
  void add(const ArrivalWindow& window, SampleIndex now);  // now: first sample of the block of emission
  // Kicks that reach one distance and channel; their places count rows of the grid, from the beginning of time.
  void add_kicks(int bin, int channel, std::span<const KickDot> dots, const KickShape* shapes, SampleIndex now);
  void finish(const TimeBlock& block);                  // turns what is complete into pressure
  std::span<const double> pressure(int channel) const;  // [Pa]
  void archive(StateArchive& state);

 private:
  struct Bin {
    std::vector<double> ring;  // [channel][term][capacity], capacity a power of two
    std::vector<float> grid;   // [channel][2 capacity][term] of kicks; empty until there are any
    std::vector<double> tail;  // [channel][2 absorption reaches] pressure that the filter still looks back on
    SampleIndex last = 0;      // newest sample written
    void archive(StateArchive& state) { state.fields(ring, grid, tail, last); }
  };

  std::size_t capacity(const Bin& bin) const;
  double* ring(Bin& bin, int channel, Term term) const;
  float* grid(Bin& bin, int channel) const;
  void make_room(Bin& bin, SampleIndex oldest, SampleIndex end) const;
  void read(Bin& bin, int channel, Term term, SampleIndex from, std::span<double> to) const;
  void finish_channel(int index, int channel, SampleIndex middle, int count);
  void add_grid_pressure(Bin& bin, int channel, SampleIndex first, std::span<double> pressure);
  void clear_used(Bin& bin, SampleIndex from, int count) const;

  const ArrivalFilters* filters_;
  int channels_;
  std::vector<Bin> bins_;
  std::vector<std::vector<double>> pressure_;         // [channel]
  std::vector<double> far_, near_, line_, filtered_;  // scratch
  std::vector<float> rows_;
};

}  // namespace resound
