#include "plain_grains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <random>

namespace resound::bench {
namespace {

constexpr double kSpacing = 1.25, kContactTime = 0.05, kNever = 1e300;
constexpr int kCellEvent = -10;  // and below: -10 - side

struct PlainBall {
  std::array<double, 3> x, v;
  double time = 0, last = -1;
  std::array<int, 3> cell{};
  unsigned changes = 0;
};

struct PlainEvent {
  double time;
  int ball, other;  // other: a ball, a wall (-1 .. -6), or a side of the cell
  unsigned changes, other_changes;
  bool operator<(const PlainEvent& b) const { return time > b.time; }
};

// First t >= 0 with d + v t + a t^2/2 = 0 on the way down.
double to_plane(double d, double v, double a) {
  if (a == 0) return v < 0 ? std::max(0.0, -d / v) : kNever;
  if (d <= 0) return v < 0 ? 0 : a < 0 ? -2 * v / a : kNever;
  const double discriminant = v * v - 2 * a * d;
  if (discriminant < 0) return kNever;
  const double root = std::sqrt(discriminant);
  return a < 0 ? (v + root) / -a : v < 0 ? 2 * d / (root - v) : kNever;
}

}  // namespace

GrainBoxStart grain_box(const GrainBoxCase& what) {
  const int side = std::max(8, static_cast<int>(std::lround(std::cbrt(what.count / 2.0))));
  GrainBoxStart start;
  start.width = side * kSpacing;
  std::mt19937 random(1);
  std::normal_distribution<> normal;
  std::uniform_real_distribution<> shake(-0.1, 0.1);
  for (int i = 0; i < what.count; ++i) {
    start.x.push_back(kSpacing * (i % side + 0.5) + shake(random));
    start.y.push_back(kSpacing * (i / side % side + 0.5) + shake(random));
    start.z.push_back(0.7 + kSpacing * (i / side / side) + shake(random));
    start.vx.push_back(normal(random));
    start.vy.push_back(normal(random));
    start.vz.push_back(normal(random));
    start.top = std::max(start.top, start.z.back() + 1);
  }
  return start;
}

struct PlainGrains::Model {
  GrainBoxStart start;
  double gravity, restitution, contact_time, cell_size, now = 0;
  std::array<int, 3> cells{};
  std::vector<PlainBall> balls;
  std::vector<std::vector<int>> inside;
  std::priority_queue<PlainEvent> events;
  std::int64_t done = 0;

