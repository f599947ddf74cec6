#include "emission/bar/bar_grid.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace resound {
namespace {

double* row0(LiftedRows& rows) { return rows[kHaloRows].node.data(); }
const double* row0(const LiftedRows& rows) { return rows[kHaloRows].node.data(); }

// Row -1 of a stretch is the last row of the stretch before it, row `count` the first of the next.
void fill_halo(LiftedRows& rows) {
  const std::size_t first = kHaloRows, count = rows.size() - 2 * kHaloRows;
  for (std::size_t r = 0; r < kHaloRows; ++r) {
    std::copy_n(rows[count + r].node.begin(), kStretches - 1, rows[r].node.begin() + 1);
    std::copy_n(rows[first + r].node.begin() + 1, kStretches - 1, rows[first + count + r].node.begin());
  }
}

}  // namespace

BarGrid::BarGrid(const BarScheme& scheme)
    : scheme_(scheme),
      rows_(std::max<std::size_t>(2, (static_cast<std::size_t>(scheme.intervals) + kStretches) / kStretches)) {
  const double k = scheme.step, h = scheme.spacing, mu = scheme.mu(), denominator = 1 + scheme.loss.sigma0 * k;
  factors_ = {.now = 2 / denominator,
              .before = (1 - scheme.loss.sigma0 * k) / denominator,
              .bending = mu * mu / denominator,
              .loss = 2 * scheme.loss.sigma1 * k / (h * h) / denominator,
              .inverse_step_squared = 1 / (k * k)};
  const int n = scheme.intervals;
  ends_ = {end_row(0), end_row(1), end_row(n - 1), end_row(n)};
  for (std::size_t l = static_cast<std::size_t>(n) + 1; l < rows_ * kStretches; ++l)
    padding_.push_back(frame_index(static_cast<int>(l)));

  now_.resize(rows_ + 2 * kHaloRows);
  before_.resize(rows_ + 2 * kHaloRows);
}

BarGrid::EndRow BarGrid::end_row(int node) const {
  const SchemeRow row = scheme_row(scheme_, node);
  EndRow end{.index = frame_index(node)};
  for (int i = 0; i < 5; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const int neighbour = std::clamp(node + i - 2, 0, scheme_.intervals);  // beyond the end the weight is zero
    end.nodes[at] = frame_index(neighbour);
    end.now[at] = factors_.loss * row.laplacian[at] - factors_.bending * row.bending[at];
    end.before[at] = -factors_.loss * row.laplacian[at];
  }
  if (row.mass_share > 0) {
    end.now[2] += factors_.now;
    end.before[2] -= factors_.before;
  }
  return end;
}

GridPoint BarGrid::point_at(double x) const {
  const double place = std::clamp(x / scheme_.spacing, 0.0, static_cast<double>(scheme_.intervals));
  const int node = std::min(static_cast<int>(place), scheme_.intervals - 1);
  return {node, place - node};
}

void BarGrid::push(const GridPoint& point, double force) { pushes_.push_back({point, force}); }

void BarGrid::step(double* acceleration) {
  fill_halo(now_);
  const double* u = row0(now_);
  double* p = row0(before_);

  // the four rows beside the ends differ from the rest; what they need of u- is about to be overwritten
  std::array<double, 4> next{}, change{};
  for (std::size_t e = 0; e < 4; ++e) {
    const EndRow& row = ends_[e];
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) sum += row.now[i] * u[row.nodes[i]] + row.before[i] * p[row.nodes[i]];
    next[e] = sum;
    change[e] = (sum - 2 * u[row.index] + p[row.index]) * factors_.inverse_step_squared;
  }
  old_.clear();
  for (const Push& push : pushes_) old_.push_back(read(before_, push.point));

  lifted_step(factors_, rows_, u, p, acceleration);

  for (std::size_t e = 0; e < 4; ++e) {
    p[ends_[e].index] = next[e];
    if (acceleration != nullptr) acceleration[ends_[e].index] = change[e];
  }
  for (const std::size_t cell : padding_) p[cell] = 0;
  std::swap(now_, before_);
  for (const Push& push : pushes_) apply(push, acceleration);
  for (std::size_t i = 0; i < pushes_.size(); ++i)
    energy_supplied_ += pushes_[i].force * (deflection(pushes_[i].point) - old_[i]) / 2;
  pushes_.clear();
}

// Adds k^2 F / (rho A h (1 + sigma0 k)) at the two nodes of a point; a half cell at a free end moves twice as far.
void BarGrid::apply(const Push& push, double* acceleration) {
  const double mass = scheme_.bar.mass_per_length * scheme_.spacing;
  const double unit = push.force / (mass * (1 + scheme_.loss.sigma0 * scheme_.step));
  const auto add = [&](int node, double share) {
    const double mass_share = scheme_row(scheme_, node).mass_share;
    if (mass_share == 0) return;
    const double a = unit * share / mass_share;
    row0(now_)[frame_index(node)] += a * scheme_.step * scheme_.step;
    if (acceleration != nullptr) acceleration[frame_index(node)] += a;
  };
  add(push.point.node, 1 - push.point.share);
  add(push.point.node + 1, push.point.share);
}

double BarGrid::read(const LiftedRows& rows, const GridPoint& point) const {
  const double* u = row0(rows);
  return (1 - point.share) * u[frame_index(point.node)] + point.share * u[frame_index(point.node + 1)];
}

double BarGrid::deflection(const GridPoint& point) const { return read(now_, point); }

double BarGrid::velocity(const GridPoint& point) const {
  return (read(now_, point) - read(before_, point)) / scheme_.step;
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
  fill_halo(before_);
  energy_supplied_ += energy();
}

void BarGrid::hush() {
  std::ranges::fill(now_, LiftedRow{});
  std::ranges::fill(before_, LiftedRow{});
}

}  // namespace resound
