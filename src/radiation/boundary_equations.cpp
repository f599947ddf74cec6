#include "radiation/boundary_equations.h"

#include <algorithm>

#include "base/parallel.h"
#include "numerics/blas.h"
#include "radiation/kernel_values.h"

namespace resound {
namespace {

constexpr std::size_t kGroup = 8;           // facets that one task takes: enough rows for a product of matrices
constexpr std::size_t kGroupsAtATime = 8;   // groups whose rows wait at the same time
constexpr std::size_t kColumnBlock = 1024;  // columns that one task adds up

std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <class Kernel>
double or_complex(const Kernel&, const std::complex<double>& value) requires(!Kernel::oscillates) {
  return value.real();
}
template <class Kernel>
std::complex<double> or_complex(const Kernel&, const std::complex<double>& value) requires(Kernel::oscillates) {
  return value;
}

// Without the care for infinities that the library's product takes.
double times(double a, double b) { return a * b; }
std::complex<double> times(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::size_t load_columns(const RadiatingSurface& surface, std::span<const double> speed,
                         const BoundarySettings& settings) {
  return settings.each_facet ? surface.facets.size() : speed.size() / surface.facets.size();
}

// n x grad of each shape function: along the opposite side.
std::array<Vec3, 3> surface_curls(const Facet& facet) {
  std::array<Vec3, 3> curls;
  for (std::size_t a = 0; a < 3; ++a)
    curls[a] = (facet.corners[(a + 2) % 3] - facet.corners[(a + 1) % 3]) / (2 * facet.area);
  return curls;
}

// Rows of the equations as far as they come from a group of facets, three from each.
template <class Scalar>
struct Strip {
  std::vector<Scalar> pressure;  // rows x nodes
  std::vector<Scalar> speed;     // rows x facets
  std::vector<Scalar> smooth;    // rows x nodes
  std::vector<Scalar> loads;     // rows x columns
};

template <class Kernel>
class Assembly {
 public:
  using Scalar = typename Kernel::Scalar;

  Assembly(const RadiatingSurface& surface, const NearPairs& near, const Kernel& kernel, std::span<const double> speed,
           const BoundarySettings& settings)
      : surface_(surface),
        near_(near),
        points_(surface),
        kernel_(kernel),
        speed_(speed),
        eta_(or_complex(kernel, settings.eta)),
        smooth_(settings.smooth),
        each_facet_(settings.each_facet),
        columns_(load_columns(surface, speed, settings)) {
    for (const Facet& facet : surface.facets) curls_.push_back(surface_curls(facet));
  }

  void fill(std::size_t first, std::size_t count, Strip<Scalar>& strip) const {
    const std::size_t nodes = at(surface_.nodes), facets = surface_.facets.size(), rows = 3 * count;
    strip.pressure.assign(rows * nodes, Scalar{});
    strip.speed.assign(rows * facets, Scalar{});
    for (std::size_t i = 0; i < count; ++i) fill_facet(first + i, 3 * i, strip);
    apply_speed(rows, strip);
    if (!smooth_) return;
    strip.smooth.assign(rows * nodes, Scalar{});
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t f = 0; f < facets; ++f)
        for (const int node : surface_.facets[f].nodes)
          strip.smooth[row * nodes + at(node)] += strip.speed[row * facets + f] / 3.0;
  }

 private:
  void fill_facet(std::size_t index, std::size_t row, Strip<Scalar>& strip) const {
    const Facet& x = surface_.facets[index];
    const std::size_t facets = surface_.facets.size();
    const auto close = near_.of(index);
    auto near = close.begin();
    KernelValues values;
    for (std::size_t first = 0; first < facets; first += KernelValues::kStretch) {
      const std::size_t count = std::min(KernelValues::kStretch, facets - first);
      values.fill(x, points_, first, count, kernel_.k);
      for (std::size_t f = first; f < first + count; ++f) {
        const Facet& y = surface_.facets[f];
        if (near != close.end() && near->facet == f)
          add_pair(index, f, at_frequency(x, y, *near++), row, strip);
        else
          add_pair(index, f, values.integrals<Scalar>(f - first, x.area * y.area), row, strip);
      }
    }
  }

  PairIntegrals<Scalar> at_frequency([[maybe_unused]] const Facet& x, [[maybe_unused]] const Facet& y,
                                     const NearPairs::Pair& near) const {
    if constexpr (Kernel::oscillates)
      return retarded(x, y, kernel_, near.integrals);
    else
      return near.integrals;
  }

  void add_pair(std::size_t index, std::size_t f, const PairIntegrals<Scalar>& pair, std::size_t row,
                Strip<Scalar>& strip) const {
    const std::size_t nodes = at(surface_.nodes), facets = surface_.facets.size();
    const Facet &x = surface_.facets[index], &y = surface_.facets[f];
    const bool same = index == f;
    const Scalar total = pair.single_row[0] + pair.single_row[1] + pair.single_row[2];
    const double turn = kernel_.k * kernel_.k * dot(x.normal, y.normal);
    const auto& curls = curls_[index];
    for (std::size_t a = 0; a < 3; ++a) {
      const Scalar slope = pair.adjoint[a] + (same ? x.area / 6 : 0.0);
      strip.speed[(row + a) * facets + f] = pair.single_row[a] + times(eta_, slope);
      for (std::size_t b = 0; b < 3; ++b) {
        Scalar hyper = dot(curls[a], curls_[f][b]) * total;  // -N
        if constexpr (Kernel::oscillates) hyper -= turn * pair.single[a][b];
        Scalar value = times(eta_, hyper) - pair.dipole[a][b];
        if (same) value += x.area / (a == b ? 12 : 24);
        strip.pressure[(row + a) * nodes + at(y.nodes[b])] += value;
      }
    }
  }

  void apply_speed(std::size_t rows, Strip<Scalar>& strip) const {
    const std::size_t facets = surface_.facets.size();
    if (each_facet_) {
      strip.loads = strip.speed;
      return;
    }
    strip.loads.assign(rows * columns_, Scalar{});
    if (columns_ == 0) return;
    if constexpr (Kernel::oscillates) {
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns_; ++column)
          for (std::size_t f = 0; f < facets; ++f)
            strip.loads[row * columns_ + column] += strip.speed[row * facets + f] * speed_[column * facets + f];
    } else {  // hundreds of columns
      const int m = static_cast<int>(columns_), n = static_cast<int>(rows), k = static_cast<int>(facets);
      gemm('T', 'N', m, n, k, 1, speed_.data(), k, strip.speed.data(), k, 0, strip.loads.data(), m);
    }
  }

