#include "motion/rod/rod_recorder.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "rod/rod_air.h"

namespace resound {
namespace {

// A piece is heard as one dipole: short beside the wavelength at the end of hearing, 17 mm.
constexpr double kPiece = 0.006;  // [m]

}  // namespace

RodRecorder::RodRecorder(const RodStepper& stepper, std::size_t rod, SampleRate audio)
    : rod_(rod), vertices_(stepper.rod(rod).vertices()), decimator_(SampleRate{1 / stepper.step()}, audio, 1) {
  const ElasticRod& elastic = stepper.rod(rod);
  double length = 0;
  for (std::size_t i = 0; i < elastic.vertices(); ++i) {
    if (pieces_.empty() || length > kPiece) pieces_.push_back({i, i}), length = 0;
    pieces_.back().end = i + 1;
    if (i < elastic.edges().size()) length += elastic.edges()[i].length * stepper.stretch(rod, i);
  }
  decimator_ = Decimator(SampleRate{1 / stepper.step()}, audio, static_cast<int>(3 * pieces_.size()));
  for (const RodEdge& edge : elastic.edges()) air_.push_back(section_dipole(edge.section));
  row_ = stepper.acceleration_row(rod);
  air_now_.assign(6 * row_, 0);
  pulls_.assign(3 * row_, 0);
  measure(stepper);
  air_now_.swap(air_change_);
  for (int sample = -1 - decimator_.latency(); sample <= 0; ++sample) note_centres(stepper);
}

// What has changed since air_now_. Half of each edge goes with either end.
void RodRecorder::measure(const RodStepper& stepper) {
  const ElasticRod& elastic = stepper.rod(rod_);
  const ConstVertexView director = stepper.director(rod_), tangent = stepper.tangent(rod_);
  air_change_.resize(air_now_.size());
  for (std::size_t k = 0; k < air_now_.size(); ++k) air_change_[k] = -air_now_[k];
  for (std::size_t e = 0; e < elastic.edges().size(); ++e) {
    const double stretch = stepper.stretch(rod_, e), half = elastic.edges()[e].length * stretch / 2;
    const double thinner = elastic.section_at(e, stretch).a / elastic.edges()[e].section.a;  // rubber, both ways alike
    const Vec3 d1 = director[e], d2 = cross(tangent[e], d1);
    const double area = half * thinner * thinner, one = area * air_[e].along_d1, two = area * air_[e].along_d2;
    const double tensor[] = {one * d1.x * d1.x + two * d2.x * d2.x, one * d1.y * d1.y + two * d2.y * d2.y,
                             one * d1.z * d1.z + two * d2.z * d2.z, one * d1.x * d1.y + two * d2.x * d2.y,
                             one * d1.x * d1.z + two * d2.x * d2.z, one * d1.y * d1.z + two * d2.y * d2.z};
    for (const std::size_t vertex : {e, e + 1 == elastic.vertices() ? 0 : e + 1})
      for (std::size_t k = 0; k < 6; ++k) air_change_[k * row_ + vertex] += tensor[k];
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

double* RodRecorder::add_by_pieces(const double* pulls, double* to) const {
  if (pieces_.size() == vertices_) return std::copy_n(pulls, vertices_, to);
  for (const Piece& piece : pieces_) *to++ = std::accumulate(pulls + piece.first, pulls + piece.end, 0.0);
  return to;
}

void RodRecorder::take(const RodStepper& stepper) {
  const std::span<const double> accelerations = stepper.accelerations(rod_);
  const std::size_t steps = accelerations.size() / (3 * row_);
  measure(stepper);
  const RodAirRows rows{air_now_.data(), air_change_.data(), row_};
  double* to = decimator_.make_room(static_cast<int>(steps));
  for (std::size_t step = 0; step < steps; ++step) {
    const double part = static_cast<double>(step) / static_cast<double>(steps);
    pull_air(rows, part, accelerations.data() + 3 * step * row_, pulls_.data());
    for (std::size_t axis = 0; axis < 3; ++axis) to = add_by_pieces(pulls_.data() + axis * row_, to);
  }
  for (std::size_t k = 0; k < air_now_.size(); ++k) air_now_[k] += air_change_[k];
  decimator_.filter();
  note_centres(stepper);
}

void RodRecorder::finish() {
  const std::span<const double> slow = decimator_.take();
  const std::size_t channels = 3 * pieces_.size();
  assert(slow.size() == channels * stride_);
  pull_.resize(slow.size());
  for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t sample = 0; sample < stride_; ++sample)
        pull_[(3 * piece + axis) * stride_ + sample] = slow[sample * channels + axis * pieces_.size() + piece];
}

RodSound RodRecorder::sound(int object) const {
  return {object,  decimator_.latency(),
          stride_, pieces_.size(),
          pull_,   std::span(centres_).first((stride_ + 1) * pieces_.size())};
}

}  // namespace resound
