#include "picture/sampling.h"

#include <numbers>

namespace resound {
namespace {

// The order in which a 4 x 4 cell hands out its directions: neighbours get numbers that are far apart.
constexpr int kOrder[kCells] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

const double kGoldenAngle =
    std::numbers::pi * (3 - std::sqrt(5.0));  // [rad] any stretch of its multiples is spread evenly

// Evenly spread over the disk: turns of the golden angle, radius as the root of the number.
std::array<DiskPoint, kCells> spiral() {
  std::array<DiskPoint, kCells> points{};
  for (int i = 0; i < kCells; ++i) {
    const double radius = std::sqrt((i + 0.5) / kCells), angle = i * kGoldenAngle;
    points[i] = {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
  }
  return points;
}

// The same spiral lifted onto the hemisphere; each cell gets one direction near the normal and one near the horizon.
std::array<Vec3f, kCells * kOpenRays> cosine_hemisphere() {
  std::array<Vec3f, kCells * kOpenRays> directions{};
  constexpr int kCount = kCells * kOpenRays;
  for (int i = 0; i < kCount; ++i) {
    const double radius = std::sqrt((i + 0.5) / kCount), angle = i * kGoldenAngle;
    directions[i] = to_float({radius * std::cos(angle), radius * std::sin(angle), std::sqrt(1 - radius * radius)});
  }
  return directions;
}

const std::array<DiskPoint, kCells> kSunPoints = spiral();
const std::array<Vec3f, kCells* kOpenRays> kOpenDirections = cosine_hemisphere();

}  // namespace

int cell_of(int x, int y) { return kOrder[4 * (y & 3) + (x & 3)]; }

DiskPoint sun_point(int cell) {
  static const std::array<DiskPoint, kCells> points = spiral();
  return points[static_cast<std::size_t>(cell)];
}

Vec3f open_direction(int cell, int ray) {
  static const std::array<Vec3f, kCells* kOpenRays> directions = cosine_hemisphere();
  return directions[static_cast<std::size_t>(cell + kCells * ray)];
}

// Eight rooks that do not take each other, so that slanting edges get eight steps; the first four lie in four quarters.
DiskPoint subpixel(int index) {
  static constexpr DiskPoint kRooks[kSubpixels] = {{-3, -5}, {7, -7}, {-5, 5}, {3, 7},
                                                   {1, -3},  {-1, 3}, {5, 1},  {-7, -1}};
  const DiskPoint rook = kRooks[index];
  return {rook.x / 16, rook.y / 16};
}

}  // namespace resound
