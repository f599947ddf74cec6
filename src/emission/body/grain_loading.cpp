#include "emission/body/grain_loading.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "emission/body/grain_column.h"

namespace resound {
namespace {

using Complex = std::complex<double>;

constexpr int kLoadSteps = 16;  // in which a mode is loaded, so that its pitch is followed and no other one found
constexpr int kNewtonSteps = 6;
constexpr double kMostDamped = 0.99;  // [1]  of critical: the bank is one of oscillators

Vec3 mode_shape_at(const PreparedBody& body, const SurfacePoint& point, std::size_t mode) {
  const Triangle& corners = body.model.skin.triangles[static_cast<std::size_t>(point.triangle)];
  Vec3 moved;
  for (std::size_t k = 0; k < 3; ++k)
    moved += point.weights[k] * body.model.modes[mode].shape[static_cast<std::size_t>(corners[k])];
  return moved;
}

// All columns of one kind, and what they weigh on each mode: the sum of m phi^2.
struct ColumnsOnModes {
  GrainColumn column;
  std::vector<double> weight;  // [1]
};

std::vector<ColumnsOnModes> columns_on_modes(const PreparedBody& body, std::span<const WallLoad> contacts) {
  std::vector<ColumnsOnModes> kinds;
  for (const WallLoad& contact : contacts) {
    const SurfacePoint point = body.surface->nearest(contact.place).value_or(SurfacePoint{});
    if (point.triangle < 0) continue;
    const GrainColumn column{contact.layers, contact.omega, contact.inner_omega};
    auto kind = std::ranges::find(kinds, column, &ColumnsOnModes::column);
    if (kind == kinds.end()) kind = kinds.insert(kind, {column, std::vector<double>(body.model.modes.size())});
    for (std::size_t i = 0; i < kind->weight.size(); ++i) {
      const double shape = dot(mode_shape_at(body, point, i), contact.normal);
      kind->weight[i] += contact.mass * shape * shape;
    }
  }
  return kinds;
}

// One mode and all that rides on it: it rings where excess() is 0.
class LoadedMode {
 public:
  LoadedMode(std::span<const ColumnsOnModes> columns, std::size_t mode, double omega, double loss_factor)
      : columns_(columns), mode_(mode), omega_(omega), loss_factor_(loss_factor) {}

  // With grains that stay behind: the load is brought on step by step, and the pitch followed.
  Complex above_the_grains() const {
    Complex w = omega_;
    for (int step = 1; step <= kLoadSteps; ++step) w = improved(w, static_cast<double>(step) / kLoadSteps);
    return w;
  }
  // With grains that ride: as if all of them did so as one, and on from there.
  Complex with_the_grains() const { return improved(omega_ / std::sqrt(1.0 + riding(1e-3 * omega_)), 1); }

  // The one of them that rings with more energy.
  Complex pitch() const {
    const Complex above = above_the_grains(), with = with_the_grains();
    if (energy(above) + energy(with) == 0) return omega_ / std::sqrt(1.0 + riding(omega_));  // to first order
    return energy(with) > energy(above) ? with : above;
  }
  ModeLoad load(Complex w) const {
    const Complex mass = omega_ * omega_ / (w * w) - 1.0;
    return {mass.real(), -mass.imag(), std::min(1.0, std::abs(share(w)))};
  }

 private:
  // Energy of the ringing after a blow, by which two ways to ring are compared: share^2 / (2 decay).
  double energy(Complex w) const {
    const bool rings = w.real() > 0 && w.imag() > 0 && std::abs(excess(w, 1)) < 1e-6 * omega_ * omega_;
    return rings ? std::norm(share(w)) / (2 * w.imag()) : 0;
  }
  Complex riding(Complex w) const {
    Complex sum = 0;
    for (const ColumnsOnModes& kind : columns_)
      if (kind.weight[mode_] > 0) sum += kind.weight[mode_] * riding_mass(kind.column, w, loss_factor_);
    return sum;
  }
  Complex excess(Complex w, double load) const { return w * w * (1.0 + load * riding(w)) - omega_ * omega_; }
  Complex slope(Complex w, double load) const {
    const Complex aside = 1e-6 * w;
    return (excess(w + aside, load) - excess(w - aside, load)) / (2.0 * aside);
  }
  Complex improved(Complex w, double load) const {  // by Newton's method
    for (int i = 0; i < kNewtonSteps; ++i) w -= excess(w, load) / slope(w, load);
    return w;
  }
  // The residue of the mode's velocity after a blow: without grains it is 1.
  Complex share(Complex w) const { return 2.0 * w / slope(w, 1); }

  std::span<const ColumnsOnModes> columns_;
  std::size_t mode_;
  double omega_, loss_factor_;
};

}  // namespace

std::vector<ModeLoad> mode_loads(const PreparedBody& body, std::span<const WallLoad> contacts, double loss_factor) {
  std::vector<ModeLoad> loads(body.model.modes.size());
  if (!(loss_factor > 0)) return loads;
  const std::vector<ColumnsOnModes> columns = columns_on_modes(body, contacts);
  if (columns.empty()) return loads;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const LoadedMode mode(columns, i, body.model.modes[i].omega, loss_factor);
    loads[i] = mode.load(mode.pitch());
  }
  return loads;
}

BankMode loaded(const BankMode& mode, const ModeLoad& load) {
  const Complex omega = mode.omega / std::sqrt(Complex(1 + load.mass, -load.loss));
  return {std::abs(omega), std::min(mode.decay + omega.imag(), kMostDamped * std::abs(omega))};
}

}  // namespace resound
