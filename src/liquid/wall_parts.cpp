#include "liquid/wall_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace resound {
namespace {

constexpr double kCovers = 0.9;  // [dx]  a particle of a wall covers so far around it, and behind it; rows lie 1 apart
constexpr double kSameSide = 0.5;    // [1]   cosine between the two
constexpr double kSamePlane = 0.02;  // [dx]

bool covers(const WallPart& part, const WallPart& other, double spacing) {
  const double edge = kCovers * spacing;
  if (other.body == part.body || dot(part.outward, other.outward) < kSameSide) return false;
  const Vec3 base = part.place + part.depth * part.outward;
  const double height = dot(other.outward, base - other.place), gap = height - other.depth;
  if (std::abs(height) > edge || length(base - other.place - height * other.outward) > edge) return false;
  return gap < -kSamePlane * spacing || (gap < kSamePlane * spacing && other.body > part.body);
}

std::vector<WallPart> in_the_world(std::span<const WallPart> parts, std::span<const WallMotion> motions) {
  std::vector<WallPart> placed(parts.begin(), parts.end());
  for (WallPart& part : placed) {
    const Pose& pose = motions[static_cast<std::size_t>(part.body)].pose;
    part.place = pose.to_world(part.place), part.outward = pose.rotation * part.outward;
  }
  return placed;
}

}  // namespace

std::vector<WallPart> without_covered(std::span<const WallPart> parts, std::span<const WallMotion> motions,
                                      double spacing) {
  const auto cell = [&](double x) { return static_cast<std::int64_t>(std::floor(x / (kCovers * spacing))); };
  const auto key = [](std::int64_t i, std::int64_t j, std::int64_t k) { return (k * 2097152 + j) * 2097152 + i; };
  const auto is_still = [&](const WallPart& part) { return motions[static_cast<std::size_t>(part.body)].is_still(); };
  const std::vector<WallPart> placed = in_the_world(parts, motions);
  std::unordered_map<std::int64_t, std::vector<std::size_t>> cells;
  for (std::size_t p = 0; p < placed.size(); ++p)
    if (is_still(placed[p]))
      cells[key(cell(placed[p].place.x), cell(placed[p].place.y), cell(placed[p].place.z))].push_back(p);

  std::vector<WallPart> kept;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const WallPart& part = placed[p];
    const Vec3 base = part.place + part.depth * part.outward;
    bool is_covered = false;
    for (std::int64_t k = -1; k <= 1 && is_still(part); ++k)
      for (std::int64_t j = -1; j <= 1; ++j)
        for (std::int64_t i = -1; i <= 1; ++i)
          if (const auto found = cells.find(key(cell(base.x) + i, cell(base.y) + j, cell(base.z) + k));
              found != cells.end())
            is_covered = is_covered || std::ranges::any_of(found->second, [&](std::size_t other) {
                           return covers(part, placed[other], spacing);
                         });
    if (!is_covered) kept.push_back(parts[p]);
  }
  return kept;
}

}  // namespace resound
