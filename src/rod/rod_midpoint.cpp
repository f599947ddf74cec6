#include "rod/rod_midpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace resound {
namespace {

constexpr int kMostRounds = 40;
constexpr int kRoundsToFactor = 6;     // a matrix that needs more is made anew
constexpr double kAccuracy = 1e-12;    // [1]  of the velocities
constexpr double kRoundedAway = 1e-6;  // [1]  below it, rounds that do not come nearer tell of rounding

constexpr std::size_t kSlot = RodLanes::kFirst;

}  // namespace

struct RodMidpoint::Middle {
  std::vector<Vec3> velocity;     // [m/s]
  std::vector<double> spin;       // [rad/s]
  RodState state;                 // in the middle of the step
  std::vector<EdgeFrame> frames;  //
  std::vector<Vec3> force;        // [N]    elastic, damped
  std::vector<double> torque;     // [N m]
};

RodMidpoint::RodMidpoint(const ElasticRod& rod)
    : rod_(&rod), order_(rod), band_(order_.size(), order_.half_width()), is_held_(order_.size()) {}

// Forces at the middle. Rates of strain are differences over half a step.
void RodMidpoint::measure(const RodState& from, const std::vector<EdgeFrame>& frames, double step,
                          Middle& middle) const {
  const ElasticRod& rod = *rod_;
  const RodMaterial& material = rod.material();
  const std::size_t count = rod.vertices(), edges = rod.edges().size();
  std::vector<Vec3> shift(count);
  std::vector<double> turn(edges);
  for (std::size_t i = 0; i < count; ++i) shift[i] = step / 2 * middle.velocity[i];
  for (std::size_t i = 0; i < edges; ++i) turn[i] = step / 2 * middle.spin[i];
  middle.state.position = from.position, middle.state.director = from.director, middle.state.twist = from.twist;
  displace(rod, shift, turn, middle.state);
  middle.frames = edge_frames(rod, middle.state);
  middle.force.assign(count, {});
  middle.torque.assign(edges, 0);

  const auto pull = [&](std::size_t edge, const Vec3& by) {
    middle.force[edge] += by;
    middle.force[(edge + 1) % count] -= by;
  };
  for (std::size_t i = 0; i < edges; ++i) {
    const EdgeFrame& frame = middle.frames[i];
    const double rest = rod.edges()[i].length, tension = rod.tension(i, frame.length / rest);
    const double rate = (frame.length - frames[i].length) / (rest * step / 2);  // [1/s]
    pull(i, (tension + material.stretch_damping * rod.edges()[i].stiffness * rate) * frame.t);
    if (tension > 0)
      pull(i,
           material.tension_damping * tension / frame.length * (middle.velocity[(i + 1) % count] - middle.velocity[i]));
  }
  const double bend_rate = 2 * material.bend_damping / step, twist_rate = 2 * material.twist_damping / step;
  for (std::size_t i = rod.is_closed() ? 0 : 1; i < (rod.is_closed() ? count : count - 1); ++i) {
    const std::size_t j = (i + count - 1) % count;
    const RodCell& cell = rod.cells()[i];
    const CellCurvature now = cell_curvature(middle.frames[j], middle.frames[i]);
    const CellCurvature before = cell_curvature(frames[j], frames[i]);
    const CellGradient g = cell_gradient(middle.frames[j], middle.frames[i], now);
    const double s1 = cell.bend1 * (now.kappa1 - cell.natural.kappa1 + bend_rate * (now.kappa1 - before.kappa1));
    const double s2 = cell.bend2 * (now.kappa2 - cell.natural.kappa2 + bend_rate * (now.kappa2 - before.kappa2));
    const double twist = middle.state.twist[i];
    const double m = cell.twist * (twist - cell.natural.twist + twist_rate * (twist - from.twist[i]));
    pull(j, s1 * g.kappa1_before + s2 * g.kappa2_before + m * g.twist_before);
    pull(i, s1 * g.kappa1_after + s2 * g.kappa2_after + m * g.twist_after);
    middle.torque[j] -= s1 * g.kappa1_angle_before + s2 * g.kappa2_angle_before - m;
    middle.torque[i] -= s1 * g.kappa1_angle_after + s2 * g.kappa2_angle_after + m;
  }
}

