#include "solid_probe.h"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "base/aligned_numbers.h"
#include "numerics/blas.h"

namespace resound {

NodeVectors forces_of(const ElasticSolid& solid, const NodeVectors& position) {
  NodeVectors scratch(solid.element_force_size()), force(position.size());
  solid.forces(position, scratch, force);
  return force;
}
NodeVectors forces_of(const ElasticSolid& solid, const NodeVectors& before, const NodeVectors& position, double step) {
  NodeVectors scratch(solid.element_force_size()), force(position.size());
  AlignedNumbers strains(solid.strain_size());
  for (const NodeVectors* at : {&before, &position})
    solid.compute({0, solid.batches()}, *at, {strains.all(), step}, scratch);
  for (std::size_t part = 0; part < solid.node_parts(); ++part) solid.gather(part, scratch, force);
  return force;
}

Vec3 sum_of(const NodeVectors& vectors) {
  Vec3 sum;
  for (std::size_t node = 0; node < vectors.size() / kNodeStride; ++node) sum += vector_at(vectors, node);
  return sum;
}
Vec3 moment_of(const NodeVectors& position, const NodeVectors& vectors) {
  Vec3 sum;
  for (std::size_t node = 0; node < vectors.size() / kNodeStride; ++node)
    sum += cross(vector_at(position, node), vector_at(vectors, node));
  return sum;
}
double largest_of(const NodeVectors& vectors) {
  double largest = 0;
  for (const double x : vectors) largest = std::max(largest, std::abs(x));
  return largest;
}

NodeVectors shaken(std::size_t nodes, double size, int seed) {
  RandomStream random(static_cast<std::uint64_t>(seed), 0, 0);
  NodeVectors result(kNodeStride * nodes);
  for (std::size_t i = 0; i < result.size(); ++i)
    if (i % kNodeStride != 3) result[i] = random.uniform(-size, size);
  return result;
}

Matrix3 turn_about(const Vec3& axis, double angle) {
  const auto turned = [&](const Vec3& e) {  // Rodrigues
    return std::cos(angle) * e + std::sin(angle) * cross(axis, e) + (1 - std::cos(angle)) * dot(axis, e) * axis;
  };
  const Vec3 x = turned({1, 0, 0}), y = turned({0, 1, 0}), z = turned({0, 0, 1});
  return {Vec3{x.x, y.x, z.x}, Vec3{x.y, y.y, z.y}, Vec3{x.z, y.z, z.z}};
}
NodeVectors moved(const NodeVectors& x, const Matrix3& turn, const Vec3& shift) {
  NodeVectors result(x.size());
  for (std::size_t node = 0; node < x.size() / kNodeStride; ++node) {
    const Vec3 p = vector_at(x, node);
    set_vector(result, node, Vec3{dot(turn[0], p), dot(turn[1], p), dot(turn[2], p)} + shift);
  }
  return result;
}
NodeVectors plus(NodeVectors a, const NodeVectors& b, double scale) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += scale * b[i];
  return a;
}

namespace {

// Free coordinates of a solid, and how one reads its stiffness column by column.
struct FreeStiffness {
  FreeStiffness(const ElasticSolid& s, const std::vector<int>& held) : solid(s), rest(s.rest()) {
    const std::set<int> still(held.begin(), held.end());
    for (std::size_t node = 0; node < s.nodes(); ++node)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (!still.contains(static_cast<int>(node))) place.push_back(kNodeStride * node + axis);
    for (const std::size_t p : place) scale.push_back(1 / std::sqrt(s.mass()[p / kNodeStride]));
  }
  // Column j of M^-1/2 K M^-1/2 for each j of `columns`, which must not share an element's neighbourhood.
  NodeVectors column(const std::vector<std::size_t>& columns) const {
    const double h = 1e-8;  // [m]
    NodeVectors ahead = rest, behind = rest;
    for (const std::size_t j : columns) ahead[place[j]] += h, behind[place[j]] -= h;
    NodeVectors k = forces_of(solid, behind);
    const NodeVectors f = forces_of(solid, ahead);
    for (std::size_t i = 0; i < k.size(); ++i) k[i] = (k[i] - f[i]) / (2 * h);
    return k;
  }
  const ElasticSolid& solid;
  NodeVectors rest;
  std::vector<std::size_t> place;
  std::vector<double> scale;
};

}  // namespace

