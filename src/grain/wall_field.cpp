#include "grain/wall_field.h"

#include <algorithm>
#include <cmath>

#include "grain/parabola.h"

namespace resound {
namespace {

constexpr double kNoWallGap = 1e-12;  // [1]  a gap below this share of the radius is none
constexpr int kMostSteps = 200;       // of a search; it then looks again
constexpr double kTurnInStep = 0.1;   // [rad]  the most a wall turns in one step of a search

Vec3 lower(const Vec3& a, const Vec3& b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3 upper(const Vec3& a, const Vec3& b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

Box box_of(const WallFacet& f) { return {lower(f.a, lower(f.b, f.c)), upper(f.a, upper(f.b, f.c))}; }

}  // namespace

// In the frame of a wall that turns, Coriolis' and the centrifugal acceleration come in. Within kTurnInStep of a turn
// they stay below 1.26 times the bound from their values at its beginning.
struct WallField::Path {
  const WallField& wall;
  BallFlight flight;    // in the frame of a wall that does not turn; else in the world's
  double now;           // [s]
  double magnitude;     // [m/s^2]  of the acceleration
  double turning;       // [rad/s]
  double sideways = 0;  // [m/s^2]  the part of the acceleration across the axis of a wall that does not turn

  Path(const WallField& field, const BallFlight& world, double time) : wall(field), now(time) {
    magnitude = length(world.acceleration);
    turning = length(field.motion_.angular_velocity);
    if (field.turns()) {
      flight = world;
      return;
    }
    const Pose pose = field.pose(time);
    const Rotation back = pose.rotation.inverse();
    flight = {pose.to_local(world.position), back * (world.velocity - field.motion_.velocity),
              back * world.acceleration};
    sideways = std::hypot(flight.acceleration.x, flight.acceleration.y);
  }
  LocalState at(double after) const {
    const Vec3 x = flight.position + after * (flight.velocity + 0.5 * after * flight.acceleration);
    const Vec3 v = flight.velocity + after * flight.acceleration;
    if (turning == 0) return {x, v, magnitude, sideways};
    const Pose pose = wall.pose(now + after);
    const Rotation back = pose.rotation.inverse();
    const Vec3 local = pose.to_local(x);
    const Vec3 moved = back * (v - wall.motion_.velocity) - cross(back * wall.motion_.angular_velocity, local);
    const double bound = 1.26 * (magnitude + 2.1 * turning * length(moved) + turning * turning * length(local));
    return {local, moved, bound, bound};
  }
  double longest_step() const { return turning > 0 ? kTurnInStep / turning : kNever; }
};

WallField::WallField(const Wall& wall, double largest_radius) : motion_(wall.motion) {
  if (const auto* revolved = std::get_if<RevolvedWall>(&wall.shape))
    for (std::size_t i = 1; i < revolved->profile.size(); ++i)
      steps_.push_back({revolved->profile[i - 1], revolved->profile[i]});
  if (!steps_.empty()) {
    margin_ = std::max(largest_radius, bounds(0).diagonal() / 64);
    profile_ = ProfileCells(steps_, largest_radius + margin_, margin_);
  }
  if (const auto* mesh = std::get_if<MeshWall>(&wall.shape)) {
    for (const Triangle& t : mesh->mesh.triangles)
      facets_.push_back({mesh->mesh.vertices[t[0]], mesh->mesh.vertices[t[1]], mesh->mesh.vertices[t[2]]});
    index_facets(largest_radius);
  }
  plane_ = std::holds_alternative<PlaneWall>(wall.shape);
  move(motion_, 0);
}

void WallField::move(const WallMotion& motion, double now) {
  motion_ = motion;
  since_ = now;
  plane_normal_ = motion.pose.rotation * Vec3{0, 0, 1};
  plane_offset_ = dot(plane_normal_, motion.pose.position);
  plane_speed_ = dot(plane_normal_, motion.velocity);
  is_steady_plane_ = plane_ && !turns() && !motion.absent;
}

Pose WallField::pose(double now) const {
  const double after = now - since_;
  Pose pose = motion_.pose;
  pose.position += after * motion_.velocity;
  if (turns())
    pose.rotation = rotation_about(motion_.angular_velocity, after * length(motion_.angular_velocity)) * pose.rotation;
  return pose;
}

Box WallField::bounds(double margin) const {
  Box box{motion_.pose.position, motion_.pose.position};
  const auto include = [&](const Vec3& local) {
    const Vec3 p = motion_.pose.to_world(local), m{margin, margin, margin};
    box = {lower(box.low, p - m), upper(box.high, p + m)};
  };
  for (const WallFacet& f : facets_)
    for (const Vec3& corner : {f.a, f.b, f.c}) include(corner);
  for (const ProfileStep& step : steps_)
    for (const ProfilePoint& p : {step.from, step.to})
      for (const double x : {-p.radius, p.radius})
        for (const double y : {-p.radius, p.radius}) include({x, y, p.height});
  return box;
}

bool WallField::may_touch(const Box& box) const {
  if (motion_.absent) return false;
  const Vec3 middle = box.middle(), half = 0.5 * (box.high - box.low);
  if (plane_) {
    const Vec3& n = plane_normal_;
    return dot(n, middle) - plane_offset_ <= std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
  }
  const Vec3 local = motion_.pose.to_local(middle);
  const double reach = length(half);
  for (const ProfileStep& step : steps_)
    if (near(step, local).distance <= reach) return true;
  return !facets_.empty() && to_cells(local) <= reach;
}

// ---- facets by cells ----

void WallField::index_facets(double largest_radius) {
  Box box = box_of(facets_.front());
  for (const WallFacet& f : facets_) box = {lower(box.low, box_of(f).low), upper(box.high, box_of(f).high)};
  cell_size_ = margin_ = std::max(largest_radius, box.diagonal() / 64);
  const double reach = largest_radius + margin_;
  const Vec3 m{reach, reach, reach};
  cells_ = {box.low - m, box.high + m};
  const auto count = [&](double extent) { return 1 + static_cast<int>(extent / cell_size_); };
  const Vec3 size = cells_.high - cells_.low;
  nx_ = count(size.x);
  ny_ = count(size.y);
  nz_ = count(size.z);
  const double half_diagonal = cell_size_ * std::sqrt(3.0) / 2;
  const auto visit = [&](auto&& show) {
    for (int i = 0; i < static_cast<int>(facets_.size()); ++i) {
      const Box b = box_of(facets_[i]);
      const Vec3 from = (b.low - m - cells_.low) / cell_size_, to = (b.high + m - cells_.low) / cell_size_;
      for (int z = std::max(0, static_cast<int>(from.z)); z <= std::min(nz_ - 1, static_cast<int>(to.z)); ++z)
        for (int y = std::max(0, static_cast<int>(from.y)); y <= std::min(ny_ - 1, static_cast<int>(to.y)); ++y)
          for (int x = std::max(0, static_cast<int>(from.x)); x <= std::min(nx_ - 1, static_cast<int>(to.x)); ++x) {
            const Vec3 middle = cells_.low + cell_size_ * Vec3{x + 0.5, y + 0.5, z + 0.5};
            if (near(facets_[i], middle).distance <= reach + half_diagonal) show((z * ny_ + y) * nx_ + x, i);
          }
    }
  };
  first_.assign(static_cast<std::size_t>(nx_) * ny_ * nz_ + 1, 0);
  visit([&](int cell, int) { ++first_[cell + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  listed_.resize(static_cast<std::size_t>(first_.back()));
  std::vector<int> next(first_.begin(), first_.end() - 1);
  visit([&](int cell, int facet) { listed_[next[cell]++] = facet; });
}

double WallField::to_cells(const Vec3& p) const {
  const auto outside = [](double x, double low, double high) { return std::max({low - x, 0.0, x - high}); };
  return length({outside(p.x, cells_.low.x, cells_.high.x), outside(p.y, cells_.low.y, cells_.high.y),
                 outside(p.z, cells_.low.z, cells_.high.z)});
}

std::optional<int> WallField::cell_at(const Vec3& p) const {
  if (to_cells(p) > 0) return std::nullopt;
  const Vec3 at = (p - cells_.low) / cell_size_;
  const int x = std::min(nx_ - 1, static_cast<int>(at.x)), y = std::min(ny_ - 1, static_cast<int>(at.y)),
            z = std::min(nz_ - 1, static_cast<int>(at.z));
  return (z * ny_ + y) * nx_ + x;
}

// ---- looking ahead ----

template <class Part>
double WallField::first_touch(const Part& part, const Path& path, double radius, double limit) const {
  double after = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const LocalState state = path.at(after);
    const Near close = near(part, state.place);
    const double gap = close.distance - radius;
    if (gap <= kNoWallGap * radius && dot(close.away, state.velocity) < 0) return after;
    const double wait = std::min(safe_time(part, close, std::max(gap, 0.0), state), path.longest_step());
    after += wait;
    if (after >= limit) return kNever;
    if (wait <= 0) return after;  // lies on it without moving
  }
  return after;
}

WallField::Look WallField::look(const BallFlight& flight, double radius, double now, double limit) const {
  if (is_steady_plane_) {
    const double gap = dot(plane_normal_, flight.position) - plane_offset_ - plane_speed_ * (now - since_) - radius;
    const double slope = dot(plane_normal_, flight.velocity) - plane_speed_;
    const double fall = dot(plane_normal_, flight.acceleration);
    if (gap + limit * (std::min(slope, 0.0) + 0.5 * limit * std::min(fall, 0.0)) > 0) return {kNever, false};
    const double after = first_zero(gap, slope, fall);
    return {after, after < kNever};
  }
  if (motion_.absent) return {kNever, false};
  const Path path(*this, flight, now);
  if (plane_) {
    double after = 0;
    for (int step = 0; step < kMostSteps && after < limit; ++step) {
      const LocalState state = path.at(after);
      const double gap = state.place.z - radius;
      if (gap <= kNoWallGap * radius && state.velocity.z < 0) return {after, true};
      const double wait =
          std::min(first_zero(std::max(gap, 0.0), state.velocity.z, -state.acceleration), path.longest_step());
      after += wait;
      if (wait <= 0) return {after, true};
    }
    return {after, false};
  }
  if (!facets_.empty()) return look_at_facets(path, radius, limit);
  return look_at_steps(path, radius, limit);
}

WallField::Look WallField::look_at_steps(const Path& path, double radius, double limit) const {
  const LocalState state = path.at(0);
  const double r = std::sqrt(state.place.x * state.place.x + state.place.y * state.place.y);
  const double free_way = profile_.outside(r, state.place.z) + margin_;
  const double valid =
      std::min(first_zero(free_way, -length(state.velocity), -state.acceleration), path.longest_step());
  Look first{std::min(valid, limit), false};
  for (const int step : profile_.near(r, state.place.z))
    if (const double after = first_touch(steps_[step], path, radius, first.after); after < first.after)
      first = {after, true};
  return first;
}

WallField::Look WallField::look_at_facets(const Path& path, double radius, double limit) const {
  const LocalState state = path.at(0);
  const std::optional<int> cell = cell_at(state.place);
  const double free_way = cell ? margin_ : to_cells(state.place) + margin_;
  const double valid =
      std::min(first_zero(free_way, -length(state.velocity), -state.acceleration), path.longest_step());
  Look first{std::min(valid, limit), false};
  if (!cell) return first;
  for (int k = first_[*cell]; k < first_[*cell + 1]; ++k)
    if (const double after = first_touch(facets_[listed_[k]], path, radius, first.after); after < first.after)
      first = {after, true};
  return first;
}

std::optional<WallField::Touch> WallField::touch(const Vec3& place, const Vec3& velocity, double radius, double now,
                                                 double reach) const {
  if (motion_.absent) return std::nullopt;
  const Pose at = pose(now);
  const Vec3 local = at.to_local(place);
  std::optional<Touch> best;
  const auto consider = [&](const Near& close) {
    const double gap = close.distance - radius;
    if (!(gap <= reach)) return;
    const Vec3 away = at.rotation * close.away;
    const Vec3 arm = place - close.distance * away - at.position;
    const Vec3 wall_velocity = motion_.velocity + cross(motion_.angular_velocity, arm);
    const double approach = -dot(away, velocity - wall_velocity);
    if (!best || approach > best->approach) best = Touch{away, wall_velocity, approach, gap};
  };
  if (plane_) consider({local.z, {0, 0, 1}});
  if (!steps_.empty())
    for (const int step : profile_.near(std::hypot(local.x, local.y), local.z)) consider(near(steps_[step], local));
  if (const auto cell = facets_.empty() ? std::nullopt : cell_at(local))
    for (int k = first_[*cell]; k < first_[*cell + 1]; ++k) consider(near(facets_[listed_[k]], local));
  return best;
}

}  // namespace resound
