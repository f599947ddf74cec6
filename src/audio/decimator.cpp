#include "audio/decimator.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "audio/half_band.h"
#include "audio/sharp_low_pass.h"

namespace resound {
namespace {

constexpr int kPhases = 512;  // of the final filter; neighbours are blended
// A halving waits until it has so many frames to make, and looks back once for all of them. Many more would no longer
// be near the processor when they are wanted. (Between 8 and 16 it makes no difference.)
constexpr std::int64_t kWorthwhile = 12;
constexpr double kHalvable = 2.6;  // [of the lower rate]  below, a halving costs more than it saves the final filter
constexpr std::int64_t kMostKnown = 64;  // frames after which the final filter comes round

std::size_t size(std::int64_t count) { return static_cast<std::size_t>(count); }

}  // namespace

template <class Number>
BasicDecimator<Number>::BasicDecimator(SampleRate from, SampleRate to, int channels,
                                       const std::optional<PairFilter>& pairs)
    : from_(from), to_(to), channels_(channels), pairs_(pairs) {
  assert(to.hz > 0 && from.hz > (1 - 1e-9) * to.hz && channels > 0);
  plan_halvings();
  plan_final_stage();
}

// A halving may leave an alias above the new Nyquist frequency of the audio: the next stage removes it. So its
// transition reaches from there to its mirror image about the halved rate, and at high rates four to eight taps
// suffice.
template <class Number>
void BasicDecimator<Number>::plan_halvings() {
  double rate = pairs_ ? from_.hz / 2 : from_.hz;
  double look_ahead = pairs_ ? 2 / from_.hz : 0;  // [s]
  for (; rate >= kHalvable * to_.hz; rate /= 2) {
    const HalfBand<double> filter = half_band(0.5 - 0.5 * to_.hz / rate);  // transition from to/2
    Halving stage{.filter = {static_cast<Number>(filter.middle), {filter.taps.begin(), filter.taps.end()}},
                  .input = {}};
    const int last = stage.filter.reach();
    fill_before(stage.input, last);
    halvings_.push_back(std::move(stage));
    look_ahead += (last + 2) / rate;
  }
  final_ratio_ = rate / to_.hz;
  if (const double whole = std::round(from_.hz / to_.hz); std::abs(from_.hz / to_.hz - whole) < 1e-9)
    final_ratio_ = std::ldexp(whole, -times_halved());        // exactly
  if (pairs_) pair_lead_ = std::ldexp(0.5, -times_halved());  // a pair's time is half a step before its first one's
  latency_ = static_cast<int>(std::ceil(look_ahead * to_.hz));
}

template <class Number>
void BasicDecimator<Number>::plan_final_stage() {
  if (from_.hz == to_.hz) return;
  const double steps = from_.hz / to_.hz;  // a frame
  const SharpLowPass filter([&](double frequency) { return pairs_ ? 1 / pairs_->response(frequency / steps) : 1; });
  final_reach_ = static_cast<int>(std::ceil(SharpLowPass::kReach * final_ratio_));
  const int taps = 2 * final_reach_;
  std::vector<double> table;
  for (int phase = 0; phase <= kPhases; ++phase) {
    double sum = 0;
    for (int j = 0; j < taps; ++j) {
      table.push_back(filter((j - (final_reach_ - 1) - static_cast<double>(phase) / kPhases) / final_ratio_));
      sum += table.back();
    }
    for (auto tap = table.end() - taps; tap != table.end(); ++tap) *tap /= sum;
  }
  final_table_ = std::make_shared<const std::vector<double>>(std::move(table));
  latency_ += static_cast<int>(std::ceil((final_reach_ + 2) / final_ratio_)) + 1;
  const std::int64_t round = std::int64_t{1} << times_halved();
  if (const double inputs = final_ratio_ * static_cast<double>(round);
      inputs == std::round(inputs) && round <= kMostKnown) {
    std::vector<std::vector<Number>> known;
    for (std::int64_t frame = 0; frame < round; ++frame) known.push_back(taps_of_frames(frame, kFramesAtOnce));
    known_taps_ = std::make_shared<const std::vector<std::vector<Number>>>(std::move(known));
  }
  fill_before(final_input_, static_cast<std::int64_t>(std::ceil(latency_ * final_ratio_)) + final_reach_ + 1);
}

// Silence before the first frame.
template <class Number>
void BasicDecimator<Number>::fill_before(Stream& stream, std::int64_t frames) const {
  stream.base = -frames;
  stream.held = frames;
  stream.frames.assign(size(frames * channels_), Number{});
}

// All filters pass what does not change as it is.
template <class Number>
void BasicDecimator<Number>::assume(std::span<const Number> frame) {
  assert(pushed_ == 0 && frame.size() == size(channels_));
  const auto fill = [&](Stream& stream) {
    for (std::int64_t i = 0; i < stream.held; ++i) std::ranges::copy(frame, stream.frames.begin() + i * channels_);
  };
  for (Halving& stage : halvings_) fill(stage.input);
  fill(final_input_);
}

template <class Number>
std::span<const Number> BasicDecimator<Number>::process(std::span<const Number> frames) {
  push(frames);
  return take();
}

template <class Number>
void BasicDecimator<Number>::push(std::span<const Number> frames) {
  assert(frames.size() % size(channels_) == 0);
  std::ranges::copy(frames, make_room(static_cast<int>(frames.size()) / channels_));
  filter();
}

template <class Number>
Number* BasicDecimator<Number>::make_room(int count) {
  pushed_ += count;
  return extend(input_of(0), count);
}

template <class Number>
void BasicDecimator<Number>::filter() {
  for (std::size_t stage = 0; stage < halvings_.size(); ++stage) halve(stage, kWorthwhile);
}

template <class Number>
std::span<const Number> BasicDecimator<Number>::take() {
  for (std::size_t stage = 0; stage < halvings_.size(); ++stage) halve(stage, 1);
  const std::int64_t steps = pairs_ ? 2 * pushed_ + 1 : pushed_;  // the next pair may have begun
  // the small bias keeps 10 * 44100 / 441000 from becoming 0.999…
  const auto due = static_cast<std::int64_t>(std::floor(static_cast<double>(steps) * to_.hz / from_.hz + 1e-9));
  const std::int64_t count = due - made_;
  output_.resize(size((count + kFramesAtOnce) * channels_));
  make_final_frames(count, output_.data());
  made_ = due;
  forget(final_input_, static_cast<std::int64_t>(std::floor(final_position(made_))) - final_reach_);
  return {output_.data(), size(count * channels_)};
}

template <class Number>
void BasicDecimator<Number>::halve(std::size_t index, std::int64_t at_least) {
  Halving& stage = halvings_[index];
  const std::int64_t reach = stage.filter.reach();
  const std::int64_t last = stage.input.end() - 1 - reach;  // newest frame that can be a middle
  const std::int64_t count = last < 2 * stage.next ? 0 : last / 2 - stage.next + 1;
  if (count < at_least) return;
  const Number* from = stage.input.frames.data() + (2 * stage.next - reach - stage.input.base) * channels_;
  halve_frames(stage.filter, from, channels_, extend(input_of(index + 1), count), static_cast<int>(count));
  stage.next += count;
  forget(stage.input, 2 * stage.next - reach);
}

template <class Number>
void BasicDecimator<Number>::make_final_frames(std::int64_t count, Number* frames) {
  const auto input_at = [&](std::int64_t index) {
    return final_input_.frames.data() + (index - final_input_.base) * channels_;
  };
  if (!final_table_) {  // equal rates
    std::copy_n(input_at(made_), count * channels_, frames);
    return;
  }
  final_batches_.clear();
  other_taps_.clear();
  other_taps_.reserve(size(count / kFramesAtOnce + 1));  // they stay where they are
  for (std::int64_t k = 0; k < count; k += kFramesAtOnce) {
    const std::int64_t frame = made_ + k, here = std::min<std::int64_t>(count - k, kFramesAtOnce);
    const bool is_known = known_taps_ && here == kFramesAtOnce;
    if (!is_known) other_taps_.push_back(taps_of_frames(frame, here));
    const std::vector<Number>& taps = is_known ? (*known_taps_)[size(frame) % known_taps_->size()] : other_taps_.back();
    const std::int64_t first = first_input_of(frame);
    assert(first >= final_input_.base &&
           first + static_cast<std::int64_t>(taps.size()) / kFramesAtOnce <= final_input_.end());
    final_batches_.push_back({taps, input_at(first), frames + k * channels_});
  }
  correlate_frames(final_batches_, channels_);
}

// Side by side, as correlate_frames() wants them; zeros for those that are missing.
template <class Number>
std::vector<Number> BasicDecimator<Number>::taps_of_frames(std::int64_t first, std::int64_t count) const {
  const std::int64_t begin = first_input_of(first), end = first_input_of(first + count - 1) + 2 * final_reach_;
  std::vector<Number> taps(size(kFramesAtOnce * (end - begin)));
  for (std::int64_t i = 0; i < count; ++i)
    fill_final_taps(first + i, taps.data() + kFramesAtOnce * (first_input_of(first + i) - begin) + i);
  return taps;
}

// Where a frame that comes out lies between those that the final filter reads.
template <class Number>
double BasicDecimator<Number>::final_position(std::int64_t frame) const {
  return static_cast<double>(frame - latency_) * final_ratio_ + pair_lead_;
}

template <class Number>
std::int64_t BasicDecimator<Number>::first_input_of(std::int64_t frame) const {
  return static_cast<std::int64_t>(std::floor(final_position(frame))) - (final_reach_ - 1);
}

// The blend of two rows of the table, every kFramesAtOnce-th number.
template <class Number>
void BasicDecimator<Number>::fill_final_taps(std::int64_t frame, Number* taps) const {
  const double position = final_position(frame);
  const double phase = (position - std::floor(position)) * kPhases;
  const auto row = static_cast<std::size_t>(phase), count = size(2 * final_reach_);
  const double blend = phase - static_cast<double>(row);
  const double *a = final_table_->data() + row * count, *b = a + count;
  for (std::size_t j = 0; j < count; ++j) taps[kFramesAtOnce * j] = static_cast<Number>(a[j] + blend * (b[j] - a[j]));
}

// Where the next frames of the stream go.
template <class Number>
Number* BasicDecimator<Number>::extend(Stream& stream, std::int64_t count) const {
  const std::size_t needed = size((stream.held + count) * channels_);
  if (stream.frames.size() < needed) stream.frames.resize(needed);
  Number* to = stream.frames.data() + stream.held * channels_;
  stream.held += count;
  return to;
}

// Lets go of what no filter looks back on any more. What is held begins at the same place again, which is still near
// the processor.
template <class Number>
void BasicDecimator<Number>::forget(Stream& stream, std::int64_t before) const {
  const std::int64_t gone = std::min(before - stream.base, stream.held);
  if (gone <= 0) return;
  const auto from = stream.frames.begin() + gone * channels_;
  std::copy(from, stream.frames.begin() + stream.held * channels_, stream.frames.begin());
  stream.base += gone;
  stream.held -= gone;
}

template <class Number>
void BasicDecimator<Number>::archive(StateArchive& state) {
  state.fields(halvings_, final_input_, pushed_, made_);
}

template class BasicDecimator<double>;
template class BasicDecimator<float>;

}  // namespace resound
