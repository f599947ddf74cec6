#include "splash/hit_clusters.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "numerics/pi.h"
#include "splash/point_cells.h"

namespace resound {
namespace {

struct Sum {
  double time = 0, last = 0;
  Vec3 place, velocity;
  double speed = 0;
  int count = 0, on_wall = 0, wall = kOnLiquid;
};

std::vector<std::size_t> group_hits(std::span<const ParticleHit> hits, double reach) {
  std::vector<Vec3> places;
  for (const ParticleHit& hit : hits) places.push_back(hit.place);
  PointCells cells;
  Groups groups = connected(places, reach, cells);
  std::vector<std::size_t> group(hits.size());
  for (std::size_t i = 0; i < hits.size(); ++i) group[i] = groups.of(i);
  return group;
}

std::size_t count_groups(const std::vector<std::size_t>& group) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < group.size(); ++i) count += group[i] == i;
  return count;
}

}  // namespace

double radius_of(std::size_t particles, double spacing) {
  return spacing * std::cbrt(3 * static_cast<double>(particles) / (4 * kPi));
}

std::vector<HitCluster> join_hits(std::span<const ParticleHit> hits, double spacing, std::size_t most) {
  if (hits.empty()) return {};
  double reach = 2 * spacing;
  std::vector<std::size_t> group = group_hits(hits, reach);
  while (count_groups(group) > most) group = group_hits(hits, reach *= 1.5);

  std::map<std::size_t, Sum> sums;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    Sum& sum = sums[group[i]];
    if (sum.count == 0 || hits[i].time < sum.time) sum.time = hits[i].time;
    sum.last = std::max(sum.last, hits[i].time);
    sum.place += hits[i].place;
    sum.velocity += hits[i].velocity;
    sum.speed += hits[i].speed;
    ++sum.count;
    if (hits[i].wall >= 0) ++sum.on_wall, sum.wall = hits[i].wall;
  }
  std::vector<HitCluster> clusters;
  for (const auto& [first, sum] : sums) {
    SplashImpact impact;
    impact.time = sum.time;
    impact.place = sum.place / sum.count;
    const double speed = length(sum.velocity);
    impact.direction = speed > 0 ? sum.velocity / speed : Vec3{0, 0, -1};
    impact.speed = sum.speed / sum.count;
    impact.particles = sum.count;
    impact.radius = radius_of(static_cast<std::size_t>(sum.count), spacing);
    impact.wall = 2 * sum.on_wall > sum.count ? sum.wall : kOnLiquid;
    clusters.push_back({impact, sum.wall, sum.last});
  }
  std::ranges::stable_sort(clusters, {}, [](const HitCluster& cluster) { return cluster.impact.time; });
  return clusters;
}

}  // namespace resound
