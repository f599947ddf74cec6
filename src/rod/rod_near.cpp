#include "rod/rod_near.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "geometry/contact_hash.h"

namespace resound {
namespace {

bool is_before(const RodNear& a, const RodNear& b) {
  return std::tie(a.kind, a.first, a.second) < std::tie(b.kind, b.first, b.second);
}

Vec3 middle_of(const RodChain& chain, const RodChain::Edge& edge) {
  return 0.5 * (chain.position(edge.first) + chain.position(edge.second));
}

// Pairs of edges, by cubes that hold their middles.
void list_edges(const RodChain& chain, double reach, double least_arc, std::vector<RodNear>& pairs) {
  std::vector<Vec3> middles;
  double thickest = 0;
  for (const RodChain::Edge& edge : chain.edges()) {
    middles.push_back(middle_of(chain, edge));
    thickest = std::max(thickest, edge.radius);
  }
  const double span = chain.longest_edge_now() + 2 * thickest + reach;  // between middles, at most
  const ContactHash hash(middles, span);
  const Vec3 all{span, span, span};
  for (std::size_t i = 0; i < middles.size(); ++i) {
    const RodChain::Edge& a = chain.edges()[i];
    hash.visit({middles[i] - all, middles[i] + all}, [&](std::size_t j) {
      if (j <= i) return;
      const RodChain::Edge& b = chain.edges()[j];
      if (a.rod == b.rod && chain.arc_between(a, b) <= least_arc * (a.radius + b.radius)) return;
      const SegmentGap gap = segment_gap(chain.position(a.first), chain.position(a.second), chain.position(b.first),
                                         chain.position(b.second));
      if (length(gap.apart) > a.radius + b.radius + reach) return;
      const double distance = chain.contact_distance(a, b);
      pairs.push_back({RodNear::Kind::edges, static_cast<int>(i), static_cast<int>(j), distance, 0, {}});
    });
  }
}

double ball_radius(const RodObstacle& obstacle) {  // [m]  below 0: no ball
  const BallForm* ball = std::get_if<BallForm>(&obstacle.form);
  return ball != nullptr ? ball->radius : -1;
}

void list_obstacle(const RodChain& chain, const PlacedObstacle& obstacle, int number, double reach,
                   std::vector<RodNear>& pairs) {
  const double ball = ball_radius(obstacle.obstacle);
  if (ball >= 0) {
    for (std::size_t i = 0; i < chain.edges().size(); ++i) {
      const RodChain::Edge& edge = chain.edges()[i];
      const Vec3& centre = obstacle.pose.position;
      const SegmentGap gap = segment_gap(chain.position(edge.first), chain.position(edge.second), centre,
                                         centre + Vec3{0, 0, 1e-9 * ball});
      if (length(gap.apart) <= ball + edge.radius + reach)
        pairs.push_back({RodNear::Kind::edge_and_ball, static_cast<int>(i), number, ball + edge.radius, 0, {}});
    }
    return;
  }
  for (std::size_t i = 0; i < chain.vertices().size(); ++i) {
    const double radius = chain.vertices()[i].radius;
    if (obstacle.gap(chain.position(i)).distance <= radius + reach)
      pairs.push_back({RodNear::Kind::vertex_and_obstacle, static_cast<int>(i), number, radius, 0, {}});
  }
}

}  // namespace

PlacedObstacle placed_obstacle(RodObstacle obstacle) {
  PlacedObstacle placed;
  placed.radius = std::max(0.0, ball_radius(obstacle));
  if (const auto* surface = std::get_if<std::shared_ptr<const SurfaceIndex>>(&obstacle.form))
    for (const Vec3& v : (*surface)->mesh().vertices) placed.radius = std::max(placed.radius, length(v));
  placed.obstacle = std::move(obstacle);
  return placed;
}

void PlacedObstacle::move_to(double time) {
  const double omega = length(motion.angular_velocity);
  pose = {motion.pose.position + time * motion.velocity, motion.pose.rotation};
  if (omega > 0) pose.rotation = rotation_about(motion.angular_velocity, omega * time) * motion.pose.rotation;
}

double PlacedObstacle::greatest_speed() const {
  return length(motion.velocity) + radius * length(motion.angular_velocity);
}

Vec3 PlacedObstacle::velocity_at(const Vec3& place) const {
  if (std::holds_alternative<PlaneForm>(obstacle.form)) return motion.velocity;
  return motion.velocity + cross(motion.angular_velocity, place - pose.position);
}

PlacedObstacle::Gap PlacedObstacle::gap(const Vec3& place) const {
  if (std::holds_alternative<PlaneForm>(obstacle.form)) {
    const Vec3 up = pose.rotation * Vec3{0, 0, 1};
    return {up, dot(place - pose.position, up)};
  }
  if (const auto* surface = std::get_if<std::shared_ptr<const SurfaceIndex>>(&obstacle.form)) {
    const Vec3 own = pose.to_local(place);
    const std::optional<SurfacePoint> nearest = (*surface)->nearest(own);
    if (!nearest) return {{0, 0, 1}, std::numeric_limits<double>::infinity()};
    const Vec3 apart = own - nearest->position;
    const double distance = length(apart);
    return {pose.rotation * (distance > 0 ? apart / distance : nearest->normal), distance};
  }
  const Vec3 apart = place - pose.position;
  const double distance = length(apart);
  return {distance > 0 ? apart / distance : Vec3{0, 0, 1}, distance};
}

RodNearList find_near(const RodChain& chain, std::span<const PlacedObstacle> obstacles, double reach, double least_arc,
                      const RodNearList& old) {
  RodNearList list;
  list.valid = reach;
  list_edges(chain, reach, least_arc, list.pairs);
  for (std::size_t i = 0; i < obstacles.size(); ++i)
    list_obstacle(chain, obstacles[i], static_cast<int>(i), reach, list.pairs);
  std::sort(list.pairs.begin(), list.pairs.end(), is_before);
  for (const RodNear& near : old.pairs) {
    if (near.touch.way_out == Vec3{}) continue;
    const auto same = std::lower_bound(list.pairs.begin(), list.pairs.end(), near, is_before);
    if (same != list.pairs.end() && !is_before(near, *same)) same->touch = near.touch;
  }
  return list;
}

}  // namespace resound
