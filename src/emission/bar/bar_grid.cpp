#include "emission/bar/bar_grid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace resound {
namespace {

double* row0(LiftedRows& rows) { return rows[kHaloRows].node.data(); }
const double* row0(const LiftedRows& rows) { return rows[kHaloRows].node.data(); }

}  // namespace

BarGrid::BarGrid(const BarScheme& scheme)
    : scheme_(scheme),
      rows_(std::max<std::size_t>(2, (static_cast<std::size_t>(scheme.intervals) + 2 + kStretches) / kStretches)) {
  const double k = scheme.step, h = scheme.spacing, mu = scheme.mu(), denominator = 1 + scheme.loss.sigma0 * k;
  const double bending = mu * mu / denominator, damping = 2 * scheme.loss.sigma1 * k / (h * h) / denominator;
  factors_ = {.centre = 2 / denominator - 6 * bending - 2 * damping,
              .beside = 4 * bending + damping,
              .beyond = -bending,
              .old_centre = -(1 - scheme.loss.sigma0 * k) / denominator + 2 * damping,
              .old_beside = -damping,
              .inverse_step_squared = 1 / (k * k)};
  ends_ = {ghosts(scheme.bar.left, 0, 1), ghosts(scheme.bar.right, scheme.intervals, -1)};
  right_ghosts_ = {frame_index(scheme.intervals + 1), frame_index(scheme.intervals + 2)};
  now_.resize(rows_ + 2 * kHaloRows);
  before_.resize(rows_ + 2 * kHaloRows);
}

// The first ghost makes the row beside the end right: it is the mirror image at a clamp (+) or a support (-), and the
// straight continuation of a free end. The second is then what makes an inner row, applied at the end itself, give
// what the scheme's own row gives there.
BarGrid::Ghosts BarGrid::ghosts(BarEnd end, int end_node, int inward) const {
  Ghosts g;
  for (int i = 0; i < 3; ++i) g.inside[static_cast<std::size_t>(i)] = frame_index(end_node + inward * i);
  g.held = end != BarEnd::free;
  g.first = end == BarEnd::free ? std::array{2.0, -1.0} : std::array{0.0, end == BarEnd::clamped ? 1.0 : -1.0};

  // the row of the end as the scheme has it, as weights on u_0, u_1, u_2 and on u-_0, u-_1
  SchemeRow row = scheme_row(scheme_, end_node);
  if (inward < 0) std::ranges::reverse(row.bending), std::ranges::reverse(row.laplacian);
  const StepFactors& f = factors_;
  const double damping = -f.old_beside;
  std::array<double, 3> wanted{};
  std::array<double, 2> wanted_before{};
  for (std::size_t i = 0; i < 3; ++i) wanted[i] = f.beyond * row.bending[i + 2] + damping * row.laplacian[i + 2];
  for (std::size_t i = 0; i < 2; ++i) wanted_before[i] = -damping * row.laplacian[i + 2];
  if (!g.held) {
    wanted[0] += f.centre - 6 * f.beyond + 2 * damping;  // 2 / (1 + sigma0 k)
    wanted_before[0] += f.old_centre - 2 * damping;
  }
  g.second = {(wanted[0] - f.centre - f.beside * g.first[0]) / f.beyond,
              (wanted[1] - f.beside * (1 + g.first[1])) / f.beyond, wanted[2] / f.beyond - 1};
  g.second_before = {(wanted_before[0] - f.old_centre - f.old_beside * g.first[0]) / f.beyond,
                     (wanted_before[1] - f.old_beside * (1 + g.first[1])) / f.beyond};
  return g;
}

LeftGhosts BarGrid::raise_ghosts() {
  double* u = row0(now_);
  const double* p = row0(before_);
  const auto raise = [&](const Ghosts& g) {
    const double u0 = u[g.inside[0]], u1 = u[g.inside[1]], u2 = u[g.inside[2]];
    return LeftGhosts{g.first[0] * u0 + g.first[1] * u1, g.second[0] * u0 + g.second[1] * u1 + g.second[2] * u2 +
                                                             g.second_before[0] * p[g.inside[0]] +
                                                             g.second_before[1] * p[g.inside[1]]};
  };
  const LeftGhosts right = raise(ends_[1]);
  u[right_ghosts_[0]] = right.first;
  u[right_ghosts_[1]] = right.second;
  return raise(ends_[0]);
}

