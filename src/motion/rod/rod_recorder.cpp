#include "motion/rod/rod_recorder.h"

#include <algorithm>
#include <cassert>

namespace resound {
namespace {

// A piece is heard as one dipole: short beside the wavelength at the end of hearing, 17 mm.
constexpr double kPiece = 0.006;  // [m]

}  // namespace

RodRecorder::RodRecorder(const RodStepper& stepper, std::size_t rod, SampleRate audio)
    : rod_(rod), decimator_(SampleRate{1 / stepper.step()}, audio, 1) {
  const ElasticRod& elastic = stepper.rod(rod);
  double length = 0;
  for (std::size_t i = 0; i < elastic.vertices(); ++i) {
    if (pieces_.empty() || length > kPiece) pieces_.push_back({i, i}), length = 0;
    pieces_.back().end = i + 1;
    if (i < elastic.edges().size()) length += elastic.edges()[i].length * stepper.stretch(rod, i);
  }
  decimator_ = Decimator(SampleRate{1 / stepper.step()}, audio, static_cast<int>(3 * pieces_.size()));
  for (const RodEdge& edge : elastic.edges()) air_.push_back(section_dipole(edge.section));
  measure(stepper, tensors_);
  for (int sample = -1 - decimator_.latency(); sample <= 0; ++sample) note_centres(stepper);
}

// Half of each edge goes with either end.
void RodRecorder::measure(const RodStepper& stepper, std::vector<Tensor>& tensors) const {
  const ElasticRod& elastic = stepper.rod(rod_);
  tensors.assign(elastic.vertices(), {});
  for (std::size_t e = 0; e < elastic.edges().size(); ++e) {
    const double stretch = stepper.stretch(rod_, e), half = elastic.edges()[e].length * stretch / 2;
    const double thinner = elastic.section_at(e, stretch).a / elastic.edges()[e].section.a;  // rubber, both ways alike
    const Vec3 d1 = stepper.director(rod_)[e], d2 = cross(stepper.tangent(rod_)[e], d1);
    const double area = half * thinner * thinner, one = area * air_[e].along_d1, two = area * air_[e].along_d2;
    const Tensor tensor{one * d1.x * d1.x + two * d2.x * d2.x, one * d1.y * d1.y + two * d2.y * d2.y,
                        one * d1.z * d1.z + two * d2.z * d2.z, one * d1.x * d1.y + two * d2.x * d2.y,
                        one * d1.x * d1.z + two * d2.x * d2.z, one * d1.y * d1.z + two * d2.y * d2.z};
    for (const std::size_t vertex : {e, (e + 1) % elastic.vertices()})
      for (std::size_t k = 0; k < 6; ++k) tensors[vertex][k] += tensor[k];
  }
}

void RodRecorder::note_centres(const RodStepper& stepper) {
  const ConstVertexView position = stepper.position(rod_);
  for (const Piece& piece : pieces_) {
    Vec3 sum;
    for (std::size_t i = piece.first; i < piece.end; ++i) sum += position[i];
    centres_.push_back(sum / static_cast<double>(piece.end - piece.first));
  }
}

void RodRecorder::begin_block(int samples) {
  // of the block before: all but the sample before this one and what is not yet due
  const std::size_t due = stride_ * pieces_.size();
  centres_.erase(centres_.begin(), centres_.begin() + static_cast<std::ptrdiff_t>(due));
  stride_ = static_cast<std::size_t>(samples);
}

void RodRecorder::take(const RodStepper& stepper, std::span<const double> accelerations) {
  const std::size_t vertices = tensors_.size(), channels = 3 * pieces_.size();
  const std::size_t steps = accelerations.size() / (3 * vertices);
  measure(stepper, next_);
  frames_.assign(steps * channels, 0);
  for (std::size_t step = 0; step < steps; ++step) {
    const double part = static_cast<double>(step) / static_cast<double>(steps);
    const double* a = accelerations.data() + 3 * step * vertices;
    double* to = frames_.data() + step * channels;
    for (const Piece& piece : pieces_) {
      for (std::size_t i = piece.first; i < piece.end; ++i) {
        Tensor t;
        for (std::size_t k = 0; k < 6; ++k) t[k] = tensors_[i][k] + part * (next_[i][k] - tensors_[i][k]);
        const double x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
        to[0] += t[0] * x + t[3] * y + t[4] * z;
        to[1] += t[3] * x + t[1] * y + t[5] * z;
        to[2] += t[4] * x + t[5] * y + t[2] * z;
      }
      to += 3;
    }
  }
  tensors_.swap(next_);
  decimator_.push(std::span(frames_).first(steps * channels));
  note_centres(stepper);
}

void RodRecorder::finish() {
  const std::span<const double> slow = decimator_.take();
  const std::size_t channels = 3 * pieces_.size();
  assert(slow.size() == channels * stride_);
  pull_.resize(slow.size());
  for (std::size_t c = 0; c < channels; ++c)
    for (std::size_t sample = 0; sample < stride_; ++sample) pull_[c * stride_ + sample] = slow[sample * channels + c];
}

RodSound RodRecorder::sound(int object) const {
  return {object,  decimator_.latency(),
          stride_, pieces_.size(),
          pull_,   std::span(centres_).first((stride_ + 1) * pieces_.size())};
}

}  // namespace resound
