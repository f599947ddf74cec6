#include "rod_probe.h"

#include <Eigen/Dense>
#include <cmath>

#include "numerics/pi.h"
#include "numerics/random_stream.h"
#include "rod/rod_frame.h"

namespace resound {
namespace {

Vec3 shake(RandomStream& random, double size) {
  return size * Vec3{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
}

}  // namespace

ElasticRod random_rod(bool is_closed, const RodMaterial& material, int seed) {
  RandomStream random(static_cast<std::uint64_t>(seed), 1, 1);
  RodShape shape;
  const int count = 11;
  for (int i = 0; i < count; ++i) {
    const double at = kTurn * i / count;
    shape.vertices.push_back(is_closed ? Vec3{std::cos(at), std::sin(at), 0} + shake(random, 0.3)
                                       : Vec3{0.3 * i, 0, 0} + shake(random, 0.3));
  }
  shape.is_closed = is_closed;
  shape = turned(shape, 0.3, 4);
  std::vector<RodSection> sections =
      tapered({.a = 0.05, .b = 0.03}, {.a = 0.03, .b = 0.04}, static_cast<int>(shape.edges()));
  return {shape, sections, material};
}

RodState random_state(const ElasticRod& rod, double size, int seed) {
  RandomStream random(static_cast<std::uint64_t>(seed), 2, 1);
  std::vector<Vec3> shift;
  std::vector<double> turn;
  for (std::size_t i = 0; i < rod.vertices(); ++i) shift.push_back(shake(random, size));
  for (std::size_t i = 0; i < rod.edges().size(); ++i) turn.push_back(6 * size * (random.uniform() - 0.5));
  return displaced(rod, at_rest(rod), shift, turn);
}

RodState displaced(const ElasticRod& rod, RodState state, const std::vector<Vec3>& shift,
                   const std::vector<double>& turn) {
  const std::size_t count = rod.vertices(), edges = rod.edges().size();
  std::vector<Vec3> before;
  for (std::size_t i = 0; i < edges; ++i) before.push_back(state.position[(i + 1) % count] - state.position[i]);
  for (std::size_t i = 0; i < count; ++i) state.position[i] += shift[i];
  std::vector<EdgeFrame> frames;
  for (std::size_t i = 0; i < edges; ++i) {
    const Vec3 edge = state.position[(i + 1) % count] - state.position[i];
    const Vec3 t = normalized(edge);
    const Vec3 carried = transported(state.director[i], normalized(before[i]), t);
    state.director[i] = made_normal(turned_about(carried, t, turn[i]), t);
    frames.push_back(edge_frame(edge, state.director[i]));
  }
  for (std::size_t i = rod.is_closed() ? 0 : 1; i < (rod.is_closed() ? count : count - 1); ++i)
    state.twist[i] = unwrapped(twist_between(frames[(i + count - 1) % count], frames[i]), state.twist[i]);
  return state;
}

std::vector<double> omega_squared(const ElasticRod& rod, const RodState& about, const HeldRod& held) {
  const std::size_t count = rod.vertices(), edges = rod.edges().size(), size = 3 * count + edges;
  std::vector<double> inertia;
  for (const RodCell& cell : rod.cells()) inertia.insert(inertia.end(), 3, cell.mass);
  for (const RodEdge& edge : rod.edges()) inertia.push_back(edge.inertia);
  std::vector<bool> is_held(size);
  for (const int v : held.vertices)
    for (std::size_t k = 0; k < 3; ++k) is_held[3 * static_cast<std::size_t>(v) + k] = true;
  for (const int e : held.angles) is_held[3 * count + static_cast<std::size_t>(e)] = true;
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < size; ++i)
    if (!is_held[i]) free.push_back(i);

  Eigen::MatrixXd k(free.size(), free.size());
  for (std::size_t j = 0; j < free.size(); ++j) {
    const auto answer = [&](double h) {
      std::vector<Vec3> shift(count);
      std::vector<double> turn(edges);
      const std::size_t dof = free[j];
      if (dof >= 3 * count)
        turn[dof - 3 * count] = h;
      else
        (dof % 3 == 0 ? shift[dof / 3].x : dof % 3 == 1 ? shift[dof / 3].y : shift[dof / 3].z) = h;
      const RodForces f = elastic_forces(rod, displaced(rod, about, shift, turn));
      std::vector<double> all;
      for (const Vec3& v : f.force) all.insert(all.end(), {v.x, v.y, v.z});
      all.insert(all.end(), f.torque.begin(), f.torque.end());
      return all;
    };
    const double h = free[j] >= 3 * count ? 1e-4 : 1e-5 * rod.edges()[0].length;
    const std::vector<double> ahead = answer(h), behind = answer(-h);
    for (std::size_t i = 0; i < free.size(); ++i)
      k(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          (behind[free[i]] - ahead[free[i]]) / (2 * h * std::sqrt(inertia[free[i]] * inertia[free[j]]));
  }
  const Eigen::MatrixXd symmetric = (k + k.transpose()) / 2;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().data(), solver.eigenvalues().data() + solver.eigenvalues().size()};
}

std::vector<double> frequencies(const ElasticRod& rod, const RodState& about, const HeldRod& held) {
  std::vector<double> hertz;
  for (const double square : omega_squared(rod, about, held))
    if (square > 0) hertz.push_back(std::sqrt(square) / kTurn);
  return hertz;
}

double line_near(const std::vector<double>& signal, double step, double expected) {
  const std::size_t half = signal.size() / 2;
  const auto level = [&](double hertz, std::size_t from) {  // Hann's window over half of the signal
    double re = 0, im = 0;
    for (std::size_t i = 0; i < half; ++i) {
      const double w = 1 - std::cos(kTurn * (static_cast<double>(i) + 0.5) / static_cast<double>(half));
      const double phase = kTurn * hertz * step * static_cast<double>(i + from);
      re += w * signal[i + from] * std::cos(phase), im -= w * signal[i + from] * std::sin(phase);
    }
    return std::pair{std::hypot(re, im), std::atan2(im, re)};
  };
  // coarse search about the expected line, then the advance of phase from the first half to the second
  double best = expected;
  const double bin = 1 / (static_cast<double>(half) * step);
  for (int k = -16; k <= 16; ++k)
    if (level(expected + k * bin / 4, 0).first > level(best, 0).first) best = expected + k * bin / 4;
  for (int round = 0; round < 3; ++round) {
    const double turn = std::remainder(level(best, half).second - level(best, 0).second, kTurn);
    best += turn / (kTurn * static_cast<double>(half) * step);
  }
  return best;
}

}  // namespace resound