GridPoint BarGrid::point_at(double x) const {
  const double place = std::clamp(x / scheme_.spacing, 0.0, static_cast<double>(scheme_.intervals));
  const int node = std::min(static_cast<int>(place), scheme_.intervals - 1);
  const double share = place - node;
  return {frame_index(node),         frame_index(node + 1), 1 - share, share, (1 - share) * mobility(node),
          share * mobility(node + 1)};
}

// Acceleration of a node by a force: 1 / (rho A h (1 + sigma0 k)), twice as much for the half cell at a free end.
double BarGrid::mobility(int node) const {
  const double share = scheme_row(scheme_, node).mass_share;
  if (share == 0) return 0;
  return 1 / (share * scheme_.bar.mass_per_length * scheme_.spacing * (1 + scheme_.loss.sigma0 * scheme_.step));
}

void BarGrid::push(const GridPoint& point, double force) { pushes_.push_back({point, force}); }

void BarGrid::step(double* acceleration) {
  const LeftGhosts left = raise_ghosts();
  old_.clear();
  for (const Push& push : pushes_) old_.push_back(read_at(push.point, row0(before_)));

  lifted_step(factors_, rows_, left, row0(now_), row0(before_), acceleration);

  for (const Ghosts& g : ends_) {
    if (!g.held) continue;
    row0(before_)[g.inside[0]] = 0;  // it is zero but for rounding: make it exact
    if (acceleration != nullptr) acceleration[g.inside[0]] = 0;
  }
  std::swap(now_, before_);
  if (pushes_.empty()) return;
  for (const Push& push : pushes_) apply(push, acceleration);
  for (std::size_t i = 0; i < pushes_.size(); ++i)
    energy_supplied_ += pushes_[i].force * (deflection(pushes_[i].point) - old_[i]) / 2;
  pushes_.clear();
}

void BarGrid::apply(const Push& push, double* acceleration) {
  const double left = push.force * push.point.left_mobility, right = push.force * push.point.right_mobility;
  const double step_squared = scheme_.step * scheme_.step;
  row0(now_)[push.point.left] += left * step_squared;
  row0(now_)[push.point.right] += right * step_squared;
  if (acceleration == nullptr) return;
  acceleration[push.point.left] += left;
  acceleration[push.point.right] += right;
}

double BarGrid::deflection(const GridPoint& point) const { return read_at(point, row0(now_)); }

double BarGrid::velocity(const GridPoint& point) const {
  return (read_at(point, row0(now_)) - read_at(point, row0(before_))) / scheme_.step;
}

std::vector<double> BarGrid::nodes(const LiftedRows& rows) const {
  std::vector<double> values;
  for (int l = 0; l <= scheme_.intervals; ++l) values.push_back(row0(rows)[frame_index(l)]);
  return values;
}

double BarGrid::energy() const { return scheme_energy(scheme_, nodes(now_), nodes(before_)); }

void BarGrid::set_state(const std::vector<double>& now, const std::vector<double>& before) {
  assert(now.size() == static_cast<std::size_t>(node_count()) && before.size() == now.size());
  for (int l = 0; l <= scheme_.intervals; ++l) {
    row0(now_)[frame_index(l)] = now[static_cast<std::size_t>(l)];
    row0(before_)[frame_index(l)] = before[static_cast<std::size_t>(l)];
  }
  std::swap(now_, before_);  // u- needs its ghosts too, as if it had been u
  fill_halo(rows_, raise_ghosts(), row0(now_));
  std::swap(now_, before_);
  energy_supplied_ += energy();
}

void BarGrid::hush() {
  std::ranges::fill(now_, LiftedRow{});
  std::ranges::fill(before_, LiftedRow{});
}

}  // namespace resound