// M (1 + alpha dt/2) + dt^2/4 (K + 2/dt C)
void RodMidpoint::factor(double step, const Middle& middle) {
  const RodMaterial& material = rod_->material();
  const double quarter = step * step / 4, more = 1 + material.mass_damping * step / 2;
  band_.clear();
  for (std::size_t i = 0; i < rod_->vertices(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      band_.add(order_.of_vertex(i) + k, order_.of_vertex(i) + k, more * rod_->cells()[i].mass);
  for (std::size_t i = 0; i < rod_->edges().size(); ++i)
    band_.add(order_.of_angle(i), order_.of_angle(i), more * rod_->edges()[i].inertia);
  if (!rod_->is_closed()) band_.add(order_.of_angle(rod_->vertices() - 1), order_.of_angle(rod_->vertices() - 1), 1);
  const auto scale = [&](double tau) { return quarter * (1 + 2 * tau / step); };
  add_stiffness(*rod_, order_, middle.frames, is_held_,
                {scale(material.stretch_damping), scale(material.bend_damping), scale(material.twist_damping),
                 scale(material.tension_damping)},
                band_);
  is_factored_ = band_.factor();
}

bool RodMidpoint::solve(RodLanes& lanes, const RodState& from, Middle& middle) {
  const ElasticRod& rod = *rod_;
  const double dt = lanes.numbers().step, alpha = rod.material().mass_damping;
  const std::vector<EdgeFrame> frames = edge_frames(rod, from);
  const VertexView push = lanes.vectors(RodRow::push, lanes.vertices());
  const double* push_torque = lanes.row(RodRow::push_torque) + kSlot;
  std::vector<double> change(order_.size());
  double last = INFINITY, reach = 0;
  for (const Vec3& p : from.position) reach = std::max(reach, length(p));
  const double rounding = std::numeric_limits<double>::epsilon() * reach / dt;  // [m/s]  of the positions
  for (int round = 0; round < kMostRounds; ++round) {
    measure(from, frames, dt, middle);
    double fastest = 0, most = 0;
    for (std::size_t i = 0; i < rod.vertices(); ++i) {
      const std::size_t at = order_.of_vertex(i);
      middle.force[i] += rod.cells()[i].mass * (lanes.numbers().gravity - alpha * middle.velocity[i]) + push[i];
      const Vec3 left = dt / 2 * middle.force[i] - rod.cells()[i].mass * (middle.velocity[i] - from.velocity[i]);
      change[at] = left.x, change[at + 1] = left.y, change[at + 2] = left.z;
    }
    for (std::size_t i = 0; i < rod.edges().size(); ++i) {
      middle.torque[i] += push_torque[i] - alpha * rod.edges()[i].inertia * middle.spin[i];
      change[order_.of_angle(i)] = dt / 2 * middle.torque[i] - rod.edges()[i].inertia * (middle.spin[i] - from.spin[i]);
    }
    for (std::size_t i = 0; i < order_.size(); ++i)
      if (is_held_[i]) change[i] = 0;
    if (!is_factored_) factor(dt, middle);
    if (!is_factored_) return false;
    band_.solve(change);
    for (std::size_t i = 0; i < rod.vertices(); ++i) {
      const std::size_t at = order_.of_vertex(i);
      const Vec3 by{change[at], change[at + 1], change[at + 2]};
      middle.velocity[i] += by;
      most = std::max(most, length(by)), fastest = std::max(fastest, length(middle.velocity[i]));
    }
    for (std::size_t i = 0; i < rod.edges().size(); ++i) {
      const double by = change[order_.of_angle(i)], arm = rod.edges()[i].section.a + rod.edges()[i].section.b;
      middle.spin[i] += by;
      most = std::max(most, arm * std::abs(by)), fastest = std::max(fastest, arm * std::abs(middle.spin[i]));
    }
    if (most <= kAccuracy * fastest + rounding) return true;
    if (round > 2 && most > 0.5 * last && most <= kRoundedAway * fastest) return true;
    if (round == kRoundsToFactor || most > 2 * last) is_factored_ = false;
    last = most;
  }
  return false;
}

void RodMidpoint::step(RodLanes& lanes) {
  const ElasticRod& rod = *rod_;
  const std::size_t count = rod.vertices(), edges = rod.edges().size();
  const double dt = lanes.numbers().step;
  RodState from = lanes.store();
  std::vector<bool> is_held(order_.size());
  if (!rod.is_closed()) is_held[order_.of_angle(count - 1)] = true;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (lanes.row(RodRow::gain)[kSlot + i] == 0) is_held[order_.of_vertex(i) + k] = true;
  for (std::size_t i = 0; i < edges; ++i)
    if (lanes.row(RodRow::spin_gain)[kSlot + i] == 0) is_held[order_.of_angle(i)] = true;
  if (is_held != is_held_) is_factored_ = false, is_held_ = is_held;

  Middle middle;
  middle.velocity = from.velocity, middle.spin = from.spin;
  bool is_solved = solve(lanes, from, middle);
  if (!is_solved) {  // once more from the beginning with a matrix of its own
    is_factored_ = false;
    middle.velocity = from.velocity, middle.spin = from.spin;
    is_solved = solve(lanes, from, middle);
  }
  if (!is_solved) throw UnstableError("the implicit step of a rod finds no solution; take a smaller step");

  // the second half
  std::vector<Vec3> shift(count);
  std::vector<double> turn(edges);
  RodState to = middle.state;
  to.velocity.resize(count), to.spin.resize(edges);
  for (std::size_t i = 0; i < count; ++i) {
    shift[i] = from.position[i] + dt * middle.velocity[i] - to.position[i];
    to.velocity[i] = is_held_[order_.of_vertex(i)] ? from.velocity[i] : 2 * middle.velocity[i] - from.velocity[i];
  }
  for (std::size_t i = 0; i < edges; ++i) {
    turn[i] = dt / 2 * middle.spin[i];
    to.spin[i] = is_held_[order_.of_angle(i)] ? 0 : 2 * middle.spin[i] - from.spin[i];
  }
  displace(rod, shift, turn, to);
  lanes.load(rod, to);
  const VertexView force = lanes.vectors(RodRow::force, count), push = lanes.vectors(RodRow::push, count);
  for (std::size_t i = 0; i < count; ++i) force.set(i, middle.force[i]), push.set(i, {});
  std::fill_n(lanes.row(RodRow::push_torque) + kSlot, edges, 0.0);
}

}  // namespace resound
