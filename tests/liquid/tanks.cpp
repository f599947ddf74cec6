#include "liquid/tanks.h"

#include <cmath>
#include <numeric>

namespace resound {

std::vector<LiquidParticle> block_of(const Vec3& corner, int nx, int ny, int nz, double spacing) {
  std::vector<LiquidParticle> particles;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) particles.push_back({corner + spacing * Vec3{i + 0.5, j + 0.5, k + 0.5}, {}, 0});
  return particles;
}

void give_weight(std::vector<LiquidParticle>& particles, double surface, double density) {
  for (LiquidParticle& p : particles) p.pressure = density * kGravity * std::max(0.0, surface - p.position.z);
}

TriangleMesh drawn_out(const std::vector<std::vector<Vec3>>& lines, double width, double margin) {
  TriangleMesh mesh;
  for (const std::vector<Vec3>& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) {
      const int first = static_cast<int>(mesh.vertices.size());
      mesh.vertices.push_back({line[i].x, -margin, line[i].z});
      mesh.vertices.push_back({line[i].x, width + margin, line[i].z});
      if (i + 1 == line.size()) continue;
      mesh.triangles.push_back({first, first + 2, first + 1});
      mesh.triangles.push_back({first + 1, first + 2, first + 3});
    }
  return mesh;
}

LiquidSystem tank_of_water(int nx, int nz, double spacing) {
  LiquidSystem system;
  const double length = nx * spacing, height = nz * spacing;
  system.settings.spacing = spacing;
  system.settings.sound_speed = 10 * std::sqrt(2 * kGravity * height);
  system.period = kSlab * spacing;
  system.particles = block_of({}, nx, kSlab, nz, spacing);
  give_weight(system.particles, height, system.settings.density);
  system.walls.push_back({drawn_out({{{0, 0, 2 * height}, {0, 0, 0}, {length, 0, 0}, {length, 0, 2 * height}}},
                                    system.period, 4 * spacing)});
  system.bounds = {{-1, -1, -1}, {length + 1, 1, 3 * height + 1}};
  return system;
}

double frequency_of(const std::vector<double>& values, double step) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  std::vector<double> crossings;
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double a = values[i - 1] - mean, b = values[i] - mean;
    if (a * b < 0) crossings.push_back(step * (static_cast<double>(i) - b / (b - a)));
  }
  if (crossings.size() < 3) return 0;
  return static_cast<double>(crossings.size() - 1) / (2 * (crossings.back() - crossings.front()));
}

}  // namespace resound
