#include "motion/solid/skin_recorder.h"

#include <algorithm>
#include <cassert>

#include "motion/solid/skin_travel.h"

namespace resound {
namespace {

constexpr std::size_t kGroup = 3 * SkinRecorder::kVertices;  // channels filtered together

std::vector<double> flat(const std::vector<Vec3>& vectors) {
  std::vector<double> numbers;
  numbers.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

}  // namespace

// The filters would otherwise know nothing of the time before, and hear a body that is already on its way as one that
// starts with a jerk.
SkinRecorder::SkinRecorder(const std::vector<Vec3>& begin, const std::vector<Vec3>& velocity, SampleRate steps,
                           SampleRate audio, const std::optional<PairFilter>& pairs)
    : sample_(audio.step()), now_(flat(begin)), last_(flat(velocity)) {
  using SkinDecimator = BasicDecimator<float>;
  const std::vector<float> first(last_.begin(), last_.end());
  const SkinDecimator full(steps, audio, static_cast<int>(kGroup), pairs);  // copies share its table
  for (std::size_t group = 0; kGroup * group < channels(); ++group) {
    const std::size_t count = channels_of(group);
    decimators_.push_back(count == kGroup ? full : SkinDecimator(steps, audio, static_cast<int>(count), pairs));
    decimators_.back().assume(std::span(first).subspan(kGroup * group, count));
  }
  // one sample before the first that comes out, which is late
  const double since = (decimators_.front().latency() + 1) * sample_;  // [s]
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] -= since * last_[i];
}

std::size_t SkinRecorder::channels_of(std::size_t group) const { return std::min(kGroup, channels() - kGroup * group); }

void SkinRecorder::begin_block(int samples) {
  stride_ = static_cast<std::size_t>(samples);
  begin_ = now_;
  travel_.resize(channels() * stride_);
  velocity_.resize(channels() * stride_);
  way_.resize(channels());
  mean_.resize(channels());
}

void SkinRecorder::finish(std::size_t group) {
  const std::size_t first = kGroup * group, count = channels_of(group);
  const std::span<const float> slow = decimators_[group].take();
  assert(slow.size() == count * stride_);
  sum_travel({.channels = count,
              .samples = stride_,
              .sample = sample_,
              .frames = slow.data(),
              .velocity = velocity_.data() + first * stride_,
              .travel = travel_.data() + first * stride_,
              .last = last_.data() + first,
              .way = way_.data() + first,
              .mean = mean_.data() + first});
  for (std::size_t i = first; i < first + count; ++i) {
    now_[i] = begin_[i] + way_[i];
    mean_[i] += begin_[i];
  }
}

SkinMotion SkinRecorder::motion(int object) const {
  return {object, decimators_.front().latency(), stride_, begin_, mean_, travel_, velocity_};
}

}  // namespace resound
