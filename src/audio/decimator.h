#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/state_archive.h"

namespace resound {

// Brings many signals from a simulation's rate to the audio rate. Any two rates will do, also 1 MHz to 44.1 kHz:
//
//   frames -> halve -> halve -> … (while 4x too fast) -> sharp low-pass at any fraction of a sample -> frames
//
// Everything beyond the new Nyquist frequency is at least 80 dB down, so nothing folds back; 18 kHz passes within 0.15
// dB at 44.1 and 48 kHz. No phase error: the k-th frame that comes out is the signal at the time (k - latency()) / to.
//
// A frame holds one sample of each channel side by side; thousands of node velocities pass at the cost of a few vector
// operations each. After N frames in all, floor(N to / from) have come out, however they were cut into blocks.
class Decimator {
 public:
  Decimator(SampleRate from, SampleRate to, int channels = 1);

  std::span<const double> process(std::span<const double> frames);  // valid until the next call
  int latency() const { return latency_; }                          // [frames at the audio rate]
  void archive(StateArchive& state);

 private:
  // The last stretch of a stream of frames, enough for a filter to look back on.
  struct Stream {
    std::int64_t base = 0;       // index of the first frame held
    std::vector<double> frames;  // [frame][channel]
    void archive(StateArchive& state) { state.fields(base, frames); }
  };
  struct Halving {
    std::vector<double> taps;
    Stream input;
    std::int64_t next = 0;  // frame to make
    void archive(StateArchive& state) { state.fields(input, next); }
  };

  void plan_halvings();
  void plan_final_stage();
  void append(Stream& stream, std::span<const double> frames) const;
  void forget(Stream& stream, std::int64_t before) const;
  std::int64_t end(const Stream& stream) const;
  void halve(Halving& stage);
  void make_final_frame(std::int64_t index, double* frame);

  SampleRate from_, to_;
  int channels_;
  std::vector<Halving> halvings_;
  double final_ratio_ = 1;                                  // frames of the last stream a frame that comes out
  int final_reach_ = 0;                                     // [frames] each way
  std::shared_ptr<const std::vector<double>> final_table_;  // [phase][tap]; copies share it
  std::vector<double> final_taps_;                          // scratch: the blend of two rows
  Stream final_input_;
  std::int64_t pushed_ = 0, made_ = 0;
  int latency_ = 0;
  std::vector<double> halved_, output_;
};

}  // namespace resound
