#include "emission/bar/bar_grid.h"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <string>

#include "emission/csv.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

constexpr auto kFree = BarEnd::free, kClamped = BarEnd::clamped, kSupported = BarEnd::supported;

BarEnd end_of(char letter) { return letter == 'c' ? kClamped : letter == 's' ? kSupported : kFree; }

UniformBar unit_bar(BarEnd left, BarEnd right) {
  return {.length = 1, .kappa = 1, .mass_per_length = 1, .left = left, .right = right};
}

// A scheme with a given mu: kappa = 1, L = 1, so k = mu h^2.
BarScheme scheme_with(BarEnd left, BarEnd right, int intervals, double mu) {
  return bar_scheme(unit_bar(left, right), {}, mu / (intervals * intervals), intervals);
}

// The operator h^4 d_xxxx from the scheme's own rows, for the nodes that can move.
Eigen::MatrixXd bending_matrix(const BarScheme& scheme) {
  std::vector<int> moving;
  for (int l = 0; l <= scheme.intervals; ++l)
    if (scheme_row(scheme, l).mass_share > 0) moving.push_back(l);
  const auto n = static_cast<Eigen::Index>(moving.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const SchemeRow row = scheme_row(scheme, moving[static_cast<std::size_t>(i)]);
    for (Eigen::Index j = 0; j < n; ++j) {
      const int offset = moving[static_cast<std::size_t>(j)] - moving[static_cast<std::size_t>(i)] + 2;
      if (offset >= 0 && offset < 5) matrix(i, j) = row.bending[static_cast<std::size_t>(offset)];
    }
  }
  return matrix;
}

std::vector<double> eigenvalues(const BarScheme& scheme) {
  const Eigen::VectorXcd values = bending_matrix(scheme).eigenvalues();
  std::vector<double> sorted;
  for (const auto& value : values) {
    CHECK(std::abs(value.imag()) < 1e-8);
    sorted.push_back(value.real());
  }
  std::ranges::sort(sorted);
  return sorted;
}

int rigid_modes(BarEnd left, BarEnd right) {
  if (left == kFree && right == kFree) return 2;
  const auto held = left == kFree ? right : left;
  return (left == kFree || right == kFree) && held == kSupported ? 1 : 0;
}

// Smooth, random-looking start.
void excite(BarGrid& grid) {
  std::vector<double> state;
  for (int l = 0; l < grid.node_count(); ++l)
    state.push_back(scheme_row(grid.scheme(), l).mass_share > 0 ? 1e-6 * std::sin(7.3 * l * l + 1) : 0.0);
  grid.set_state(state, state);
}

}  // namespace

TEST_CASE("the grid's eigenfrequencies equal the reference table to 0.01 percent") {
  int rows = 0;
  for (const auto& cells : read_csv("bar_fdtd.csv")) {
    const BarEnd left = end_of(cells[0][0]), right = end_of(cells[0][1]);
    const int intervals = std::stoi(cells[1]);
    const double mu = std::stod(cells[2]);
    const BarScheme scheme = scheme_with(left, right, intervals, mu);
    const std::vector<double> values = eigenvalues(scheme);
    CHECK(2 / std::sqrt(values.back()) == doctest::Approx(std::stod(cells[3])).epsilon(2e-6));
    for (int i = 1; i <= 5; ++i) {
      const double lambda = values[static_cast<std::size_t>(rigid_modes(left, right) + i - 1)];
      const double omega = 2 * std::asin(mu * std::sqrt(lambda) / 2) / scheme.step;
      const double exact = bar_mode(scheme.bar, i).omega;
      const double expected = exact * (1 + std::stod(cells[static_cast<std::size_t>(3 + i)]) / 100);
      CHECK(omega == doctest::Approx(expected).epsilon(1e-4));
    }
    ++rows;
  }
  CHECK(rows >= 60);
}

TEST_CASE("a free bar has the eigenvalues of a clamped one and two zeros besides") {
  for (const int intervals : {10, 43}) {
    const std::vector<double> free = eigenvalues(scheme_with(kFree, kFree, intervals, 0.5));
    const std::vector<double> clamped = eigenvalues(scheme_with(kClamped, kClamped, intervals, 0.5));
    REQUIRE(free.size() == clamped.size() + 2);
    CHECK(std::abs(free[0]) < 1e-9);
    CHECK(std::abs(free[1]) < 1e-9);
    for (std::size_t i = 0; i < clamped.size(); ++i) CHECK(free[i + 2] == doctest::Approx(clamped[i]).epsilon(1e-9));
  }
}

