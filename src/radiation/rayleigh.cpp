#include "radiation/rayleigh.h"

#include <cassert>
#include <numbers>

#include "radiation/radiating_surface.h"

namespace resound {

std::complex<double> rayleigh_baffled(const TriangleMesh& front, std::span<const double> speed, double omega,
                                      const Vec3& place, const RadiationSettings& air) {
  assert(speed.size() == front.triangles.size());
  const double k = omega / air.speed_of_sound;
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < front.triangles.size(); ++i) {
    const auto corner = [&](std::size_t c) { return front.vertices[static_cast<std::size_t>(front.triangles[i][c])]; };
    const double area = 0.5 * length(cross(corner(1) - corner(0), corner(2) - corner(0)));
    for (const TrianglePoint& point : three_points()) {
      const auto& [a, b, c] = point.barycentric;
      const double r = length(place - (a * corner(0) + b * corner(1) + c * corner(2)));
      sum += std::polar(point.weight * area * speed[i] / r, -k * r);
    }
  }
  return std::complex<double>(0, omega * air.air_density * 0.5 * std::numbers::inv_pi) * sum;
}

}  // namespace resound
