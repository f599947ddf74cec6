#include "rod/rod_settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "rod/rod_tangent.h"

namespace resound {
namespace {

constexpr int kMostSteps = 5000;
constexpr double kSmall = 1e-9;        // [1]  residual over load
constexpr double kLongestStep = 0.25;  // [1]  of an edge
constexpr double kLongestTurn = 0.5;   // [rad]

std::vector<bool> held_places(const ElasticRod& rod, const RodOrder& order, const RodLoad& load) {
  std::vector<bool> is_held(order.size());
  for (const int v : load.held) {
    if (v < 0 || v >= static_cast<int>(rod.vertices()))
      throw InputError(fmt::format("the rod has no vertex {}; its vertices are 0 to {}", v, rod.vertices() - 1));
    for (std::size_t k = 0; k < 3; ++k) is_held[order.of_vertex(static_cast<std::size_t>(v)) + k] = true;
  }
  for (const int e : load.held_angles) {
    if (e < 0 || e >= static_cast<int>(rod.edges().size()))
      throw InputError(fmt::format("the rod has no edge {}; its edges are 0 to {}", e, rod.edges().size() - 1));
    is_held[order.of_angle(static_cast<std::size_t>(e))] = true;
  }
  if (!rod.is_closed()) is_held[order.of_angle(rod.vertices() - 1)] = true;  // there is no such edge
  return is_held;
}

// One state on the way, with the forces that are left.
struct Attempt {
  RodState state;
  RodForces left;
  double energy = 0;    // [J]  elastic and of the loads
  double residual = 0;  // [N]  greatest of a free vertex; torques count over an edge's length
};

}  // namespace

Settled settle(const ElasticRod& rod, RodState from, const RodLoad& load) {
  const RodOrder order(rod);
  const std::vector<bool> is_held = held_places(rod, order, load);
  const std::size_t count = rod.vertices(), edges = rod.edges().size();
  from.velocity.assign(count, {});
  from.spin.assign(edges, 0);

  double least_edge = rod.edges()[0].length, scale = 0, stiffest = 0;
  for (const RodEdge& edge : rod.edges()) {
    least_edge = std::min(least_edge, edge.length);
    stiffest = std::max(stiffest, edge.stiffness / edge.length);
  }
  double reach = 0;  // [m]  places are rounded to parts of it, and forces no better than they
  for (const Vec3& p : from.position) reach = std::max(reach, length(p));
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * reach * stiffest;  // [N]
  const auto load_on = [&](std::size_t i) {
    return rod.cells()[i].mass * load.gravity + (load.force.empty() ? Vec3{} : load.force[i]);
  };
  const auto measure = [&](Attempt& at) {
    at.left = elastic_forces(rod, at.state);
    at.energy = rod.energy(at.state).elastic();
    at.residual = 0;
    for (std::size_t i = 0; i < count; ++i) {
      scale = std::max(scale, length(at.left.force[i]));
      at.left.force[i] += load_on(i);
      at.energy -= dot(load_on(i), at.state.position[i] - rod.shape().vertices[i]);
      if (!is_held[order.of_vertex(i)]) at.residual = std::max(at.residual, length(at.left.force[i]));
    }
    for (std::size_t i = 0; i < edges; ++i)
      if (!is_held[order.of_angle(i)])
        at.residual = std::max(at.residual, std::abs(at.left.torque[i]) / rod.edges()[i].length);
  };

  RodBand band(order.size(), order.half_width());
  std::vector<double> move(order.size());
  std::vector<Vec3> shift(count);
  std::vector<double> turn(edges);
  Attempt now{std::move(from), {}, 0, 0};
  measure(now);
  double softness = 1e-6;  // [s^2]  square of the step of implicit Euler, which takes no speed with it
  for (int step = 0; step < kMostSteps && now.residual > kSmall * scale + rounding; ++step) {
    band.clear();
    for (std::size_t i = 0; i < order.size(); ++i)
      if (is_held[i]) band.add(i, i, 1), move[i] = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = order.of_vertex(i);
      if (is_held[at]) continue;
      for (std::size_t k = 0; k < 3; ++k) band.add(at + k, at + k, rod.cells()[i].mass / softness);
      move[at] = now.left.force[i].x, move[at + 1] = now.left.force[i].y, move[at + 2] = now.left.force[i].z;
    }
    for (std::size_t i = 0; i < edges; ++i) {
      const std::size_t at = order.of_angle(i);
      if (is_held[at]) continue;
      band.add(at, at, rod.edges()[i].inertia / softness);
      move[at] = now.left.torque[i];
    }
    add_stiffness(rod, order, edge_frames(rod, now.state), is_held, {}, band);
    if (!band.factor()) break;
    band.solve(move);

    double longest = 0, most_turned = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = order.of_vertex(i);
      shift[i] = {move[at], move[at + 1], move[at + 2]};
      longest = std::max(longest, length(shift[i]));
    }
    for (std::size_t i = 0; i < edges; ++i)
      most_turned = std::max(most_turned, std::abs(turn[i] = move[order.of_angle(i)]));
    const double part = 1 / std::max({1.0, longest / (kLongestStep * least_edge), most_turned / kLongestTurn});
    for (Vec3& v : shift) v *= part;
    for (double& a : turn) a *= part;

    Attempt next{now.state, {}, 0, 0};
    displace(rod, shift, turn, next.state);
    measure(next);
    if (next.energy <= now.energy + 1e-12 * std::abs(now.energy) || next.residual < now.residual) {
      now = std::move(next);
      softness = std::min(softness * 4, 1e6);
    } else {
      softness /= 16;
      if (softness < 1e-30) break;
    }
  }
  const double residual = scale > 0 ? now.residual / scale : 0;
  return {std::move(now.state), residual, now.residual <= 1e-6 * scale + rounding};
}

}  // namespace resound
