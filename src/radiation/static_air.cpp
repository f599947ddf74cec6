#include "radiation/static_air.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numerics/blas.h"
#include "radiation/boundary_equations.h"

namespace resound {
namespace {

using Complex = std::complex<double>;

constexpr int kMostSteps = 80;      // of the iteration; a body of ka = 60 needs about 40
constexpr double kAccuracy = 1e-5;  // of the surface pressure

// One small least-squares problem a column: how the vectors found so far add up to the answer (GMRES with Givens
// rotations).
struct KrylovColumn {
  std::vector<Complex> triangle;  // upper, packed by columns
  std::vector<Complex> rotation_s, goal;
  std::vector<double> rotation_c;
  double size = 0;  // of the right-hand side

  bool is_done() const { return size == 0 || std::abs(goal.back()) <= kAccuracy * size; }

  // Takes the next column of the Hessenberg matrix (its last entry real and positive).
  void append(std::vector<Complex> h) {
    for (std::size_t i = 0; i < rotation_c.size(); ++i) {
      const Complex upper = rotation_c[i] * h[i] + std::conj(rotation_s[i]) * h[i + 1];
      h[i + 1] = -rotation_s[i] * h[i] + rotation_c[i] * h[i + 1];
      h[i] = upper;
    }
    const std::size_t last = rotation_c.size();
    const double above = std::abs(h[last]), length = std::hypot(above, std::abs(h[last + 1]));
    const Complex phase = above > 0 ? h[last] / above : Complex(1);
    rotation_c.push_back(length > 0 ? above / length : 1);
    rotation_s.push_back(length > 0 ? std::conj(phase) * h[last + 1] / length : Complex(0));
    h[last] = phase * length;
    triangle.insert(triangle.end(), h.begin(), h.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    goal.push_back(-rotation_s[last] * goal[last]);
    goal[last] *= rotation_c[last];
  }

  std::vector<Complex> weights() const {
    const std::size_t count = rotation_c.size();
    std::vector<Complex> y(goal.begin(), goal.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = count; i-- > 0;) {
      for (std::size_t j = i + 1; j < count; ++j) y[i] -= triangle[j * (j + 1) / 2 + i] * y[j];
      y[i] /= triangle[i * (i + 1) / 2 + i];
    }
    return y;
  }
};

Complex inner(const Complex* a, const Complex* b, std::size_t n) {
  Complex sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += std::conj(a[i]) * b[i];
  return sum;
}

}  // namespace

StaticAir::StaticAir(const RadiatingSurface& surface, std::span<const double> speeds,
                     const std::function<void(double share)>& progress)
    : nodes_(surface.nodes) {
  // with a real length both equations are positive, and so is their sum
  const BoundarySettings settings{surface.radius / 2, true, progress};
  auto equations = boundary_equations(surface, NearPairs(surface), StaticKernel{}, speeds, settings);
  factors_ = std::move(equations.pressure);
  smooth_ = std::move(equations.smooth);
  loads_ = std::move(equations.loads);
  pivots_.resize(static_cast<std::size_t>(nodes_));
  int info = 0;
  dgetrf_(&nodes_, &nodes_, factors_.data(), &nodes_, pivots_.data(), &info);
  const int count = static_cast<int>(columns());
  if (info == 0 && count > 0)
    dgetrs_("T", &nodes_, &count, factors_.data(), &nodes_, pivots_.data(), loads_.data(), &nodes_, &info, 1);
  if (info != 0)
    throw InputError("the surface does not enclose a body: its boundary elements are singular; mend the mesh");
}

std::vector<double> StaticAir::added_length(std::size_t column) const {
  const auto begin = loads_.begin() + static_cast<std::ptrdiff_t>(column) * nodes_;
  return {begin, begin + nodes_};
}

void StaticAir::apply_q(std::vector<double>& columns) const {
  const int count = static_cast<int>(columns.size()) / nodes_;
  std::vector<double> product(columns.size());
  gemm('T', 'N', nodes_, count, nodes_, 1, smooth_.data(), nodes_, columns.data(), nodes_, 0, product.data(), nodes_);
  int info = 0;
  dgetrs_("T", &nodes_, &count, factors_.data(), &nodes_, pivots_.data(), product.data(), &nodes_, &info, 1);
  columns = std::move(product);
}

// All columns take their steps together, so that the two dense matrices are read once a step.
std::vector<Complex> StaticAir::doubly_asymptotic(std::span<const std::size_t> columns,
                                                  std::span<const double> wavenumbers) const {
  const std::size_t n = static_cast<std::size_t>(nodes_), count = columns.size();
  std::vector<std::vector<Complex>> basis(count);  // vectors one after the other
  std::vector<KrylovColumn> krylov(count);
  for (std::size_t c = 0; c < count; ++c) {
    const double* load = loads_.data() + columns[c] * n;
    for (std::size_t i = 0; i < n; ++i) basis[c].emplace_back(0, wavenumbers[c] * load[i]);
    const double size = std::sqrt(inner(basis[c].data(), basis[c].data(), n).real());
    krylov[c].size = size;
    krylov[c].goal = {size};
    for (Complex& value : basis[c]) value /= size > 0 ? size : 1;
  }

  std::vector<std::size_t> active(count);
  for (std::size_t c = 0; c < count; ++c) active[c] = c;
  for (int step = 0; step < kMostSteps; ++step) {
    std::erase_if(active, [&](std::size_t c) { return krylov[c].is_done(); });
    if (active.empty()) break;
    std::vector<double> parts(2 * n * active.size());  // real and imaginary parts side by side
    for (std::size_t a = 0; a < active.size(); ++a) {
      const Complex* newest = basis[active[a]].data() + static_cast<std::size_t>(step) * n;
      for (std::size_t i = 0; i < n; ++i)
        parts[2 * a * n + i] = newest[i].real(), parts[(2 * a + 1) * n + i] = newest[i].imag();
    }
    apply_q(parts);
    for (std::size_t a = 0; a < active.size(); ++a) {
      const std::size_t c = active[a];
      std::vector<Complex>& vectors = basis[c];
      const Complex jk(0, wavenumbers[c]);
      vectors.resize(vectors.size() + n);
      const Complex* before = vectors.data() + static_cast<std::size_t>(step) * n;
      Complex* next = vectors.data() + static_cast<std::size_t>(step + 1) * n;
      for (std::size_t i = 0; i < n; ++i)
        next[i] = before[i] + jk * Complex(parts[2 * a * n + i], parts[(2 * a + 1) * n + i]);
      std::vector<Complex> h;
      for (int j = 0; j <= step; ++j) {
        const Complex* other = vectors.data() + static_cast<std::size_t>(j) * n;
        h.push_back(inner(other, next, n));
        for (std::size_t i = 0; i < n; ++i) next[i] -= h.back() * other[i];
      }
      const double size = std::sqrt(inner(next, next, n).real());
      h.emplace_back(size);
      for (std::size_t i = 0; i < n; ++i) next[i] /= size > 0 ? size : 1;
      krylov[c].append(std::move(h));
    }
  }

  std::vector<Complex> pressure(n * count);
  for (std::size_t c = 0; c < count; ++c) {
    if (krylov[c].size == 0) continue;
    const std::vector<Complex> weights = krylov[c].weights();
    for (std::size_t j = 0; j < weights.size(); ++j)
      for (std::size_t i = 0; i < n; ++i) pressure[c * n + i] += weights[j] * basis[c][j * n + i];
  }
  return pressure;
}

}  // namespace resound
