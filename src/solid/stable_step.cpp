#include "solid/stable_step.h"

#include <algorithm>
#include <cmath>

#include "numerics/random_stream.h"

namespace resound {
namespace {

// Stiffness of a solid about its rest, as products only. Vectors are scaled by the root of the mass, which makes the
// matrix M^-1/2 K M^-1/2 symmetric; held nodes are left out.
class ScaledStiffness {
 public:
  ScaledStiffness(const ElasticSolid& solid, const std::vector<int>& held)
      : solid_(solid),
        rest_(solid.rest()),
        moved_(rest_.size()),
        scratch_(solid.element_force_size()),
        ahead_(rest_.size()),
        behind_(rest_.size()) {
    for (const double mass : solid.mass())
      for (int axis = 0; axis < 4; ++axis) inverse_root_.push_back(axis == 3 ? 0 : 1 / std::sqrt(mass));
    for (const int node : held) std::fill_n(inverse_root_.begin() + 4 * node, 4, 0.0);
    double reach = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) reach = std::max(reach, std::abs(rest_[i] - rest_[i % 4]));
    size_ = reach / std::cbrt(static_cast<double>(solid.nodes()));
  }

  std::size_t size() const { return rest_.size(); }
  double inverse_root(std::size_t i) const { return inverse_root_[i]; }

  // Differences of forces about rest: far enough for round-off, near enough for the strain to stay linear.
  void multiply(const std::vector<double>& u, std::vector<double>& product) {
    double largest = 0;
    for (std::size_t i = 0; i < u.size(); ++i) largest = std::max(largest, std::abs(inverse_root_[i] * u[i]));
    const double h = largest > 0 ? 1e-5 * size_ / largest : 1;
    force(u, h, ahead_);
    force(u, -h, behind_);
    for (std::size_t i = 0; i < u.size(); ++i) product[i] = inverse_root_[i] * (behind_[i] - ahead_[i]) / (2 * h);
  }

 private:
  void force(const std::vector<double>& u, double h, std::vector<double>& to) {
    for (std::size_t i = 0; i < u.size(); ++i) moved_[i] = rest_[i] + h * inverse_root_[i] * u[i];
    solid_.forces(moved_, scratch_, to);
  }

  const ElasticSolid& solid_;
  std::vector<double> rest_, moved_, scratch_, ahead_, behind_, inverse_root_;
  double size_ = 0;  // [m]  about that of an element
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Largest eigenvalue of the symmetric tridiagonal matrix, by bisection on Sturm's count.
double largest_eigenvalue(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  double low = 0, high = 0;
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    high = std::max(high, diagonal[i] + (i > 0 ? beside[i - 1] : 0) + (i < beside.size() ? beside[i] : 0));
  const auto has_larger = [&](double x) {  // does an eigenvalue lie above x?
    double pivot = 1;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      pivot = diagonal[i] - x - (i > 0 ? beside[i - 1] * beside[i - 1] / pivot : 0);
      if (pivot >= 0) return true;
    }
    return false;
  };
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (has_larger(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace

// Power iteration creeps where the highest frequencies lie close together; the same products, kept as a Krylov space
// (Lanczos), give four digits in fifty. Lost orthogonality only repeats values that have been found.
double highest_frequency(const ElasticSolid& solid, const std::vector<int>& held) {
  constexpr int kMostProducts = 200;
  constexpr double kMargin = 1.001;  // on omega^2, for what is still missing
  ScaledStiffness matrix(solid, held);
  std::vector<double> before(matrix.size()), now(matrix.size()), product(matrix.size()), diagonal, beside;
  RandomStream random(1, 1, 1);
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = matrix.inverse_root(i) > 0 ? random.uniform() - 0.5 : 0;
  const double norm = std::sqrt(dot(now, now));
  if (norm == 0) return 0;
  for (double& x : now) x /= norm;
  double estimate = 0;
  int steady = 0;
  while (static_cast<int>(diagonal.size()) < kMostProducts && steady < 5) {
    matrix.multiply(now, product);
    diagonal.push_back(dot(now, product));
    for (std::size_t i = 0; i < now.size(); ++i)
      product[i] -= diagonal.back() * now[i] + (beside.empty() ? 0 : beside.back() * before[i]);
    const double last = estimate;
    estimate = largest_eigenvalue(diagonal, beside);
    steady = estimate - last < 1e-6 * estimate ? steady + 1 : 0;
    const double rest = std::sqrt(dot(product, product));
    if (rest <= 1e-9 * estimate) break;  // the space is exhausted: a very small mesh
    beside.push_back(rest);
    before.swap(now);
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = product[i] / rest;
  }
  return std::sqrt(kMargin * estimate);
}

double stable_step(double highest_frequency, const SolidMaterial& material) {
  const double omega = highest_frequency;
  const double zeta = material.strain_damping * omega / 2 + material.mass_damping / (2 * omega);
  return 2 / omega * (std::sqrt(1 + zeta * zeta) - zeta);
}

}  // namespace resound
