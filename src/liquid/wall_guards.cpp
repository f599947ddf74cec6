#include "liquid/wall_guards.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "liquid/wall_samples.h"

namespace resound {
namespace {

constexpr double kClearance = 0.25;             // [dx]  half of what a particle has that rests at a wall
constexpr double kGoes = 0.1;                   // [dx]  in a step
constexpr double kCaught = 0.65;                // [dx]  from a wall, within which what falls on it is caught
constexpr double kBehind = 0.5, kAside = 0.88;  // [dx]  from a place of the surface to the first layer behind it
constexpr double kCatching =
    2;  // [c0/h]  how fast a particle next to a wall loses what it has against it: drops stay where they land
constexpr double kAskew = 1e-9;  // [1]   a place so near to a triangle's side has no one front
constexpr int kMostWalls = 4;    // that meet at a place

double squared_way(const PlaceRow& a, const PlaceRow& b) {  // [units^2]
  const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}

}  // namespace

WallGuards::WallGuards(const LiquidSystem& system)
    : spacing_(system.settings.spacing),
      watched_(std::max(kCaught, kClearance + system.settings.wall_margin + kGoes) * spacing_),
      catching_rate_(system.settings.sound_speed / (system.settings.smoothing * system.settings.spacing)),
      impulses_(system.balls.size()) {
  for (const LiquidWall& wall : system.walls)
    surfaces_.push_back({SurfaceIndex(wall.mesh), wall.in_front_only || is_closed(wall.mesh)});
  for (const LiquidBall& ball : system.balls) radii_.push_back(ball.radius);
}

std::optional<WallGuards::Nearest> WallGuards::nearest(int body, const Vec3& place) const {
  const auto index = static_cast<std::size_t>(body);
  if (index >= surfaces_.size()) {
    const double radius = radii_[index - surfaces_.size()], away = length(place);
    if (away == 0) return {};
    return Nearest{radius / away * place, place / away, away - radius};
  }
  const auto found = surfaces_[index].index.nearest(place);
  if (!found || found->distance == 0) return {};
  Nearest nearest{found->position, (place - found->position) / found->distance, found->distance};
  const bool is_within = std::ranges::all_of(found->weights, [](double w) { return w > kAskew; });
  if (surfaces_[index].has_front && is_within && dot(nearest.away, found->normal) < 0)
    nearest.away = -nearest.away, nearest.distance = -nearest.distance;
  return nearest;
}

void WallGuards::post(std::vector<Vec3>& positions, const std::vector<LiquidRow>& liquid, const NearLists& near,
                      const LiquidWalls& walls) {
  const std::size_t rows = positions.size();
  const double searched = std::hypot(watched_ + kBehind * spacing_, kAside * spacing_) / walls.grid().unit;  // [units]
  find_poses(walls, posted_poses_);
  posted_.resize((rows + NearLists::kBlock - 1) / NearLists::kBlock);
  for_blocks(rows, [&](std::size_t block, std::size_t first, std::size_t end) {
    std::vector<Guard>& posted = posted_[block];
    posted.clear();
    for (std::size_t i = first; i < end; ++i) {
      std::array<int, kMostWalls> bodies{};
      int count = 0;
      for (const std::uint32_t other : near.of(i)) {
        if (other >= walls.size() || count == kMostWalls) break;
        const auto known = bodies.begin() + count;
        const int body = walls.wall_of(other);
        if (std::find(bodies.begin(), known, body) != known) continue;
        if (squared_way(liquid[i].place, walls.rows().place[other]) <= searched * searched)
          bodies[static_cast<std::size_t>(count++)] = body;
      }
      for (int b = 0; b < count; ++b) {
        const int body = bodies[static_cast<std::size_t>(b)];
        const Pose& pose = posted_poses_[static_cast<std::size_t>(body)];
        const auto found = nearest(body, pose.to_local(positions[i]));
        if (found && found->distance < watched_)
          posted.push_back({static_cast<std::uint32_t>(i), body, found->place, found->away, pose.to_world(found->place),
                            pose.rotation * found->away});
      }
    }
  });
  guards_.clear();
  for (const std::vector<Guard>& posted : posted_) guards_.insert(guards_.end(), posted.begin(), posted.end());
}

void WallGuards::find_poses(const LiquidWalls& walls, std::vector<Pose>& poses) const {
  poses.clear();
  for (std::size_t b = 0; b < surfaces_.size() + radii_.size(); ++b) poses.push_back(walls.pose(static_cast<int>(b)));
}

void WallGuards::hold(std::vector<Vec3>& positions, std::vector<Vec3>& velocities, double particle_mass, double step,
                      const LiquidWalls& walls) {
  const double caught = 1 - std::exp(-kCatching * step * catching_rate_);
  work_ = 0;
  held_.clear();
  find_poses(walls, poses_);
  stands_.resize(poses_.size());
  for (std::size_t b = 0; b < poses_.size(); ++b)
    stands_[b] = walls.is_still(static_cast<int>(b)) && poses_[b] == posted_poses_[b] ? 1 : 0;
  std::ranges::fill(impulses_, Vec3{});
  for (const Guard& guard : guards_) {
    const auto body = static_cast<std::size_t>(guard.body);
    const Pose& pose = poses_[body];
    Vec3 &x = positions[guard.row], &v = velocities[guard.row];
    const Vec3 place = stands_[body] != 0 ? guard.at : pose.to_world(guard.place);
    const Vec3 normal = stands_[body] != 0 ? guard.facing : pose.rotation * guard.normal;
    const double away = dot(x - place, normal), lacking = kClearance * spacing_ - away;
    if (away > kCaught * spacing_) continue;
    if (lacking > 0) x += lacking * normal;
    const Vec3 moving = stands_[body] != 0 ? Vec3{} : walls.velocity(guard.body, place, pose.position);
    const double closing = -dot(v - moving, normal);
    if (lacking > 0 || closing > 0) held_.push_back({guard.row, std::max(0.0, lacking)});
    if (closing <= 0) continue;
    const double taken = lacking > 0 ? closing : caught * closing;
    v += taken * normal;
    const Vec3 impulse = particle_mass * taken * normal;
    if (body < surfaces_.size())
      work_ += dot(impulse, moving);
    else
      impulses_[body - surfaces_.size()] -= impulse;
  }
}

}  // namespace resound
