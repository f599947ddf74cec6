#include "radiation/skin_pressure.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "numerics/blas.h"
#include "radiation/boundary_equations.h"

namespace resound {
namespace {

constexpr std::size_t kChunk = 64;  // columns of a product that one task makes: the bits must not depend on the threads

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// C = A op(B) by tasks that own columns of C; A is m x k, op(B) = B^T is k x n.
void gemm_by_columns(int m, int n, int k, const double* a, int lda, const double* b, int ldb, double* c) {
  const std::size_t chunks = (at(n) + kChunk - 1) / kChunk;
  parallel_for(chunks, [&](std::size_t chunk) {
    const int first = static_cast<int>(chunk * kChunk), count = std::min(static_cast<int>(kChunk), n - first);
    gemm('N', 'T', m, count, k, 1, a, lda, b + first, ldb, 0, c + at(first) * at(m), m);
  });
}

// Inner products of the nodes' linear shape functions [m^2]: nodes x nodes.
std::vector<double> mass_matrix(const RadiatingSurface& surface) {
  const std::size_t n = at(surface.nodes);
  std::vector<double> mass(n * n);
  for (const Facet& facet : surface.facets)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        mass[at(facet.nodes[a]) * n + at(facet.nodes[b])] += facet.area / (a == b ? 6 : 12);
  return mass;
}

// The static air by nodes: added length of a speed that is linear (nodes x nodes), and of the speed of each facet
// (nodes x facets), column by column.
struct AddedLength {
  std::vector<double> linear, facets;
};

AddedLength added_length(const RadiatingSurface& surface) {
  const BoundarySettings settings{surface.radius / 2, true, {}, true};
  auto equations = boundary_equations(surface, NearPairs(surface), StaticKernel{}, {}, settings);
  const int n = surface.nodes;
  std::vector<int> pivots(at(n));
  int info = 0;
  dgetrf_(&n, &n, equations.pressure.data(), &n, pivots.data(), &info);
  if (info != 0)
    throw InputError("the surface does not enclose a body: its boundary elements are singular; mend the mesh");
  // the operators lie by rows, so that LAPACK sees them transposed
  AddedLength q{std::vector<double>(at(n) * at(n)), std::move(equations.loads)};
  for (std::size_t i = 0; i < at(n); ++i)
    for (std::size_t j = 0; j < at(n); ++j) q.linear[j * at(n) + i] = equations.smooth[i * at(n) + j];
  for (std::vector<double>* columns : {&q.linear, &q.facets}) {
    const int count = static_cast<int>(columns->size() / at(n));
    dgetrs_("T", &n, &count, equations.pressure.data(), &n, pivots.data(), columns->data(), &n, &info, 1);
  }
  return q;
}

}  // namespace

SkinPressure::SkinPressure(const TriangleMesh& mesh, const SkinPressureSettings& settings) : settings_(settings) {
  const OneBlasThread one_thread;
  const RadiatingSurface surface(mesh);
  if (surface.facets.size() != mesh.triangles.size())
    throw InputError("the skin has triangles without area; mend the mesh");
  for (const Facet& facet : surface.facets) facets_.push_back(facet.nodes);
  const AddedLength q = added_length(surface);
  const std::vector<double> mass = mass_matrix(surface);

  // Q is its own adjoint under the surface's inner product; what the discrete one lacks in symmetry is round-off of the
  // quadrature and would make some corners complex
  const int n = surface.nodes, facets = static_cast<int>(facets_.size());
  std::vector<double> product(at(n) * at(n));
  gemm('N', 'N', n, n, n, 1, mass.data(), n, q.linear.data(), n, 0, product.data(), n);
  shapes_.resize(product.size());
  for (std::size_t i = 0; i < at(n); ++i)
    for (std::size_t j = 0; j < at(n); ++j)
      shapes_[j * at(n) + i] = (product[j * at(n) + i] + product[i * at(n) + j]) / 2;
  lengths_.resize(at(n));
  std::vector<double> metric = mass, work(1 + 6 * at(n) + 2 * at(n) * at(n));
  std::vector<int> integers(3 + 5 * at(n));
  const int type = 1, work_size = static_cast<int>(work.size()), integer_size = static_cast<int>(integers.size());
  int info = 0;
  dsygvd_(&type, "V", "U", &n, shapes_.data(), &n, metric.data(), &n, lengths_.data(), work.data(), &work_size,
          integers.data(), &integer_size, &info);
  if (info != 0) throw Error(ExitCode::our_fault, "the shapes of the air around a body were not found");
  for (double& length : lengths_) length = std::max(length, 0.0);  // sub-grid shapes carry no air

  // drive = W^T M Q_facets
  std::vector<double> weighted(at(n) * at(facets));
  gemm('N', 'N', n, facets, n, 1, mass.data(), n, q.facets.data(), n, 0, weighted.data(), n);
  drives_.resize(weighted.size());
  gemm('T', 'N', n, facets, n, 1, shapes_.data(), n, weighted.data(), n, 0, drives_.data(), n);
}

void SkinPressure::follow(std::span<const double> speeds, int stride, int count, SkinPressureState& state,
                          std::span<double> pressures) {
  const OneBlasThread one_thread;
  const int n = static_cast<int>(shapes()), facets = static_cast<int>(facets_.size());
  assert(speeds.size() >= at(facets - 1) * at(stride) + at(count));
  state.pressure.resize(at(n));
  state.drive.resize(at(n));
  driven_.resize(at(n) * at(count));
  nodal_.resize(at(n) * at(count));
  gemm_by_columns(count, n, facets, speeds.data(), stride, drives_.data(), n, driven_.data());
  for (std::size_t shape = 0; shape < at(n); ++shape) step_shape(shape, count, state);
  gemm_by_columns(count, n, n, driven_.data(), count, shapes_.data(), n, nodal_.data());
  for (std::size_t f = 0; f < facets_.size(); ++f) {
    const double* a = nodal_.data() + at(facets_[f][0]) * at(count);
    const double* b = nodal_.data() + at(facets_[f][1]) * at(count);
    const double* c = nodal_.data() + at(facets_[f][2]) * at(count);
    double* to = pressures.data() + f * at(stride);
    for (std::size_t i = 0; i < at(count); ++i) to[i] = (a[i] + b[i] + c[i]) / 3;
  }
}

// l (p' - p) / dt + c (p' + p) / 2 = rho c (u' - u) / dt, in place of the drive u
void SkinPressure::step_shape(std::size_t shape, int count, SkinPressureState& state) {
  const double half = settings_.speed_of_sound * settings_.rate.step() / 2;  // [m]
  const double keep = (lengths_[shape] - half) / (lengths_[shape] + half);
  const double gain = settings_.air_density * settings_.speed_of_sound / (lengths_[shape] + half);
  double pressure = state.pressure[shape], before = state.drive[shape];
  double* samples = driven_.data() + shape * at(count);
  for (std::size_t i = 0; i < at(count); ++i) {
    const double drive = samples[i];
    pressure = keep * pressure + gain * (drive - before);
    before = drive;
    samples[i] = pressure;
  }
  state.pressure[shape] = pressure;
  state.drive[shape] = before;
}

}  // namespace resound
