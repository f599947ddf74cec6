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
constexpr double kNoTurn = 0.01;        // [1]    of a frame before its end: what turns there turns later
constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

Vec3 place_of(const ParticleState* state, std::size_t i) {
  if (!state || i >= state->positions.size()) return {kAbsent, kAbsent, kAbsent};
  return state->positions[i];
}

// How the mean velocity of a grain has changed from frame to frame.
enum class Change { falls, slides, turns };
Change change(const Vec3& of_velocity, double time) {  // [m/s], [s] between the middles of the frames
  const Vec3 fall = time * kFall;
  if (length(of_velocity - fall) < length(of_velocity))
    return length(of_velocity - fall) < kLeastTurn ? Change::falls : Change::turns;
  return length(of_velocity) < kLeastTurn ? Change::slides : Change::turns;
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
    const Vec3 gap = flown(from, from_speed, t, pull) - flown(to, to_speed, t - interval, pull_after);
    if (dot(gap, gap) < nearest) nearest = dot(gap, gap), best = t;
  }
  return best;
}

void ParticlePath::span(const ParticleState* before, const ParticleState& first, const ParticleState& second,
                        const ParticleState* after) {
  const bool goes_on = before && before->time == begin_ && first.time == end_;
  begin_ = first.time;
  end_ = second.time;
  const double interval = end_ - begin_;
  std::swap(pieces_, pieces_before_);
  pieces_.resize(first.positions.size());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    Piece& piece = pieces_[i];
    piece = {};
    piece.from = first.positions[i];
    piece.to = place_of(&second, i);
    piece.pull = kFall;
    if (!is_finite(piece.from) || !is_finite(piece.to)) continue;
    const Around around{place_of(before, i), place_of(after, i), before ? begin_ - before->time : 0,
                        after ? after->time - end_ : 0};
    if (!first.velocities.empty() && i < second.velocities.size()) {
      piece.from_speed = first.velocities[i];
      piece.to_speed = second.velocities[i];
      if (length(piece.to_speed) > kResting) piece.pull_after = kFall;
    } else if (slow_ == Slow::falls) {
      infer_speeds(piece, around);
    } else {
      infer_grain(piece, around, goes_on && i < pieces_before_.size() ? &pieces_before_[i] : nullptr);
    }
    const Vec3 free = piece.from_speed + interval * piece.pull;
    if (length(piece.to_speed - free) > std::max(kLeastTurn, kTurnShare * length(piece.from_speed)))
      piece.turn = piece.nearest_turn(interval);
    const bool flies_on = piece.turn > (1 - kNoTurn) * interval && piece.pull == kFall;
    if (slow_ == Slow::lies && first.velocities.empty() && flies_on) {  // it lands in the next frame
      piece.turn = -1;
      piece.pull_after = kFall;
      piece.to_speed = (piece.to - piece.from) / interval + (0.5 * interval) * kFall;
    }
  }
}

// From the frame before and the frame after alone: what happens within this one stays out of it. A mean velocity over a
// frame of free flight is that of its middle.
void ParticlePath::infer_speeds(Piece& piece, const Around& around) const {
  const double interval = end_ - begin_;
  const Vec3 mean = (piece.to - piece.from) / interval;
  const bool is_known = is_finite(around.earlier);
  piece.from_speed = is_known ? (piece.from - around.earlier) / around.ago : mean;
  piece.from_speed += (is_known ? 0.5 * around.ago : -0.5 * interval) * kFall;
  const Vec3 next = is_finite(around.later) ? (around.later - piece.to) / around.ahead : mean;
  if (length(next) > kResting) piece.pull_after = kFall;
  piece.to_speed = next + (is_finite(around.later) ? -0.5 * around.ahead : 0.5 * interval) * piece.pull_after;
}

