#include "audio/decimator.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "audio/kaiser_window.h"

namespace resound {
namespace {

constexpr double kDepth = 90;       // [dB] of the halving filters
constexpr int kPhases = 512;        // of the final filter; neighbours are blended
constexpr double kFinalBeta = 8.3;  // -82 dB
constexpr double kFinalCycles = 17;
constexpr double kEarly = 4;  // [of the lower rate]  halvings from there on look back on few frames
constexpr double kMostlyGone = 0.6;
constexpr double kHalvable = 2.6;  // [of the lower rate]  below, a halving costs more than it saves the final filter
constexpr double kFinalCutoff = 20.0 / 44.1;  // [of the lower rate] where the final filter is at -6 dB

std::size_t size(std::int64_t count) { return static_cast<std::size_t>(count); }

}  // namespace

Decimator::Decimator(SampleRate from, SampleRate to, int channels) : from_(from), to_(to), channels_(channels) {
  assert(from.hz > 0 && to.hz > 0 && channels > 0);
  plan_halvings();
  plan_final_stage();
}

// A halving may leave an alias above the new Nyquist frequency of the audio: the next stage removes it. So its
// transition reaches from there to its mirror image about the halved rate, and at high rates a dozen taps suffice.
void Decimator::plan_halvings() {
  double rate = from_.hz;
  double look_ahead = 0;  // [s]
  for (; rate >= kHalvable * to_.hz; rate /= 2) {
    const double transition = 0.5 - to_.hz / rate;  // cycles a sample, from to/2 to rate/2 - to/2
    const int reach = static_cast<int>(std::ceil((kaiser_length(kDepth, transition) - 1) / 2));
    const auto tap = [&](int k) { return 0.5 * sinc(0.5 * k) * kaiser_window(k / (reach + 1.0), kaiser_beta(kDepth)); };
    Halving stage;
    const int last = reach % 2 == 1 ? reach : reach - 1;  // even ones are zero
    for (int k = -last; k <= last; k += 2) stage.filter.taps.push_back(tap(k));
    const double sum = std::accumulate(stage.filter.taps.begin(), stage.filter.taps.end(), tap(0));
    for (double& t : stage.filter.taps) t /= sum;
    stage.filter.middle = tap(0) / sum;
    fill_before(stage.input, last);
    halvings_.push_back(std::move(stage));
    if (rate >= kEarly * to_.hz) early_ = halvings_.size();
    look_ahead += (last + 2) / rate;
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
  fill_before(final_input_, static_cast<std::int64_t>(std::ceil(latency_ * final_ratio_)) + final_reach_ + 1);
}

// Silence before the first frame.
void Decimator::fill_before(Stream& stream, std::int64_t frames) const {
  stream.base = -frames;
  stream.held = frames;
  stream.frames.assign(size(frames * channels_), 0.0);
}

// All filters pass what does not change as it is.
void Decimator::assume(std::span<const double> frame) {
  assert(pushed_ == 0 && frame.size() == size(channels_));
  const auto fill = [&](Stream& stream) {
    for (std::int64_t i = 0; i < stream.held; ++i) std::ranges::copy(frame, stream.frames.begin() + i * channels_);
  };
  for (Halving& stage : halvings_) fill(stage.input);
  fill(final_input_);
}

std::span<const double> Decimator::process(std::span<const double> frames) {
  assert(frames.size() % size(channels_) == 0);
  push(frames.data(), frames.size() / size(channels_), size(channels_));
  return take();
}

void Decimator::push(const double* frames, std::size_t count, std::size_t stride) {
  assert(stride >= size(channels_));
  double* to = extend(input_of(0), static_cast<std::int64_t>(count));
  for (std::size_t i = 0; i < count; ++i, frames += stride, to += channels_) std::copy_n(frames, channels_, to);
  pushed_ += static_cast<std::int64_t>(count);
  for (std::size_t stage = 0; stage < early_; ++stage) halve(stage);
}

std::span<const double> Decimator::take() {
  for (std::size_t stage = early_; stage < halvings_.size(); ++stage) halve(stage);
  // the small bias keeps 10 * 44100 / 441000 from becoming 0.999…
  const auto due = static_cast<std::int64_t>(std::floor(static_cast<double>(pushed_) * to_.hz / from_.hz + 1e-9));
  output_.resize(size((due - made_) * channels_));
  for (double* frame = output_.data(); made_ < due; ++made_, frame += channels_) make_final_frame(made_, frame);
  forget(final_input_,
         static_cast<std::int64_t>(std::floor(static_cast<double>(made_ - latency_) * final_ratio_)) - final_reach_);
  return output_;
}

void Decimator::halve(std::size_t index) {
  Halving& stage = halvings_[index];
  const std::int64_t reach = stage.filter.reach();
  const std::int64_t last = stage.input.end() - 1 - reach;  // newest frame that can be a middle
  const std::int64_t count = last < 2 * stage.next ? 0 : last / 2 - stage.next + 1;
  if (count == 0) return;
  const double* from = stage.input.frames.data() + (2 * stage.next - reach - stage.input.base) * channels_;
  halve_frames(stage.filter, from, channels_, extend(input_of(index + 1), count), static_cast<int>(count));
  stage.next += count;
  forget(stage.input, 2 * stage.next - reach);
}

void Decimator::make_final_frame(std::int64_t index, double* frame) {
  if (!final_table_) {  // equal rates
    std::copy_n(final_input_.frames.data() + (index - final_input_.base) * channels_, channels_, frame);
    return;
  }
  const double position = static_cast<double>(index - latency_) * final_ratio_;
  const double whole = std::floor(position);
  const double phase = (position - whole) * kPhases;
  const auto row = static_cast<std::size_t>(phase);
  const double blend = phase - static_cast<double>(row);
  const double* a = final_table_->data() + row * final_taps_.size();
  const double* b = a + final_taps_.size();
  for (std::size_t j = 0; j < final_taps_.size(); ++j) final_taps_[j] = a[j] + blend * (b[j] - a[j]);

  const std::int64_t first = static_cast<std::int64_t>(whole) - (final_reach_ - 1);
  assert(first >= final_input_.base && first + 2 * final_reach_ <= final_input_.end());
  correlate_frame(final_taps_, final_input_.frames.data() + (first - final_input_.base) * channels_, channels_, frame);
}

// Where the next frames of the stream go.
double* Decimator::extend(Stream& stream, std::int64_t count) const {
  const std::size_t needed = size((stream.held + count) * channels_);
  if (stream.frames.size() < needed) stream.frames.resize(needed);
  double* to = stream.frames.data() + stream.held * channels_;
  stream.held += count;
  return to;
}

// Lets go of what no filter looks back on any more, when that is most of what is held: each frame is moved about once.
void Decimator::forget(Stream& stream, std::int64_t before) const {
  const std::int64_t gone = std::min(before - stream.base, stream.held);
  if (gone <= 0 || gone < kMostlyGone * stream.held) return;
  const auto from = stream.frames.begin() + gone * channels_;
  std::copy(from, stream.frames.begin() + stream.held * channels_, stream.frames.begin());
  stream.base += gone;
  stream.held -= gone;
}

void Decimator::archive(StateArchive& state) { state.fields(halvings_, final_input_, pushed_, made_); }

}  // namespace resound
