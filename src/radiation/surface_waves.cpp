#include "radiation/surface_waves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "radiation/pair_integrals.h"
#include "radiation/spherical_waves.h"

namespace resound {
namespace {

using Complex = std::complex<double>;
constexpr int kMostSurfaceOrder = 80;

// Speed and pressure at a point of a facet, both linear over it.
struct PointWaves {
  double speed = 0;  // [m/s] outward
  Complex pressure;  // [Pa]
};

PointWaves waves_at(const Facet& facet, const TrianglePoint& point, const SurfaceWaves& waves) {
  PointWaves at;
  for (std::size_t i = 0; i < 3; ++i) {
    const double shape = point.barycentric[i];
    at.speed += shape * dot(waves.motion[static_cast<std::size_t>(facet.vertices[i])], facet.normal);
    at.pressure += shape * waves.pressure[static_cast<std::size_t>(facet.nodes[i])];
  }
  return at;
}

// How strongly each degree l arrives at a distance, at most, in the direction where its parts agree best:
//   sqrt((2 l + 1) / 4 pi) |a_l| |h_l|, since sum_m Y_lm^2 = (2 l + 1) / 4 pi
std::vector<double> degree_peaks(const ModeField& field, double distance) {
  std::vector<Complex> hankel(static_cast<std::size_t>(field.order + 1));
  if (distance > 0) spherical_hankel_undelayed(field.wavenumber * distance, hankel);
  std::vector<double> peaks;
  for (int l = 0; l <= field.order; ++l) {
    double power = 0;
    for (std::size_t i = harmonic_index(l, -l); i <= harmonic_index(l, l); ++i)
      power += std::norm(field.coefficients[i]);
    const double radial = distance > 0 ? std::abs(hankel[static_cast<std::size_t>(l)]) : 1.0;
    peaks.push_back(std::sqrt((2 * l + 1) * power * 0.25 * std::numbers::inv_pi) * radial);
  }
  return peaks;
}

// The loudest direction is at least as loud as the mean over all of them.
int order_for(std::span<const double> peaks, double tolerance_db) {
  double mean_square = 0;
  for (std::size_t l = 0; l < peaks.size(); ++l) mean_square += peaks[l] * peaks[l] / (2 * static_cast<double>(l) + 1);
  const double allowed = (std::pow(10, tolerance_db / 20) - 1) * std::sqrt(mean_square);
  auto order = static_cast<int>(peaks.size()) - 1;
  double left_out = 0;
  while (order > 0 && left_out + peaks[static_cast<std::size_t>(order)] <= allowed)
    left_out += peaks[static_cast<std::size_t>(order--)];
  return order;
}

}  // namespace

Complex pressure_at(const RadiatingSurface& surface, const SurfaceWaves& waves, const Vec3& place) {
  const WaveKernel kernel{waves.wavenumber};
  Complex sum = 0;
  for (const Facet& facet : surface.facets)
    for (const TrianglePoint& point : three_points()) {
      const Vec3 d = place - point_on(facet, point);
      const auto [g, s] = kernel(length(d));
      const PointWaves at = waves_at(facet, point, waves);
      sum += point.weight * facet.area *
             (Complex(0, waves.omega_density * at.speed) * g + at.pressure * dot(d, facet.normal) * s);
    }
  return sum;
}

int highest_order(double wavenumber, double radius) {
  const double kr = wavenumber * radius;
  return std::min(kMostSurfaceOrder, static_cast<int>(std::ceil(kr + 4 * std::cbrt(kr))) + 8);
}

void truncate(ModeField& field, double radius, double tolerance_db) {
  const int far = order_for(degree_peaks(field, 0), tolerance_db);
  const int near = order_for(degree_peaks(field, 2 * radius), tolerance_db);
  field.order = std::max(far, near);
  field.coefficients.resize(harmonic_count(field.order));
}

ModeField multipoles(const RadiatingSurface& surface, const SurfaceWaves& waves, double tolerance_db) {
  const double k = waves.wavenumber;
  ModeField field{k, highest_order(k, surface.radius), {}};
  const SphericalHarmonics harmonics(field.order);
  const std::size_t count = harmonic_count(field.order);
  std::vector<double> values(count), slopes(count), real(count), imaginary(count);
  std::vector<double> bessel(static_cast<std::size_t>(field.order + 2));
  for (const Facet& facet : surface.facets)
    for (const TrianglePoint& point : three_points()) {
      const Vec3 from_centre = point_on(facet, point) - surface.centre;
      const double r = std::max(length(from_centre), 1e-9 * surface.radius);
      const Vec3 u = from_centre / r;
      harmonics.evaluate(u, facet.normal, values, slopes);
      spherical_bessel(k * r, bessel);

      const PointWaves at = waves_at(facet, point, waves);
      const double area = point.weight * facet.area, outward = k * dot(facet.normal, u);
      const double flow = area * waves.omega_density * at.speed;
      const double p = area * at.pressure.real(), q = area * at.pressure.imag();
      for (int l = 0; l <= field.order; ++l) {
        const double j = bessel[static_cast<std::size_t>(l)];
        const double rise = outward * (l / (k * r) * j - bessel[static_cast<std::size_t>(l + 1)]);  // n.u k j_l'
        for (std::size_t i = harmonic_index(l, -l); i <= harmonic_index(l, l); ++i) {
          const double along = rise * values[i] + j / r * slopes[i];
          real[i] += p * along;
          imaginary[i] += flow * j * values[i] + q * along;
        }
      }
    }
  field.coefficients.reserve(count);
  for (std::size_t i = 0; i < count; ++i) field.coefficients.emplace_back(k * imaginary[i], -k * real[i]);
  truncate(field, surface.radius, tolerance_db);
  return field;
}

}  // namespace resound
