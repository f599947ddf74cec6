#include "radiation/skin_pressure.h"
#include "numerics/pi.h"

#include <doctest/doctest.h>

#include <cmath>
#include <complex>

#include "numerics/blas.h"
#include "radiation/bodies.h"
#include "radiation/static_air.h"

using namespace resound;
using namespace resound::test;
using Complex = std::complex<double>;

namespace {

TriangleMesh scaled(TriangleMesh mesh, double by) {
  for (Vec3& vertex : mesh.vertices) vertex *= by;
  return mesh;
}

// Amplitude of the pressure on each facet when the facets move with these speeds times sin(omega t), once it has
// settled, over rho c.
std::vector<Complex> response(SkinPressure& skin, const SkinPressureSettings& air, std::span<const double> speeds,
                              double frequency, int block = 32) {
  const double omega = 2 * kPi * frequency * air.rate.step();
  const int settle = 2400, periods = 10;
  const int listen = static_cast<int>(std::lround(periods * air.rate.hz / frequency));
  const std::size_t facets = skin.facets();
  const auto stride = static_cast<std::size_t>(block);
  SkinPressureState state;
  std::vector<double> moves(facets * stride), pressures(moves.size());
  std::vector<Complex> sums(facets);
  for (int first = 0; first < settle + listen; first += block) {
    for (std::size_t f = 0; f < facets; ++f)
      for (std::size_t i = 0; i < stride; ++i)
        moves[f * stride + i] = speeds[f] * std::sin(omega * (first + static_cast<int>(i)));
    skin.follow(moves, block, block, state, pressures);
    for (std::size_t f = 0; f < facets; ++f)
      for (std::size_t i = 0; i < stride; ++i) {
        const int sample = first + static_cast<int>(i) - settle;
        if (sample < 0 || sample >= listen) continue;
        const Complex turn = std::polar(1.0, -omega * (first + static_cast<int>(i)));
        sums[f] += Complex(0, 2) * pressures[f * stride + i] * turn / static_cast<double>(listen);
      }
  }
  for (Complex& sum : sums) sum /= air.air_density * air.speed_of_sound;
  return sums;
}

}  // namespace

TEST_CASE("the air on a breathing sphere answers in time as the exact impedance says") {
  const SkinPressureSettings air;
  const double radius = 0.1;
  SkinPressure skin(scaled(sphere(2), radius), air);
  const std::vector<double> breathing(skin.facets(), 1.0);
  for (const double frequency : {100.0, 500.0, 2000.0}) {
    const double ka = 2 * kPi * frequency / air.speed_of_sound * radius;
    const Complex exact = Complex(0, ka) / Complex(1, ka);
    Complex mean = 0;
    for (const Complex& p : response(skin, air, breathing, frequency)) mean += p / static_cast<double>(skin.facets());
    CAPTURE(frequency);
    CHECK(std::abs(mean - exact) < 0.02 * std::abs(exact));
  }
}

TEST_CASE("the added length of a breathing sphere is its radius, of a moving one half of it") {
  const SkinPressureSettings air;
  const double radius = 0.1;
  const TriangleMesh mesh = scaled(sphere(2), radius);
  const RadiatingSurface surface(mesh);
  SkinPressure skin(mesh, air);
  // far below every corner the pressure is rho l dv/dt
  const double frequency = 40, ka = 2 * kPi * frequency / air.speed_of_sound * radius;
  std::vector<double> breathing, moving;
  for (const Facet& facet : surface.facets) breathing.push_back(1), moving.push_back(facet.normal.x);
  double breathes = 0, moves = 0, weight = 0;
  const auto one = response(skin, air, breathing, frequency), two = response(skin, air, moving, frequency);
  for (std::size_t f = 0; f < surface.facets.size(); ++f) {
    const double x = surface.facets[f].normal.x, area = surface.facets[f].area;
    breathes += (one[f] / (1.0 - one[f])).imag() / ka / static_cast<double>(surface.facets.size());
    moves += area * x * two[f].imag() / ka, weight += area * x * x;
  }
  CHECK(breathes == doctest::Approx(1).epsilon(0.01));
  CHECK(moves / weight == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("the air on a thin bar in time is that of the frequency domain") {
  const SkinPressureSettings air;
  const TriangleMesh bar = grid_box({0.36, 0.05, 0.0127}, 24, 4, 1);
  const RadiatingSurface surface(bar);
  std::vector<double> bending;
  for (const Facet& facet : surface.facets)
    bending.push_back(facet.normal.z * std::cos(2 * kPi * facet.centroid.x / 0.36));
  SkinPressure skin(bar, air);
  const OneBlasThread one_thread;
  const StaticAir still(surface, bending);
  for (const double frequency : {187.0, 748.0, 1870.0}) {
    const double k = 2 * kPi * frequency / air.speed_of_sound;
    const std::vector<std::size_t> column{0};
    const std::vector<double> wavenumber{k};
    const std::vector<Complex> nodal = still.doubly_asymptotic(column, wavenumber);
    const std::vector<Complex> found = response(skin, air, bending, frequency);
    // what counts is the push on the air
    Complex expected = 0, heard = 0;
    for (std::size_t f = 0; f < surface.facets.size(); ++f) {
      const Facet& facet = surface.facets[f];
      Complex mean = 0;
      for (const int node : facet.nodes) mean += nodal[static_cast<std::size_t>(node)] / 3.0;
      expected += facet.area * bending[f] * mean;
      heard += facet.area * bending[f] * found[f];
    }
    CAPTURE(frequency);
    CHECK(std::abs(heard - expected) < 0.03 * std::abs(expected));
  }
}

TEST_CASE("the air on a skin does not care how its samples are cut into blocks") {
  const SkinPressureSettings air;
  SkinPressure skin(sphere(1), air);
  std::vector<double> speeds(skin.facets() * 48), whole(speeds.size()), parts(speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) speeds[i] = std::sin(0.1 * static_cast<double>(i * i % 97));
  SkinPressureState once, twice;
  skin.follow(speeds, 48, 48, once, whole);
  skin.follow(speeds, 48, 16, twice, parts);
  skin.follow(std::span(speeds).subspan(16), 48, 32, twice, std::span(parts).subspan(16));
  for (std::size_t i = 0; i < whole.size(); ++i) CHECK(parts[i] == doctest::Approx(whole[i]).epsilon(1e-9).scale(100));
}