// As above for what flies. What slides has at a frame the mean of the velocities before and after it, and nothing pulls
// it. Between the two, what has lost speed has landed and slides on; what has gained it was thrown and flies.
void ParticlePath::infer_grain(Piece& piece, const Around& around, const Piece* before) const {
  const double interval = end_ - begin_;
  const Vec3 mean = (piece.to - piece.from) / interval;
  const bool has_past = is_finite(around.earlier), has_future = is_finite(around.later);
  const Vec3 past = has_past ? (piece.from - around.earlier) / around.ago : mean;
  const Vec3 future = has_future ? (around.later - piece.to) / around.ahead : mean;
  const double ago = has_past ? around.ago : -interval,
               ahead = has_future ? around.ahead : -interval;  // of the middles

  const Change at_first = change(mean - past, (interval + ago) / 2);
  const Change at_second = change(future - mean, (interval + ahead) / 2);
  // late in the frame, which its mean velocity hardly shows
  const bool lands = at_second == Change::turns && length(future) < length(mean);
  const bool turned = before && before->turn >= 0;
  const bool flew = before ? (turned ? before->pull_after : before->pull) == kFall : length(past) > kResting;
  const bool flies = at_first == Change::falls || (flew && (at_first == Change::turns || lands || !has_past));
  piece.pull = flies ? kFall : Vec3{};
  if (at_first == Change::turns && turned)  // as it went on from where it had landed or was thrown
    piece.from_speed = before->to_speed;
  else if (flies)
    piece.from_speed = past + (0.5 * ago) * kFall;
  else if (at_first == Change::slides)
    piece.from_speed = 0.5 * (past + mean);
  else
    piece.from_speed = before ? before->to_speed : past;

  const bool was_thrown = at_second == Change::turns && length(future) > std::max(kResting, length(past));
  if (at_second == Change::falls || was_thrown || (!has_future && length(future) > kResting)) {
    piece.pull_after = kFall;
    piece.to_speed = future - (0.5 * ahead) * kFall;
  } else {
    piece.to_speed = at_second == Change::slides ? 0.5 * (mean + future) : future;
  }
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
      positions[i] = flown(p.from, p.from_speed, t, p.pull);
      velocities[i] = p.from_speed + t * p.pull;
    } else {  // the small gap that is left at the turn closes until the second frame
      const Vec3 gap =
          flown(p.from, p.from_speed, p.turn, p.pull) - flown(p.to, p.to_speed, p.turn - interval, p.pull_after);
      const double left = interval > p.turn ? (interval - t) / (interval - p.turn) : 0;
      positions[i] = flown(p.to, p.to_speed, t - interval, p.pull_after) + left * gap;
      velocities[i] = p.to_speed + (t - interval) * p.pull_after;
    }
  }
}

void ParticlePath::ways(double time, std::vector<Way>& ways) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  ways.clear();
  const double interval = end_ - begin_, t = std::clamp(time - begin_, 0.0, interval), s = t / interval;
  std::vector<Vec3> places, velocities;
  at(time, places, velocities);
  for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
    const Piece& p = pieces_[i];
    if (!is_finite(places[i])) continue;
    if (p.turn < 0) {
      const Vec3 pull = ((6 - 12 * s) / (interval * interval)) * (p.to - p.from) +
                        (1 / interval) * ((6 * s - 4) * p.from_speed + (6 * s - 2) * p.to_speed);
      ways.push_back({i, places[i], velocities[i], pull, kNever, p.to, true});
      continue;
    }
    if (p.turn > 0 && (t < p.turn || p.pull == kFall))
      ways.push_back(
          {i, flown(p.from, p.from_speed, t, p.pull), p.from_speed + t * p.pull, p.pull, p.turn - t, p.to, t == 0});
    if (t >= p.turn) ways.push_back({i, places[i], velocities[i], p.pull_after, kNever, p.to, true});
  }
}

std::size_t ParticlePath::bounces() const {
  return static_cast<std::size_t>(std::ranges::count_if(pieces_, [](const Piece& piece) { return piece.turn >= 0; }));
}

}  // namespace resound
