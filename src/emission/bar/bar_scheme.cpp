#include "emission/bar/bar_scheme.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace resound {
namespace {

// The rows of an end and of the node beside it, seen with the end on the left; everything further in is
// SchemeRow{inner}.
constexpr SchemeRow kInner{{1, -4, 6, -4, 1}, {0, 1, -2, 1, 0}, 1};

SchemeRow row_from_end(BarEnd end, int distance) {
  if (distance >= 2) return kInner;
  if (end == BarEnd::free) {
    if (distance == 0) return {{0, 0, 2, -4, 2}, {0, 0, -2, 2, 0}, 0.5};
    return {{0, -2, 5, -4, 1}, {0, 1, -2, 1, 0}, 1};
  }
  if (distance == 0) return {{}, {}, 0};                 // held: u = 0
  const double ghost = end == BarEnd::clamped ? 1 : -1;  // u_-1 = +u_1 at a clamp, -u_1 on a support
  return {{0, -4, 6 + ghost, -4, 1}, {0, 1, -2, 1, 0}, 1};
}

// (h^2 d_xx u) at an end, as the potential energy sees it, and its weight there.
struct EndBend {
  double curvature, weight;
};
EndBend bend_at_end(BarEnd end, double beside) {  // u one node in
  return end == BarEnd::clamped ? EndBend{2 * beside, 0.5} : EndBend{0, 0};
}

}  // namespace

BarScheme bar_scheme(const UniformBar& bar, const BarLoss& loss, double step, int intervals) {
  assert(intervals >= 4 && step > 0);
  return {.bar = bar, .loss = loss, .step = step, .intervals = intervals, .spacing = bar.length / intervals};
}

int largest_stable_intervals(const UniformBar& bar, const BarLoss& loss, double step) {
  const double a = 4 * loss.sigma1 * step, b = 4 * bar.kappa * step;
  return static_cast<int>(bar.length / std::sqrt((a + std::hypot(a, b)) / 2));
}

// The same bound solved for k:  h^4 = 4 sigma1 k h^2 + 4 kappa^2 k^2.
double stable_step(const BarScheme& scheme) {
  const double h2 = scheme.spacing * scheme.spacing, s = scheme.loss.sigma1, kappa = scheme.bar.kappa;
  return h2 / (2 * (s + std::hypot(s, kappa)));
}

SchemeRow scheme_row(const BarScheme& scheme, int node) {
  const int from_right = scheme.intervals - node;
  if (node < from_right) return row_from_end(scheme.bar.left, node);
  SchemeRow row = row_from_end(scheme.bar.right, from_right);
  std::ranges::reverse(row.bending);
  std::ranges::reverse(row.laplacian);
  return row;
}

double scheme_energy(const BarScheme& scheme, const std::vector<double>& now, const std::vector<double>& before) {
  const auto n = static_cast<std::size_t>(scheme.intervals);
  assert(now.size() == n + 1 && before.size() == n + 1);
  double kinetic = 0;
  for (std::size_t l = 0; l <= n; ++l) {
    const double velocity = (now[l] - before[l]) / scheme.step;
    kinetic += scheme_row(scheme, static_cast<int>(l)).mass_share * velocity * velocity;
  }
  double potential = 0;
  const auto curvature = [](const std::vector<double>& u, std::size_t l) { return u[l - 1] - 2 * u[l] + u[l + 1]; };
  for (std::size_t l = 1; l < n; ++l) potential += curvature(now, l) * curvature(before, l);
  const auto add_end = [&](BarEnd end, std::size_t beside) {
    const EndBend a = bend_at_end(end, now[beside]), b = bend_at_end(end, before[beside]);
    potential += a.weight * a.curvature * b.curvature;
  };
  add_end(scheme.bar.left, 1);
  add_end(scheme.bar.right, n - 1);
  const double h = scheme.spacing;
  return scheme.bar.mass_per_length * h / 2 * kinetic + scheme.bar.stiffness() / (2 * h * h * h) * potential;
}

}  // namespace resound