TEST_CASE("the stepped bar obeys the scheme's rows, node by node") {
  for (const int intervals : {4, 7, 9, 16, 33, 149})
    for (const BarEnd left : {kFree, kClamped, kSupported})
      for (const BarEnd right : {kFree, kClamped, kSupported}) {
        BarScheme scheme = scheme_with(left, right, intervals, 0.4);
        scheme.loss = {.sigma0 = 0.5 / scheme.step / intervals, .sigma1 = 0.01};
        BarGrid grid(scheme);
        std::vector<double> p, u;
        for (int l = 0; l <= intervals; ++l) {
          const bool held = scheme_row(scheme, l).mass_share == 0;
          p.push_back(held ? 0 : std::sin(1.7 * l)), u.push_back(held ? 0 : std::cos(2.3 * l));
        }
        grid.set_state(u, p);
        const double k = scheme.step, h = scheme.spacing, mu = scheme.mu();
        for (int step = 0; step < 3; ++step) {
          std::vector<double> next(u.size()), acceleration(grid.frame_size());
          for (int l = 0; l <= intervals; ++l) {
            const SchemeRow row = scheme_row(scheme, l);
            if (row.mass_share == 0) continue;
            double bend = 0, flow = 0;
            for (int i = 0; i < 5; ++i) {
              const int at = l + i - 2;
              if (at < 0 || at > intervals) continue;
              const auto a = static_cast<std::size_t>(at), o = static_cast<std::size_t>(i);
              bend += row.bending[o] * u[a];
              flow += row.laplacian[o] * (u[a] - p[a]);
            }
            const auto at = static_cast<std::size_t>(l);
            next[at] = (2 * u[at] - (1 - scheme.loss.sigma0 * k) * p[at] - mu * mu * bend +
                        2 * scheme.loss.sigma1 * k / (h * h) * flow) /
                       (1 + scheme.loss.sigma0 * k);
          }
          // LiftedRow keeps the alignment that the grid asks for
          LiftedRows frame(grid.frame_size() / kStretches);
          grid.step(frame.front().node.data());
          for (int l = 0; l <= intervals; ++l) {
            const auto at = static_cast<std::size_t>(l);
            CHECK(grid.deflection(grid.point_at(l * h)) == doctest::Approx(next[at]).epsilon(1e-9));
            const double change = (next[at] - 2 * u[at] + p[at]) / (k * k);
            CHECK(frame.front().node.data()[grid.frame_index(l)] == doctest::Approx(change).epsilon(1e-7));
          }
          p = u, u = next;
        }
      }
}

TEST_CASE("without loss a bar keeps its energy to 1e-9 over 100000 steps, whatever its ends") {
  for (const BarEnd left : {kFree, kClamped, kSupported})
    for (const BarEnd right : {kFree, kClamped, kSupported}) {
      BarGrid grid(scheme_with(left, right, 43, 0.5));
      excite(grid);
      const double start = grid.energy();
      double worst = 0;
      for (int n = 0; n < 100000; ++n) {
        grid.step();
        if (n % 1000 == 0) worst = std::max(worst, std::abs(grid.energy() / start - 1));
      }
      CHECK(worst < 1e-9);
    }
}

TEST_CASE("the work of a force is the energy that the bar gains") {
  BarGrid grid(scheme_with(kFree, kClamped, 50, 0.49));
  const GridPoint place = grid.point_at(0.283);
  for (int n = 0; n < 400; ++n) {
    grid.push(place, 1e-3 * std::sin(0.05 * n));
    grid.push(grid.point_at(0.0), 1e-3 * std::cos(0.02 * n));
    grid.step();
  }
  CHECK(grid.energy() > 0);
  CHECK(grid.energy_supplied() == doctest::Approx(grid.energy()).epsilon(1e-9));
}

TEST_CASE("striking here and listening there is the same as the reverse") {
  const auto response = [](double struck, double heard) {
    BarScheme scheme = scheme_with(kFree, kSupported, 37, 0.48);
    scheme.loss = {.sigma0 = 2, .sigma1 = 1e-4};
    BarGrid grid(scheme);
    std::vector<double> signal;
    for (int n = 0; n < 500; ++n) {
      if (n < 3) grid.push(grid.point_at(struck), 1.0);
      grid.step();
      signal.push_back(grid.deflection(grid.point_at(heard)));
    }
    return signal;
  };
  const std::vector<double> there = response(0.0, 0.6173), here = response(0.6173, 0.0);
  double largest = 0;
  for (const double value : there) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < there.size(); ++i) CHECK(std::abs(there[i] - here[i]) < 1e-10 * largest);
}

