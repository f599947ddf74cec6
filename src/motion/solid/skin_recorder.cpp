#include "motion/solid/skin_recorder.h"

#include <algorithm>
#include <cassert>

namespace resound {
namespace {

constexpr std::size_t kGroup = 48;  // channels filtered together

std::vector<double> flat(const std::vector<Vec3>& vectors) {
  std::vector<double> numbers;
  numbers.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

}  // namespace

SkinRecorder::SkinRecorder(const std::vector<Vec3>& begin, const std::vector<Vec3>& velocity, SampleRate steps,
                           SampleRate audio)
    : begin_velocity_(flat(velocity)), sample_(audio.step()), now_(flat(begin)), last_(begin_velocity_) {
  decimators_.assign((channels() + kGroup - 1) / kGroup, Decimator(steps, audio, static_cast<int>(kGroup)));
  // one sample before the first that comes out, which is late
  const double since = (decimators_.front().latency() + 1) * sample_;  // [s]
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] -= since * last_[i];
}

void SkinRecorder::begin_block(int samples) {
  stride_ = static_cast<std::size_t>(samples);
  filled_ = 0;
  position_.resize(channels() * stride_);
  velocity_.resize(channels() * stride_);
}

void SkinRecorder::take(std::span<const double> frames) {
  assert(filled_ < stride_);
  for (std::size_t group = 0; group < decimators_.size(); ++group) take_group(group, frames);
  ++filled_;
}

// The filter sees the difference from the motion at the beginning: it knows nothing of the time before, and would hear
// a body that is already on its way as one that starts with a jerk.
void SkinRecorder::take_group(std::size_t group, std::span<const double> frames) {
  const std::size_t first = group * kGroup, count = std::min(kGroup, channels() - first);
  shifted_.assign(frames.size() / channels() * kGroup, 0.0);
  double* shifted = shifted_.data();
  for (std::size_t frame = first; frame < frames.size(); frame += channels(), shifted += kGroup)
    for (std::size_t i = 0; i < count; ++i) shifted[i] = frames[frame + i] - begin_velocity_[first + i];
  const std::span<const double> slow = decimators_[group].process(shifted_);
  assert(slow.size() == kGroup);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t c = first + i;
    const double velocity = slow[i] + begin_velocity_[c];
    now_[c] += sample_ * (last_[c] + velocity) / 2;
    last_[c] = velocity;
    velocity_[c * stride_ + filled_] = velocity;
    position_[c * stride_ + filled_] = now_[c];
  }
}

SkinMotion SkinRecorder::motion(int object) const {
  assert(filled_ == stride_);
  return {object, decimators_.front().latency(), stride_, position_, velocity_};
}

}  // namespace resound