  explicit Model(const GrainBoxCase& what)
      : start(grain_box(what)),
        gravity(what.gas ? 0 : -1),
        restitution(what.gas ? 1 : 0.9),
        contact_time(what.gas ? 0 : kContactTime) {
    cell_size = (start.width + 0.02) / std::floor(start.width);
    const int wide = static_cast<int>(start.width) + 1, high = static_cast<int>(1.3 * start.top) + 4;
    cells = {wide, wide, high};
    inside.resize(static_cast<std::size_t>(wide) * wide * high);
    balls.resize(start.x.size());
    for (std::size_t i = 0; i < balls.size(); ++i) {
      PlainBall& ball = balls[i];
      ball.x = {start.x[i], start.y[i], start.z[i]};
      ball.v = {start.vx[i], start.vy[i], start.vz[i]};
      for (int d = 0; d < 3; ++d) ball.cell[d] = std::clamp(static_cast<int>(ball.x[d] / cell_size), 0, cells[d] - 1);
      inside[index(ball.cell)].push_back(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < balls.size(); ++i) predict(static_cast<int>(i));
  }
  std::size_t index(const std::array<int, 3>& c) const {
    return (static_cast<std::size_t>(c[2]) * cells[1] + c[1]) * cells[0] + c[0];
  }
  void bring(PlainBall& ball, double time) const {
    const double dt = time - ball.time;
    for (int d = 0; d < 3; ++d) ball.x[d] += ball.v[d] * dt;
    ball.x[2] += 0.5 * gravity * dt * dt;
    ball.v[2] += gravity * dt;
    ball.time = time;
  }
  double meeting(PlainBall a, PlainBall b) const {
    const double begin = std::max(a.time, b.time);
    bring(a, begin);
    bring(b, begin);
    double rv = 0, rr = 0, vv = 0;
    for (int d = 0; d < 3; ++d) {
      const double r = a.x[d] - b.x[d], v = a.v[d] - b.v[d];
      rv += r * v;
      rr += r * r;
      vv += v * v;
    }
    if (rv >= 0) return kNever;
    const double c = rr - 1;
    if (c <= 0) return begin;
    const double discriminant = rv * rv - vv * c;
    return discriminant < 0 ? kNever : begin + c / (std::sqrt(discriminant) - rv);
  }
  void predict(int i) {
    PlainBall& a = balls[i];
    bring(a, now);
    double first = kNever;
    int what = -1;
    const auto consider = [&](double t, int other) {
      if (t < first) first = t, what = other;
    };
    for (int d = 0; d < 2; ++d) {
      consider(to_plane(a.x[d], a.v[d], 0), -1 - 2 * d);
      consider(to_plane(start.width - a.x[d], -a.v[d], 0), -2 - 2 * d);
    }
    consider(to_plane(a.x[2] - 0.5, a.v[2], gravity), -5);
    if (gravity == 0) consider(to_plane(start.top - a.x[2] - 0.5, -a.v[2], 0), -6);
    for (int d = 0; d < 3; ++d) {
      const double low = a.cell[d] * cell_size, g = d == 2 ? gravity : 0;
      if (a.cell[d] > 0) consider(to_plane(a.x[d] - low, a.v[d], g), kCellEvent - 2 * d);
      if (a.cell[d] < cells[d] - 1) consider(to_plane(low + cell_size - a.x[d], -a.v[d], -g), kCellEvent - 2 * d - 1);
    }
    events.push({now + first, i, what, a.changes, 0});
    for (int z = std::max(0, a.cell[2] - 1); z <= std::min(cells[2] - 1, a.cell[2] + 1); ++z)
      for (int y = std::max(0, a.cell[1] - 1); y <= std::min(cells[1] - 1, a.cell[1] + 1); ++y)
        for (int x = std::max(0, a.cell[0] - 1); x <= std::min(cells[0] - 1, a.cell[0] + 1); ++x)
          for (const int j : inside[index({x, y, z})]) {
            if (j == i) continue;
            const double t = meeting(a, balls[j]);
            if (t < kNever) events.push({t, i, j, a.changes, balls[j].changes});
          }
  }
  double bounce(double last) const { return now - last < contact_time ? 1 : restitution; }
  void collide(int i, int j) {
    PlainBall &a = balls[i], &b = balls[j];
    bring(b, now);
    std::array<double, 3> n{};
    double rr = 0, rv = 0;
    for (int d = 0; d < 3; ++d) {
      n[d] = a.x[d] - b.x[d];
      rr += n[d] * n[d];
    }
    for (int d = 0; d < 3; ++d) {
      n[d] /= std::sqrt(rr);
      rv += n[d] * (a.v[d] - b.v[d]);
    }
    const double push = -0.5 * (1 + bounce(std::max(a.last, b.last))) * rv;
    for (int d = 0; d < 3; ++d) {
      a.v[d] += push * n[d];
      b.v[d] -= push * n[d];
    }
    a.last = b.last = now;
    ++a.changes;
    ++b.changes;
    predict(i);
    predict(j);
    ++done;
  }
  void step() {
    const PlainEvent event = events.top();
    events.pop();
    PlainBall& a = balls[event.ball];
    if (event.changes != a.changes || (event.other >= 0 && event.other_changes != balls[event.other].changes)) return;
    now = event.time;
    bring(a, now);
    if (event.other >= 0) return collide(event.ball, event.other);
    if (event.other > kCellEvent) {
      const int d = event.other <= -5 ? 2 : (-event.other - 1) / 2;
      a.v[d] *= -bounce(a.last);
      a.last = now;
      ++done;
    } else {
      const int side = kCellEvent - event.other;
      std::vector<int>& list = inside[index(a.cell)];
      list.erase(std::find(list.begin(), list.end(), event.ball));
      a.cell[side / 2] += side % 2 ? 1 : -1;
      inside[index(a.cell)].push_back(event.ball);
    }
    ++a.changes;
    predict(event.ball);
  }
};

PlainGrains::PlainGrains(const GrainBoxCase& what) : model_(std::make_unique<Model>(what)) {}
PlainGrains::~PlainGrains() = default;

void PlainGrains::run(std::int64_t collisions) {
  for (const std::int64_t end = model_->done + collisions; model_->done < end;) model_->step();
}

}  // namespace resound::bench