TEST_CASE("the stability bound is sharp, with and without loss") {
  const UniformBar bar{.length = 1, .kappa = 1, .mass_per_length = 1, .left = kSupported, .right = kSupported};
  for (const double sigma1 : {0.0, 0.2}) {
    const BarLoss loss{.sigma0 = 0, .sigma1 = sigma1};
    const double step = 1 / 44100.0;
    const int largest = largest_stable_intervals(bar, loss, step);
    const auto grows = [&](int intervals) {
      BarGrid grid(bar_scheme(bar, loss, step, intervals));
      excite(grid);
      const double start = grid.energy();
      for (int n = 0; n < 20000; ++n) grid.step();
      return !(grid.energy() < 2 * std::abs(start));
    };
    CHECK_FALSE(grows(largest));
    CHECK(grows(largest + 2));
    const BarScheme scheme = bar_scheme(bar, loss, step, largest);
    CHECK(stable_step(scheme) >= step);
    CHECK(stable_step(bar_scheme(bar, loss, step, largest + 1)) < step);
  }
  // mu = 0.505 lies above the bound of 1/2
  const BarScheme hasty = scheme_with(kSupported, kSupported, 100, 0.505);
  CHECK(largest_stable_intervals(hasty.bar, {}, hasty.step) < 100);
}

TEST_CASE("a deliberately unstable bar reports energy far beyond what was supplied") {
  BarGrid grid(scheme_with(kFree, kFree, 60, 0.505));
  for (int n = 0; n < 3000; ++n) {
    if (n == 0) grid.push(grid.point_at(0.3), 1e-3);
    grid.step();
  }
  CHECK_FALSE(grid.energy() < 1e6 * grid.energy_supplied());
}

TEST_CASE("the reference's supported bar decays as the reference says") {
  // aluminium, 10 mm, L = 0.5 m, N = 19, 44.1 kHz: T60 of modes 1, 3 and 6 including grid dispersion
  Bar description;
  description.left_end = description.right_end = kSupported;
  const UniformBar bar = uniform_bar(description);
  const BarLoss loss = grid_loss(bar, description.decay);
  const double step = 1 / 44100.0;
  CHECK(largest_stable_intervals(bar, loss, step) == 19);
  const std::map<int, double> expected{{1, 4.992}, {3, 1.876}, {6, 0.638}};
  for (const auto& [p, t60] : expected) {
    BarGrid grid(bar_scheme(bar, loss, step, 19));
    std::vector<double> shape;
    for (int l = 0; l <= 19; ++l) shape.push_back(std::sin(p * kPi * l / 19));
    shape.front() = shape.back() = 0;
    grid.set_state(shape, shape);
    // energies an exact number of cycles apart would need the grid's pitch; the conserved energy needs none
    for (int n = 0; n < 2000; ++n) grid.step();
    const double before = grid.energy();
    const int span = static_cast<int>(0.4 * t60 / step);
    for (int n = 0; n < span; ++n) grid.step();
    const double measured = 6 * span * step / std::log10(before / grid.energy());
    CHECK(measured == doctest::Approx(t60).epsilon(2e-3));
    if (p == 1) CHECK(measured == doctest::Approx(4.989).epsilon(0.03));  // the design
  }
}

TEST_CASE("design modes of free and clamped bars keep their T60 within 3 percent below a fortieth of the rate") {
  Bar description;
  description.decay = {.low_frequency = 210, .low_t60 = 3, .high_frequency = 1100, .high_t60 = 1.0};
  for (const BarEnd end : {kFree, kClamped}) {
    description.left_end = description.right_end = end;
    const UniformBar bar = uniform_bar(description);
    const BarLoss loss = grid_loss(bar, description.decay), wanted = modal_loss(bar, description.decay);
    const double step = 1 / (4 * 44100.0);
    const int intervals = largest_stable_intervals(bar, loss, step);
    for (const int index : {1, 3}) {  // 208 and 1124 Hz: the modes nearest to the two frequencies
      const BarMode mode = bar_mode(bar, index);
      BarGrid grid(bar_scheme(bar, loss, step, intervals));
      std::vector<double> shape;
      for (int l = 0; l <= intervals; ++l) shape.push_back(mode.shape(l * bar.length / intervals));
      grid.set_state(shape, shape);
      const double t60 = kT60 / wanted.decay(mode.omega / bar.kappa);
      const int span = static_cast<int>(0.5 * t60 / step);
      const double before = grid.energy();
      for (int n = 0; n < span; ++n) grid.step();
      CHECK(6 * span * step / std::log10(before / grid.energy()) == doctest::Approx(t60).epsilon(0.03));
    }
  }
}
