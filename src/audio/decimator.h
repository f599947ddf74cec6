#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "audio/fir.h"
#include "audio/pair_filter.h"
#include "base/aligned_vector.h"
#include "base/clock.h"
#include "base/state_archive.h"

namespace resound {

// Brings many signals from a simulation's rate down to the audio rate. Any two rates will do, also 1 MHz to 44.1 kHz:
//
//   frames -> halve -> halve -> … (while it pays) -> sharp low-pass at any fraction of a sample -> frames
//
// Everything beyond the new Nyquist frequency is at least 80 dB down, so nothing folds back; 18 kHz passes within 0.15
// dB at 44.1 and 48 kHz. No phase error: the k-th frame that comes out is the signal at the time (k - latency()) / to.
//
// A frame holds one sample of each channel side by side; thousands of node velocities pass at the cost of a few vector
// operations each. After N frames in all, floor(N to / from) have come out, however they were cut into blocks.
//
// In floats it costs half as much, with rounding 140 dB below the signal.
//
// If steps have been filtered in pairs by whoever made them, frames come in at half the rate, and out at the same times
// as of all steps. One may come out as soon as the first step of the pair that completes it.
template <class Number>
class BasicDecimator {
 public:
  BasicDecimator(SampleRate from, SampleRate to, int channels = 1, const std::optional<PairFilter>& pairs = {});

  std::span<const Number> process(std::span<const Number> frames);  // push(), then take()

  // The same in two: few frames can be pushed at a time while they are warm, and many be taken at once.
  void push(std::span<const Number> frames);
  std::span<const Number> take();  // valid until the next call
  // push() without a copy: where the next frames are to be written, one behind the other; then filter(), or
  // take() at once.
  Number* make_room(int count);
  void filter();

  // As if this frame had been coming in for ever. Only before anything else.
  void assume(std::span<const Number> frame);

  int latency() const { return latency_; }  // [frames at the audio rate]
  void archive(StateArchive& state);

 private:
  // The last stretch of a stream of frames, enough for a filter to look back on.
  struct Stream {
    std::int64_t base = 0;         // index of the first frame held
    std::int64_t held = 0;         // frames
    AlignedVector<Number> frames;  // [frame][channel], with room for more
    void archive(StateArchive& state) { state.fields(base, held, frames); }
    std::int64_t end() const { return base + held; }
  };
  struct Halving {
    HalfBand<Number> filter;
    Stream input;
    std::int64_t next = 0;  // frame to make
    void archive(StateArchive& state) { state.fields(input, next); }
  };

  int times_halved() const { return static_cast<int>(halvings_.size()) + (pairs_ ? 1 : 0); }
  void plan_halvings();
  void plan_final_stage();
  double final_position(std::int64_t frame) const;
  void fill_before(Stream& stream, std::int64_t frames) const;
  Stream& input_of(std::size_t stage) { return stage < halvings_.size() ? halvings_[stage].input : final_input_; }
  Number* extend(Stream& stream, std::int64_t count) const;
  void forget(Stream& stream, std::int64_t before) const;
  void halve(std::size_t index, std::int64_t at_least);
  void make_final_frames(std::int64_t count, Number* frames);
  std::int64_t first_input_of(std::int64_t frame) const;
  void fill_final_taps(std::int64_t frame, Number* taps) const;
  std::vector<Number> taps_of_frames(std::int64_t first, std::int64_t count) const;

  SampleRate from_, to_;
  int channels_;
  std::optional<PairFilter> pairs_;
  std::vector<Halving> halvings_;
  double final_ratio_ = 1;  // frames of the last stream a frame that comes out
  double pair_lead_ = 0;    // [frames of the last stream]  by which what pairs make lies before their first steps
  int final_reach_ = 0;     // [frames] each way
  std::shared_ptr<const std::vector<double>> final_table_;  // [phase][tap]; copies share it
  // Taps of four frames at once, for each that they may begin with: they come round if a whole number of frames makes
  // one that comes out. Copies share them.
  std::shared_ptr<const std::vector<std::vector<Number>>> known_taps_;
  std::vector<std::vector<Number>> other_taps_;    // scratch
  std::vector<FourFrames<Number>> final_batches_;  // scratch
  Stream final_input_;
  std::int64_t pushed_ = 0, made_ = 0;
  int latency_ = 0;
  AlignedVector<Number> output_;
};

extern template class BasicDecimator<double>;
extern template class BasicDecimator<float>;
using Decimator = BasicDecimator<double>;

}  // namespace resound