  const RadiatingSurface& surface_;
  const NearPairs& near_;
  SurfacePoints points_;
  std::vector<std::array<Vec3, 3>> curls_;
  const Kernel& kernel_;
  std::span<const double> speed_;
  Scalar eta_;
  bool smooth_, each_facet_;
  std::size_t columns_;
};

// Adds the strips of a batch, in their order; tasks own columns.
template <class Scalar>
void add_strips(const RadiatingSurface& surface, std::size_t first, std::size_t count,
                std::span<const Strip<Scalar>> strips, BoundaryEquations<Scalar>& sum) {
  const std::size_t nodes = at(surface.nodes), columns = sum.loads.size() / nodes;
  const auto for_rows = [&](auto&& add) {  // add(node, strip, row of the strip)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t a = 0; a < 3; ++a)
        add(at(surface.facets[first + i].nodes[a]), strips[i / kGroup], 3 * (i % kGroup) + a);
  };
  const auto add_rows = [&](std::vector<Scalar>& matrix, std::vector<Scalar> Strip<Scalar>::*part, std::size_t begin,
                            std::size_t end) {
    for_rows([&](std::size_t node, const Strip<Scalar>& strip, std::size_t row) {
      Scalar* to = matrix.data() + node * nodes;
      const Scalar* from = (strip.*part).data() + row * nodes;
      for (std::size_t c = begin; c < end; ++c) to[c] += from[c];
    });
  };
  parallel_for((nodes + kColumnBlock - 1) / kColumnBlock, [&](std::size_t block) {
    const std::size_t begin = block * kColumnBlock, end = std::min(begin + kColumnBlock, nodes);
    add_rows(sum.pressure, &Strip<Scalar>::pressure, begin, end);
    if (!sum.smooth.empty()) add_rows(sum.smooth, &Strip<Scalar>::smooth, begin, end);
  });
  for_rows([&](std::size_t node, const Strip<Scalar>& strip, std::size_t row) {
    for (std::size_t c = 0; c < columns; ++c) sum.loads[c * nodes + node] += strip.loads[row * columns + c];
  });
}

}  // namespace

template <class Kernel>
BoundaryEquations<typename Kernel::Scalar> boundary_equations(const RadiatingSurface& surface, const NearPairs& near,
                                                              const Kernel& kernel, std::span<const double> speed,
                                                              const BoundarySettings& settings) {
  using Scalar = typename Kernel::Scalar;
  const std::size_t nodes = at(surface.nodes), facets = surface.facets.size();
  BoundaryEquations<Scalar> sum{surface.nodes, std::vector<Scalar>(nodes * nodes),
                                std::vector<Scalar>(settings.smooth ? nodes * nodes : 0),
                                std::vector<Scalar>(nodes * load_columns(surface, speed, settings))};
  const Assembly<Kernel> assembly(surface, near, kernel, speed, settings);
  std::vector<Strip<Scalar>> strips(kGroupsAtATime);
  for (std::size_t first = 0; first < facets; first += kGroupsAtATime * kGroup) {
    const std::size_t count = std::min(kGroupsAtATime * kGroup, facets - first);
    parallel_for((count + kGroup - 1) / kGroup, [&](std::size_t group) {
      const std::size_t begin = group * kGroup;
      assembly.fill(first + begin, std::min(kGroup, count - begin), strips[group]);
    });
    add_strips<Scalar>(surface, first, count, strips, sum);
    if (settings.progress) settings.progress(static_cast<double>(first + count) / static_cast<double>(facets));
  }
  return sum;
}

template BoundaryEquations<double> boundary_equations(const RadiatingSurface&, const NearPairs&, const StaticKernel&,
                                                      std::span<const double>, const BoundarySettings&);
template BoundaryEquations<std::complex<double>> boundary_equations(const RadiatingSurface&, const NearPairs&,
                                                                    const WaveKernel&, std::span<const double>,
                                                                    const BoundarySettings&);

}  // namespace resound
