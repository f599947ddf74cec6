#pragma once
#include <cmath>
#include <complex>
#include <span>
#include <vector>

#include "numerics/pi.h"
#include "radiation/kick_kernel.h"
#include "radiation/pushed_sphere.h"

// One ear at rest in free air, straight on the kernels: what kicks give there, and what they should.
namespace resound::test {

constexpr StillAir kAir{1.2041, 343.21};

enum class KickWay { polynomial, closed_form };

// Samples from time zero on [Pa].
inline std::vector<double> hear_kicks(std::span<const SphereKick> kicks, const Vec3& ear, SampleRate rate,
                                      std::size_t samples, KickWay way = KickWay::polynomial) {
  const KickFilters filters(rate);
  KickShaper shaper(filters, kAir.speed_of_sound);
  std::vector<KickShape> shapes{KickShaper::delta()};
  std::vector<KickDot> dots;
  std::vector<PushNode> nodes;
  const double rows_a_second = KickFilters::kRowsPerSample * rate.hz;
  for (const SphereKick& kick : kicks) {
    const Vec3 to_ear = ear - kick.centre;
    const double r = length(to_ear), along = dot(kick.impulse, to_ear) / r;
    const double arrival = kick.time + r / kAir.speed_of_sound;
    const double near = along / (4 * kPi * r * r), far = near * filters.band() * r / kAir.speed_of_sound;
    const auto add = [&](double at, double share, std::size_t shape) {
      dots.push_back({at * rows_a_second, static_cast<float>(share * near), static_cast<float>(share * far),
                      static_cast<int>(shape)});
    };
    if (way == KickWay::polynomial) {
      add(arrival, 1, shapes.size());
      shaper.shape(kick, shapes.emplace_back());
    } else {
      nodes.clear();
      AirPush(kick, kAir.speed_of_sound).add_nodes(filters.band(), nodes);
      for (const PushNode& node : nodes) add(arrival + node.time, node.share, 0);
    }
  }
  std::size_t ring = 1;
  while (ring < 2 * samples + 256) ring *= 2;
  std::vector<float> rows(ring * KickFilters::kTerms);
  spread_kicks(filters, dots, shapes.data(), {rows.data(), ring - 1});
  std::vector<float> line(static_cast<std::size_t>(KickFilters::kReach) * KickFilters::kTerms);  // before time zero
  line.insert(line.end(), rows.begin(), rows.end());
  std::vector<double> pressure(samples);
  add_kick_pressure(filters, line.data(), pressure);
  return pressure;
}

using Complex = std::complex<double>;

// Spectrum of samples as that of a signal: integral of p(t) exp(-i w t) dt [Pa s].
inline Complex spectrum(std::span<const double> samples, SampleRate rate, double frequency) {
  const Complex turn = std::polar(1.0, -2 * kPi * frequency / rate.hz);
  Complex phasor = 1, sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i % 512 == 0) phasor = std::polar(1.0, -2 * kPi * frequency * static_cast<double>(i) / rate.hz);
    sum += samples[i] * phasor;
    phasor *= turn;
  }
  return sum / rate.hz;
}

// The exact spectrum of kicks at an ear [Pa s].
inline Complex exact_spectrum(std::span<const SphereKick> kicks, const Vec3& ear, double frequency) {
  const Complex s(0, 2 * kPi * frequency);
  const double c = kAir.speed_of_sound;
  Complex sum = 0;
  for (const SphereKick& kick : kicks) {
    const Vec3 to_ear = ear - kick.centre;
    const double r = length(to_ear), along = dot(kick.impulse, to_ear) / r;
    const Complex x = s * kick.radius / c;
    const double u = kPi * frequency * kick.width;
    const double width = std::abs(u - kPi / 2) < 1e-9 ? kPi / 4 : std::cos(u) / (1 - 4 * u * u / (kPi * kPi));
    sum += along / (4 * kPi * r * r) * (1.0 + s * r / c) * std::exp(x) / (1.0 + x + x * x / 2.0) * width *
           std::exp(-s * (kick.time + r / c));
  }
  return sum;
}

}  // namespace resound::test
