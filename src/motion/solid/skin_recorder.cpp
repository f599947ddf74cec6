#include "motion/solid/skin_recorder.h"

#include <cassert>

namespace resound {
namespace {

std::vector<double> flat(const std::vector<Vec3>& vectors) {
  std::vector<double> numbers;
  numbers.reserve(3 * vectors.size());
  for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

}  // namespace

SkinRecorder::SkinRecorder(std::vector<Vec3> begin, std::vector<Vec3> velocity, SampleRate steps, SampleRate audio)
    : begin_velocity_(flat(velocity)),
      decimator_(steps, audio, static_cast<int>(3 * begin.size())),
      sample_(audio.step()),
      now_(flat(begin)),
      last_(begin_velocity_) {
  // one sample before the first that comes out, which is late
  const double since = (decimator_.latency() + 1) * sample_;  // [s]
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] -= since * last_[i];
}

void SkinRecorder::begin_block(int samples) {
  stride_ = static_cast<std::size_t>(samples);
  filled_ = 0;
  position_.resize(channels() * stride_);
  velocity_.resize(channels() * stride_);
}

// The filter sees the difference from the motion at the beginning: it knows nothing of the time before, and would hear
// a body that is already on its way as one that starts with a jerk.
void SkinRecorder::take(std::span<const double> frames) {
  const std::size_t channels = this->channels();
  shifted_.resize(frames.size());
  for (std::size_t first = 0; first < frames.size(); first += channels)
    for (std::size_t c = 0; c < channels; ++c) shifted_[first + c] = frames[first + c] - begin_velocity_[c];
  const std::span<const double> slow = decimator_.process(shifted_);
  assert(slow.size() == channels && filled_ < stride_);
  for (std::size_t c = 0; c < channels; ++c) {
    const double velocity = slow[c] + begin_velocity_[c];
    now_[c] += sample_ * (last_[c] + velocity) / 2;
    last_[c] = velocity;
    velocity_[c * stride_ + filled_] = velocity;
    position_[c * stride_ + filled_] = now_[c];
  }
  ++filled_;
}

SkinMotion SkinRecorder::motion(int object) const {
  assert(filled_ == stride_);
  return {object, decimator_.latency(), stride_, position_, velocity_};
}

}  // namespace resound