DenseModes dense_modes(const ElasticSolid& solid, const std::vector<int>& held) {
  const OneBlasThread alone;
  const FreeStiffness free(solid, held);
  const int n = static_cast<int>(free.place.size());
  std::vector<double> a(static_cast<std::size_t>(n) * n);
  for (int j = 0; j < n; ++j) {
    const NodeVectors k = free.column({static_cast<std::size_t>(j)});
    for (int i = 0; i < n; ++i) {
      const double value = 0.5 * k[free.place[i]] * free.scale[i] * free.scale[j];
      a[static_cast<std::size_t>(j) * n + i] += value;
      a[static_cast<std::size_t>(i) * n + j] += value;
    }
  }
  DenseModes modes;
  modes.omega.resize(n);
  int work_size = -1, integer_size = -1, integer_wanted = 0, info = 0;
  double wanted = 0;
  dsyevd_("V", "U", &n, a.data(), &n, modes.omega.data(), &wanted, &work_size, &integer_wanted, &integer_size, &info);
  work_size = static_cast<int>(wanted), integer_size = integer_wanted;
  std::vector<double> work(work_size);
  std::vector<int> integers(integer_size);
  dsyevd_("V", "U", &n, a.data(), &n, modes.omega.data(), work.data(), &work_size, integers.data(), &integer_size,
          &info);
  for (int m = 0; m < n; ++m) {
    modes.omega[m] = std::sqrt(std::max(0.0, modes.omega[m]));
    std::vector<double> u(free.rest.size());
    for (int i = 0; i < n; ++i) u[free.place[i]] = a[static_cast<std::size_t>(m) * n + i] * free.scale[i];
    modes.motion.push_back(std::move(u));
  }
  return modes;
}

// Columns that no element couples are read together (colouring of the nodes by distance two in the mesh, found from
// one probe: which nodes answer to which).
FewModes lowest_modes(const ElasticSolid& solid, const std::vector<int>& held, int count) {
  const FreeStiffness free(solid, held);
  const std::size_t n = free.place.size();
  std::vector<int> index(free.rest.size(), -1);
  for (std::size_t i = 0; i < n; ++i) index[free.place[i]] = static_cast<int>(i);

  // neighbours: who answers when a node moves
  const std::size_t nodes = solid.nodes();
  std::vector<std::vector<int>> near(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    NodeVectors x = free.rest;
    for (std::size_t axis = 0; axis < 3; ++axis)
      x[kNodeStride * node + axis] += 1e-7 * (1 + 0.3 * static_cast<double>(axis));
    const NodeVectors f = forces_of(solid, x);
    const double largest = largest_of(f);
    for (std::size_t other = 0; other < nodes; ++other)
      if (length(vector_at(f, other)) > 1e-7 * largest) near[node].push_back(static_cast<int>(other));
  }
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<int> colour(nodes, -1);
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t node = 0; node < nodes; ++node) {
    std::set<int> taken;
    for (const int a : near[node])
      for (const int b : near[a]) taken.insert(colour[b]);
    int c = 0;
    while (taken.contains(c)) ++c;
    colour[node] = c;
    if (c == static_cast<int>(groups.size())) groups.emplace_back();
    groups[c].push_back(node);
  }
  for (const auto& group : groups)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<std::size_t> columns;
      for (const std::size_t node : group)
        if (const int j = index[kNodeStride * node + axis]; j >= 0) columns.push_back(static_cast<std::size_t>(j));
      if (columns.empty()) continue;
      const NodeVectors k = free.column(columns);
      for (const std::size_t j : columns)
        for (const int other : near[free.place[j] / kNodeStride])
          for (std::size_t b = 0; b < 3; ++b) {
            const int i = index[kNodeStride * static_cast<std::size_t>(other) + b];
            if (i < 0) continue;
            const double value =
                0.5 * k[kNodeStride * static_cast<std::size_t>(other) + b] * free.scale[i] * free.scale[j];
            entries.emplace_back(i, static_cast<int>(j), value);
            entries.emplace_back(static_cast<int>(j), i, value);
          }
    }
  Eigen::SparseMatrix<double> a(static_cast<int>(n), static_cast<int>(n));
  a.setFromTriplets(entries.begin(), entries.end());

  // subspace iteration; a small shift lets a free body's rigid motions be solved for too
  const double shift = held.empty() ? std::pow(2 * std::numbers::pi * 10, 2) : 0;
  Eigen::SparseMatrix<double> shifted = a;
  for (int i = 0; i < a.rows(); ++i) shifted.coeffRef(i, i) += shift;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(shifted);
  const int block = std::min(static_cast<int>(n), 2 * count + 8);
  Eigen::MatrixXd q(static_cast<int>(n), block);
  RandomStream random(7, 0, 0);
  for (int j = 0; j < block; ++j)
    for (int i = 0; i < q.rows(); ++i) q(i, j) = random.normal();
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> small;
  Eigen::VectorXd last = Eigen::VectorXd::Zero(count);
  for (int round = 0; round < 60; ++round) {
    q = factor.solve(q).eval();
    q = Eigen::HouseholderQR<Eigen::MatrixXd>(q).householderQ() * Eigen::MatrixXd::Identity(q.rows(), block);
    small.compute(q.transpose() * (a * q));
    q = (q * small.eigenvectors()).eval();
    const Eigen::VectorXd now = small.eigenvalues().head(count);
    if ((now - last).cwiseAbs().maxCoeff() < 1e-8 * now.cwiseAbs().maxCoeff()) break;
    last = now;
  }
  FewModes modes;
  for (int m = 0; m < count; ++m) {
    modes.frequency.push_back(std::sqrt(std::max(0.0, small.eigenvalues()[m])) / (2 * std::numbers::pi));
    NodeVectors u(free.rest.size());
    for (std::size_t i = 0; i < n; ++i) u[free.place[i]] = q(static_cast<int>(i), m) * free.scale[i];
    modes.motion.push_back(std::move(u));
  }
  return modes;
}

}  // namespace resound
