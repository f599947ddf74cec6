#include "motion/solid/skin_recorder.h"

#include <algorithm>
#include <array>
#include <cassert>

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
                           SampleRate audio)
    : sample_(audio.step()), now_(flat(begin)), last_(flat(velocity)) {
  using SkinDecimator = BasicDecimator<float>;
  const std::vector<float> first(last_.begin(), last_.end());
  const SkinDecimator full(steps, audio, static_cast<int>(kGroup));  // copies share its table
  for (std::size_t group = 0; kGroup * group < channels(); ++group) {
    const std::size_t count = channels_of(group);
    decimators_.push_back(count == kGroup ? full : SkinDecimator(steps, audio, static_cast<int>(count)));
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
}

void SkinRecorder::finish(std::size_t group) {
  const std::size_t first = kGroup * group, count = channels_of(group);
  const std::span<const float> slow = decimators_[group].take();
  assert(slow.size() == count * stride_);
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) sum_up<4>(slow.data() + i, count, first + i);
  for (; i < count; ++i) sum_up<1>(slow.data() + i, count, first + i);
}

// `Abreast` channels at once, whose sums do not wait for each other; their samples lie `apart`.
template <std::size_t Abreast>
void SkinRecorder::sum_up(const float* slow, std::size_t apart, std::size_t channel) {
  std::array<double, Abreast> way{}, last{};
  std::copy_n(last_.begin() + static_cast<std::ptrdiff_t>(channel), Abreast, last.begin());
  float* velocity = velocity_.data() + channel * stride_;
  float* travel = travel_.data() + channel * stride_;
  const double half = sample_ / 2;
  for (std::size_t sample = 0; sample < stride_; ++sample, slow += apart)
    for (std::size_t k = 0; k < Abreast; ++k) {
      const double v = slow[k];
      way[k] += half * (last[k] + v);
      last[k] = v;
      velocity[k * stride_ + sample] = slow[k];
      travel[k * stride_ + sample] = static_cast<float>(way[k]);
    }
  for (std::size_t k = 0; k < Abreast; ++k) now_[channel + k] = begin_[channel + k] + way[k];
  std::ranges::copy(last, last_.begin() + static_cast<std::ptrdiff_t>(channel));
}

SkinMotion SkinRecorder::motion(int object) const {
  return {object, decimators_.front().latency(), stride_, begin_, travel_, velocity_};
}

}  // namespace resound
