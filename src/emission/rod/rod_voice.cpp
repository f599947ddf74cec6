#include "emission/rod/rod_voice.h"

#include <algorithm>

namespace resound {
namespace {

// A piece that stays this near to where it was is at rest: off by 0.1 us of flight, which is not heard.
constexpr double kHardly = 3e-5;        // [m]
constexpr std::size_t kKnotsApart = 8;  // [samples]  a string swings to and fro within a few milliseconds

}  // namespace

RodVoice::RodVoice(int object, double air_density) : object_(object), air_density_(air_density) {}

void RodVoice::radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals) {
  for (const RodSound& rod : events.rods) {
    if (rod.object != object_) continue;
    force_.assign(rod.pull.begin(), rod.pull.end());
    for (double& f : force_) f *= air_density_;
    follow(rod, block.rate);
    for (std::size_t piece = 0; piece < rod.pieces; ++piece) {
      Source source;
      source.object = object_;
      source.id = static_cast<std::int64_t>(piece);
      source.lag = rod.lag;
      source.path = std::span(knots_).subspan(piece * knots_a_piece_, moves_[piece] ? knots_a_piece_ : 1);
      for (std::size_t axis = 0; axis < 3; ++axis)
        source.dipole[axis] = std::span(force_).subspan((3 * piece + axis) * rod.stride, rod.stride);
      signals.sources.push_back(source);
    }
  }
}

// From the sample before the block to its last; velocities are differences about a knot, at the ends of one side.
void RodVoice::follow(const RodSound& rod, SampleRate rate) {
  std::vector<std::size_t> at;  // samples of the knots, 0 the one before the block
  for (std::size_t sample = 0; sample < rod.stride; sample += kKnotsApart) at.push_back(sample);
  at.push_back(rod.stride);
  knots_a_piece_ = at.size();
  knots_.resize(rod.pieces * knots_a_piece_);
  moves_.assign(rod.pieces, false);
  const auto centre = [&](std::size_t sample, std::size_t piece) { return rod.centres[sample * rod.pieces + piece]; };
  const bool is_first = anchors_.empty();
  anchors_.resize(rod.pieces);
  for (std::size_t piece = 0; piece < rod.pieces; ++piece) {
    if (is_first) anchors_[piece] = centre(0, piece);
    SourceKnot* knots = knots_.data() + piece * knots_a_piece_;
    const bool stays = std::ranges::all_of(
        at, [&](std::size_t sample) { return length(centre(sample, piece) - anchors_[piece]) <= kHardly; });
    if (stays) {
      knots[0] = {.sample = 0, .position = anchors_[piece], .velocity = {}};
      continue;
    }
    moves_[piece] = true;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const std::size_t before = at[k] > 0 ? at[k] - 1 : 0, after = std::min(at[k] + 1, rod.stride);
      const Vec3 pace =
          (rate.hz / static_cast<double>(after - before)) * (centre(after, piece) - centre(before, piece));
      knots[k] = {.sample = static_cast<double>(at[k]) - 1 - rod.lag,
                  .position = k == 0 ? anchors_[piece] : centre(at[k], piece),
                  .velocity = pace};
    }
    anchors_[piece] = centre(rod.stride, piece);
  }
}

}  // namespace resound
