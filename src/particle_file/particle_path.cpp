#include "particle_file/particle_path.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/gravity.h"

namespace resound {
namespace {

constexpr Vec3 kFall{0, 0, -kGravity};  // [m/s^2]
constexpr double kLeastTurn = 0.5;      // [m/s]  a change of velocity beyond that of free fall: below, it only bends
constexpr double kTurnShare = 0.4;      // [1]    of the speed, likewise
constexpr double kResting = 0.3;        // [m/s]  what is slower afterwards lies or floats; faster, it flies
constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

Vec3 place_of(const ParticleState* state, std::size_t i) {
  if (!state || i >= state->positions.size()) return {kAbsent, kAbsent, kAbsent};
  return state->positions[i];
}

Vec3 flown(const Vec3& place, const Vec3& speed, double time, const Vec3& pull) {
  return place + time * speed + (0.5 * time * time) * pull;
}

}  // namespace

// When the flight from the one end and the way to the other come nearest, in a fixed number of steps.
double ParticlePath::Piece::nearest_turn(double interval) const {
  constexpr int kSteps = 128;
  double best = 0, nearest = std::numeric_limits<double>::infinity();
  for (int step = 0; step <= kSteps; ++step) {
    const double t = interval * step / kSteps;
    const Vec3 gap = flown(from, from_speed, t, kFall) - flown(to, to_speed, t - interval, pull_after);
    if (dot(gap, gap) < nearest) nearest = dot(gap, gap), best = t;
  }
  return best;
}

void ParticlePath::span(const ParticleState* before, const ParticleState& first, const ParticleState& second,
                        const ParticleState* after) {
  begin_ = first.time;
  end_ = second.time;
  const double interval = end_ - begin_;
  pieces_.resize(first.positions.size());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    Piece& piece = pieces_[i];
    piece = {};
    piece.from = first.positions[i];
    piece.to = place_of(&second, i);
    if (!is_finite(piece.from) || !is_finite(piece.to)) continue;
    if (!first.velocities.empty() && i < second.velocities.size()) {
      piece.from_speed = first.velocities[i];
      piece.to_speed = second.velocities[i];
      if (length(piece.to_speed) > kResting) piece.pull_after = kFall;
    } else {
      infer_speeds(piece, place_of(before, i), before ? begin_ - before->time : 0, place_of(after, i),
                   after ? after->time - end_ : 0);
    }
    const Vec3 free = piece.from_speed + interval * kFall;
    if (length(piece.to_speed - free) > std::max(kLeastTurn, kTurnShare * length(piece.from_speed)))
      piece.turn = piece.nearest_turn(interval);
  }
}

// From the frame before and the frame after alone: what happens within this one stays out of it. A mean velocity over a
// frame of free flight is that of its middle.
void ParticlePath::infer_speeds(Piece& piece, const Vec3& earlier, double ago, const Vec3& later, double ahead) const {
  const double interval = end_ - begin_;
  const Vec3 mean = (piece.to - piece.from) / interval;
  const bool is_known = is_finite(earlier);
  piece.from_speed = is_known ? (piece.from - earlier) / ago : mean;
  const bool lies = slow_ == Slow::lies && length(piece.from_speed) <= kResting;
  if (!lies) piece.from_speed += (is_known ? 0.5 * ago : -0.5 * interval) * kFall;
  const Vec3 next = is_finite(later) ? (later - piece.to) / ahead : mean;
  if (length(next) > kResting) piece.pull_after = kFall;
  piece.to_speed = next + (is_finite(later) ? -0.5 * ahead : 0.5 * interval) * piece.pull_after;
}

void ParticlePath::at(double time, std::vector<Vec3>& positions, std::vector<Vec3>& velocities) const {
  positions.resize(pieces_.size());
  velocities.resize(pieces_.size());
  const double interval = end_ - begin_, t = std::clamp(time - begin_, 0.0, interval);
  const double s = t / interval, u = 1 - s;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& p = pieces_[i];
    if (p.turn < 0) {
      positions[i] = (1 + 2 * s) * u * u * p.from + s * s * (3 - 2 * s) * p.to +
                     interval * (s * u * u * p.from_speed - s * s * u * p.to_speed);
      velocities[i] =
          (6 * s * u / interval) * (p.to - p.from) + u * (1 - 3 * s) * p.from_speed + s * (3 * s - 2) * p.to_speed;
    } else if (t < p.turn) {
      positions[i] = p.from + t * p.from_speed + (0.5 * t * t) * kFall;
      velocities[i] = p.from_speed + t * kFall;
    } else {  // the small gap that is left at the turn closes until the second frame
      const Vec3 gap =
          flown(p.from, p.from_speed, p.turn, kFall) - flown(p.to, p.to_speed, p.turn - interval, p.pull_after);
      const double left = interval > p.turn ? (interval - t) / (interval - p.turn) : 0;
      positions[i] = flown(p.to, p.to_speed, t - interval, p.pull_after) + left * gap;
      velocities[i] = p.to_speed + (t - interval) * p.pull_after;
    }
  }
}

std::size_t ParticlePath::bounces() const {
  return static_cast<std::size_t>(std::ranges::count_if(pieces_, [](const Piece& piece) { return piece.turn >= 0; }));
}

}  // namespace resound
