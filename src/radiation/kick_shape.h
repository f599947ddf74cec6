#pragma once
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

#include "radiation/kick_filters.h"
#include "radiation/sphere_kick.h"

namespace resound {

// What a kick becomes for an ear at distance r, with s = i w, y = s / band and the impulse J along n to the ear:
//
//   P(s) exp(s t_arrival) = J.n / (4 pi r^2) (1 + s r/c) Q(y)
//   Q = S(s a/c) W(s),   S(x) = exp(x) / (1 + x + x^2/2),   W(s) = cos(w d/2) / (1 - (w d/pi)^2)
//
// S is what the size of the sphere does, W what the width of the push does; both are nearly one. A kick's shape is the
// polynomial of degree six in y through Q at four frequencies of the band (Chebyshev's), so no series is cut short.
struct alignas(64) KickShape {
  std::array<float, 16> padded{};  // 0, q0 ... q6, 0 ...: read from place 1 for Q, from place 0 for y Q
};

// Makes shapes: Q is linear in W, and W a short series in the width squared, so that a shape is eight multiply-adds of
// eight numbers that belong to the radius. Those are found once a radius and kept.
class KickShaper {
 public:
  KickShaper(const KickFilters& filters, double speed_of_sound);

  // Up to here Q is right to -70 dB: 2 mm and 50 us at 44.1 kHz. What is larger or softer sounds by its closed form.
  static constexpr double kLargest = 0.7325;  // [rad]  band * radius / c
  static constexpr double kWidest = 3.142;    // [rad]  band * width / 2
  bool can_shape(const SphereKick& kick) const;

  void shape(const SphereKick& kick, KickShape& shape);
  static KickShape delta();  // Q = 1: a pressure that is a delta

 private:
  static constexpr int kSeries = 8;
  struct alignas(32) Sphere {
    std::array<std::array<float, KickFilters::kTerms>, kSeries> by_width{};  // [power of the squared half width][term]
  };
  Sphere made_for(double radius) const;
  const Sphere& sphere(double radius);

  double phase_per_metre_;   // [rad/m]
  double phase_per_second_;  // [rad/s]  of half a width
  std::vector<Sphere> spheres_;
  std::unordered_map<double, std::size_t> by_radius_;
  double last_radius_ = -1;
  std::size_t last_ = 0;
};

}  // namespace resound
