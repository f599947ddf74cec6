#include "radiation/kernel_values.h"

#include <numbers>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "radiation/kernel_values.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <bool Wave, class D>
HWY_INLINE void fill_vector(D d, const KernelRow& row, std::size_t i) {
  const auto dx = hn::Sub(hn::Set(d, row.at.x), hn::LoadU(d, row.x + i));
  const auto dy = hn::Sub(hn::Set(d, row.at.y), hn::LoadU(d, row.y + i));
  const auto dz = hn::Sub(hn::Set(d, row.at.z), hn::LoadU(d, row.z + i));
  const auto rr = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
  const auto r = hn::Sqrt(rr);
  const auto scale = hn::Div(hn::Set(d, 0.25 * std::numbers::inv_pi), r), steep = hn::Div(scale, rr);
  const auto along_y =
      hn::MulAdd(dx, hn::LoadU(d, row.normal_x + i),
                 hn::MulAdd(dy, hn::LoadU(d, row.normal_y + i), hn::Mul(dz, hn::LoadU(d, row.normal_z + i))));
  const auto along_x = hn::Neg(hn::MulAdd(
      dx, hn::Set(d, row.normal.x), hn::MulAdd(dy, hn::Set(d, row.normal.y), hn::Mul(dz, hn::Set(d, row.normal.z)))));
  if constexpr (Wave) {
    const auto phase = hn::Mul(hn::Set(d, row.wavenumber), r);
    const auto c = hn::Cos(d, phase), s = hn::Sin(d, phase);
    const auto s_re = hn::Mul(steep, hn::MulAdd(phase, s, c)), s_im = hn::Mul(steep, hn::MulSub(phase, c, s));
    hn::StoreU(hn::Mul(scale, c), d, row.g_re + i);
    hn::StoreU(hn::Neg(hn::Mul(scale, s)), d, row.g_im + i);
    hn::StoreU(hn::Mul(along_y, s_re), d, row.dipole_re + i);
    hn::StoreU(hn::Mul(along_y, s_im), d, row.dipole_im + i);
    hn::StoreU(hn::Mul(along_x, s_re), d, row.adjoint_re + i);
    hn::StoreU(hn::Mul(along_x, s_im), d, row.adjoint_im + i);
  } else {
    hn::StoreU(scale, d, row.g_re + i);
    hn::StoreU(hn::Mul(along_y, steep), d, row.dipole_re + i);
    hn::StoreU(hn::Mul(along_x, steep), d, row.adjoint_re + i);
  }
}

void FillRow(const KernelRow& row, std::size_t count) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> single;  // the same fused arithmetic as the wide one
  std::size_t i = 0;
  if (row.wavenumber > 0) {
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) fill_vector<true>(d, row, i);
    for (; i < count; ++i) fill_vector<true>(single, row, i);
  } else {
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) fill_vector<false>(d, row, i);
    for (; i < count; ++i) fill_vector<false>(single, row, i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {
namespace {

HWY_EXPORT(FillRow);

using Nine = std::array<std::array<double, 3>, 3>;

// From values at the points to integrals with the shape functions.
void weigh(Nine& v, double area_product) {
  std::array<double, 3> rows{}, columns{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) rows[a] += v[a][b], columns[b] += v[a][b];
  const double all = (rows[0] + rows[1] + rows[2]) / 36, scale = area_product / 9;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) v[a][b] = scale * (v[a][b] / 4 + (rows[a] + columns[b]) / 12 + all);
}

}  // namespace

SurfacePoints::SurfacePoints(const RadiatingSurface& surface) : facets(surface.facets.size()) {
  for (const TrianglePoint& point : three_points())
    for (const Facet& facet : surface.facets) {
      const Vec3 p = point_on(facet, point), &n = facet.normal;
      x.push_back(p.x), y.push_back(p.y), z.push_back(p.z);
      normal_x.push_back(n.x), normal_y.push_back(n.y), normal_z.push_back(n.z);
    }
}

void KernelValues::fill(const Facet& facet, const SurfacePoints& points, std::size_t first, std::size_t count,
                        double wavenumber) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 at = point_on(facet, three_points()[i]);
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t from = j * points.facets + first;
      const KernelRow row{at,
                          facet.normal,
                          wavenumber,
                          &points.x[from],
                          &points.y[from],
                          &points.z[from],
                          &points.normal_x[from],
                          &points.normal_y[from],
                          &points.normal_z[from],
                          g_re_[i][j].data(),
                          g_im_[i][j].data(),
                          dipole_re_[i][j].data(),
                          dipole_im_[i][j].data(),
                          adjoint_re_[i][j].data(),
                          adjoint_im_[i][j].data()};
      HWY_DYNAMIC_DISPATCH(FillRow)(row, count);
    }
  }
}

template <class Scalar>
PairIntegrals<Scalar> KernelValues::integrals(std::size_t f, double area_product) const {
  constexpr bool is_wave = !std::is_same_v<Scalar, double>;
  const auto weighed = [&](const Sheet& sheet) {
    Nine v;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) v[i][j] = sheet[i][j][f];
    weigh(v, area_product);
    return v;
  };
  const auto join = [](double re, [[maybe_unused]] double im) {
    if constexpr (is_wave)
      return Scalar(re, im);
    else
      return Scalar(re);
  };
  const Nine g = weighed(g_re_), dipole = weighed(dipole_re_), adjoint = weighed(adjoint_re_);
  Nine g_im{}, dipole_im{}, adjoint_im{};
  if constexpr (is_wave) g_im = weighed(g_im_), dipole_im = weighed(dipole_im_), adjoint_im = weighed(adjoint_im_);
  PairIntegrals<Scalar> sum;
  for (std::size_t a = 0; a < 3; ++a) {
    sum.single_row[a] = join(g[a][0] + g[a][1] + g[a][2], g_im[a][0] + g_im[a][1] + g_im[a][2]);
    sum.adjoint[a] =
        join(adjoint[a][0] + adjoint[a][1] + adjoint[a][2], adjoint_im[a][0] + adjoint_im[a][1] + adjoint_im[a][2]);
    for (std::size_t b = 0; b < 3; ++b) {
      sum.dipole[a][b] = join(dipole[a][b], dipole_im[a][b]);
      if constexpr (is_wave) sum.single[a][b] = join(g[a][b], g_im[a][b]);
    }
  }
  return sum;
}

template PairIntegrals<double> KernelValues::integrals(std::size_t, double) const;
template PairIntegrals<std::complex<double>> KernelValues::integrals(std::size_t, double) const;

}  // namespace resound
#endif
