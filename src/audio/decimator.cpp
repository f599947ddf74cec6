#include "audio/decimator.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "audio/fir.h"
#include "audio/kaiser_window.h"

namespace resound {
namespace {

constexpr double kDepth = 90;       // [dB] of the halving filters
constexpr int kPhases = 512;        // of the final filter; neighbours are blended
constexpr double kFinalBeta = 8.3;  // -82 dB
constexpr double kFinalCycles = 17;
constexpr double kFinalCutoff = 20.0 / 44.1;  // [of the lower rate] where the final filter is at -6 dB

std::size_t size(std::int64_t count) { return static_cast<std::size_t>(count); }

}  // namespace

Decimator::Decimator(SampleRate from, SampleRate to, int channels) : from_(from), to_(to), channels_(channels) {
  assert(from.hz > 0 && to.hz > 0 && channels > 0);
  plan_halvings();
  plan_final_stage();
}

// A halving may leave an alias above the new Nyquist frequency of the audio: the next stage removes it. So its
// transition reaches from there to its mirror image about the halved rate, and a dozen taps suffice.
void Decimator::plan_halvings() {
  double rate = from_.hz;
  double look_ahead = 0;  // [s]
  for (; rate >= 4 * to_.hz; rate /= 2) {
    const double transition = 0.5 - to_.hz / rate;  // cycles a sample, from to/2 to rate/2 - to/2
    const int reach = static_cast<int>(std::ceil((kaiser_length(kDepth, transition) - 1) / 2));
    Halving stage;
    double sum = 0;
    for (int k = -reach; k <= reach; ++k) {
      stage.taps.push_back(0.5 * sinc(0.5 * k) * kaiser_window(k / (reach + 1.0), kaiser_beta(kDepth)));
      sum += stage.taps.back();
    }
    for (double& tap : stage.taps) tap /= sum;
    stage.input.base = -reach;
    stage.input.frames.assign(size(reach) * size(channels_), 0.0);
    halvings_.push_back(std::move(stage));
    look_ahead += (reach + 2) / rate;
  }
  final_ratio_ = rate / to_.hz;
  latency_ = static_cast<int>(std::ceil(look_ahead * to_.hz));
}

void Decimator::plan_final_stage() {
  if (from_.hz == to_.hz) return;
  const double rate = final_ratio_ * to_.hz;
  const double cutoff = kFinalCutoff * std::min(rate, to_.hz) / rate;  // cycles a frame
  const double reach = kFinalCycles / cutoff;
  final_reach_ = static_cast<int>(std::ceil(reach));
  const int taps = 2 * final_reach_;
  std::vector<double> table;
  for (int phase = 0; phase <= kPhases; ++phase) {
    double sum = 0;
    for (int j = 0; j < taps; ++j) {
      const double x = j - (final_reach_ - 1) - static_cast<double>(phase) / kPhases;
      table.push_back(sinc(2 * cutoff * x) * kaiser_window(x / reach, kFinalBeta));
      sum += table.back();
    }
    for (auto tap = table.end() - taps; tap != table.end(); ++tap) *tap /= sum;
  }
  final_table_ = std::make_shared<const std::vector<double>>(std::move(table));
  final_taps_.resize(size(taps));
  latency_ += static_cast<int>(std::ceil((final_reach_ + 2) / final_ratio_)) + 1;
  final_input_.base = -static_cast<std::int64_t>(std::ceil(latency_ * final_ratio_)) - final_reach_ - 1;
  final_input_.frames.assign(size(-final_input_.base) * size(channels_), 0.0);
}

std::span<const double> Decimator::process(std::span<const double> frames) {
  assert(frames.size() % size(channels_) == 0);
  if (from_.hz == to_.hz) return frames;
  pushed_ += static_cast<std::int64_t>(frames.size()) / channels_;
  for (Halving& stage : halvings_) {
    append(stage.input, frames);
    halve(stage);
    frames = halved_;
  }
  append(final_input_, frames);

  // the small bias keeps 10 * 44100 / 441000 from becoming 0.999…
  const auto due = static_cast<std::int64_t>(std::floor(static_cast<double>(pushed_) * to_.hz / from_.hz + 1e-9));
  output_.resize(size(due - made_) * size(channels_));
  for (double* frame = output_.data(); made_ < due; ++made_, frame += channels_) make_final_frame(made_, frame);
  forget(final_input_,
         static_cast<std::int64_t>(std::floor(static_cast<double>(made_ - latency_) * final_ratio_)) - final_reach_);
  return output_;
}

void Decimator::halve(Halving& stage) {
  const auto reach = static_cast<std::int64_t>(stage.taps.size() / 2);
  const std::int64_t last = (end(stage.input) - 1 - reach);  // newest frame that can be a middle
  const std::int64_t count = last < 2 * stage.next ? 0 : last / 2 - stage.next + 1;
  halved_.resize(size(count) * size(channels_));
  if (count == 0) return;
  const double* first = stage.input.frames.data() + (2 * stage.next - reach - stage.input.base) * channels_;
  correlate_frames(stage.taps, first, channels_, 2, halved_.data(), static_cast<int>(count));
  stage.next += count;
  forget(stage.input, 2 * stage.next - reach);
}

void Decimator::make_final_frame(std::int64_t index, double* frame) {
  const double position = static_cast<double>(index - latency_) * final_ratio_;
  const double whole = std::floor(position);
  const double phase = (position - whole) * kPhases;
  const auto row = static_cast<std::size_t>(phase);
  const double blend = phase - static_cast<double>(row);
  const double* a = final_table_->data() + row * final_taps_.size();
  const double* b = a + final_taps_.size();
  for (std::size_t j = 0; j < final_taps_.size(); ++j) final_taps_[j] = a[j] + blend * (b[j] - a[j]);

  const std::int64_t first = static_cast<std::int64_t>(whole) - (final_reach_ - 1);
  assert(first >= final_input_.base && first + 2 * final_reach_ <= end(final_input_));
  correlate_frames(final_taps_, final_input_.frames.data() + (first - final_input_.base) * channels_, channels_, 1,
                   frame, 1);
}

void Decimator::append(Stream& stream, std::span<const double> frames) const {
  stream.frames.insert(stream.frames.end(), frames.begin(), frames.end());
}

// Lets go of what no filter looks back on any more, but not before it is half of the stream: what is kept has to be
// moved.
void Decimator::forget(Stream& stream, std::int64_t before) const {
  const std::int64_t held = static_cast<std::int64_t>(stream.frames.size()) / channels_;
  if (2 * (before - stream.base) <= held) return;
  stream.frames.erase(stream.frames.begin(), stream.frames.begin() + (before - stream.base) * channels_);
  stream.base = before;
}

std::int64_t Decimator::end(const Stream& stream) const {
  return stream.base + static_cast<std::int64_t>(stream.frames.size()) / channels_;
}

void Decimator::archive(StateArchive& state) { state.fields(halvings_, final_input_, pushed_, made_); }

}  // namespace resound
