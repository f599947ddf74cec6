#include "liquid/liquid_walls.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "liquid/sphere_samples.h"

namespace resound {
namespace {

constexpr int kLayers = 3;
constexpr double kLoose = 0.9;  // [dx]  by which a thick wall is felt from behind its surface

// The first of them; what follows stays.
template <class T>
void reorder(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
  std::vector<T> sorted = values;
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = values[order[i]];
  values = std::move(sorted);
}

}  // namespace

LiquidWalls::LiquidWalls(const LiquidSystem& system, const PlaceGrid& grid)
    : grid_(grid),
      spacing_(system.settings.spacing),
      margin_(system.settings.wall_margin * system.settings.spacing),
      balls_from_(system.walls.size()) {
  for (const LiquidWall& wall : system.walls) {
    bodies_.emplace_back().motion = wall.motion;
    add(sample_wall(wall.mesh, spacing_, kLayers, wall.in_front_only), static_cast<int>(bodies_.size()) - 1);
  }
  std::vector<WallMotion> motions;
  for (const Body& body : bodies_) motions.push_back(body.motion);
  parts_ = without_covered(parts_, motions, spacing_);
  for (const LiquidBall& ball : system.balls) {
    Body& body = bodies_.emplace_back();
    body.motion = {{ball.position, {}}, ball.velocity, {}};
    body.is_ball = true;
    add(sample_sphere(ball.radius, spacing_, kLayers), static_cast<int>(bodies_.size()) - 1);
  }
  places_.resize(parts_.size() + kListStep, kNowhereRow);
  motions_.resize(places_.size());
  sides_.resize(places_.size());
  pressures_.resize(parts_.size());
  ball_forces_.resize(system.balls.size());
  move_to(0);
}

void LiquidWalls::add(const std::vector<WallSample>& samples, int body) {
  for (const WallSample& s : samples) {
    const double from = s.is_thin ? s.depth : std::max(0.1 * spacing_, s.depth - kLoose * spacing_);
    parts_.push_back({body, s.place, s.outward, s.depth, from, s.share});
    Body& owner = bodies_[static_cast<std::size_t>(body)];
    owner.size = std::max(owner.size, length(s.place));
  }
}

Pose LiquidWalls::pose_of(const Body& body, double time) const {
  const double since = time - body.since, turn = length(body.motion.angular_velocity) * since;
  Pose pose = body.motion.pose;
  pose.position += since * body.motion.velocity;
  if (turn != 0) pose.rotation = rotation_about(body.motion.angular_velocity, turn) * pose.rotation;
  return pose;
}

void LiquidWalls::tell(int wall, const WallMotion& motion, double now) {
  Body& body = bodies_[static_cast<std::size_t>(wall)];
  if (body.motion.is_still() && motion == body.motion) return;
  body.acceleration = now > body.since ? (motion.velocity - body.motion.velocity) / (now - body.since) : Vec3{};
  body.motion = motion;
  body.since = now;
  body.was_moved = true;
}

void LiquidWalls::tell_ball(int ball, const Vec3& place, const Vec3& velocity, const Vec3& acceleration) {
  Body& body = bodies_[balls_from_ + static_cast<std::size_t>(ball)];
  body.travelled += place - body.motion.pose.position;
  ball_way_ = std::max(ball_way_, length(place - body.motion.pose.position));
  body.motion.pose.position = place;
  body.motion.velocity = velocity;
  body.acceleration = acceleration;
  body.was_moved = true;
}

void LiquidWalls::set_row(std::size_t row, const Body& body) {
  const WallPart& part = parts_[row];
  if (body.motion.absent) {
    places_[row].x = places_[row].y = places_[row].z = PlaceGrid::kNowhere;
    return;
  }
  const Pose pose = body.is_ball ? body.motion.pose : pose_of(body, time_);
  const Vec3 place = pose.to_world(part.place);
  const Vec3 side = (grid_.unit / part.felt_from) * (pose.rotation * part.outward);
  const Vec3 velocity = body.motion.velocity + cross(body.motion.angular_velocity, place - pose.position);
  places_[row] = grid_.row(place, static_cast<double>(places_[row].pressure));
  motions_[row] = {static_cast<float>(velocity.x), static_cast<float>(velocity.y), static_cast<float>(velocity.z),
                   motions_[row].excess};
  sides_[row] = {static_cast<float>(side.x), static_cast<float>(side.y), static_cast<float>(side.z),
                 static_cast<float>(part.share)};
}

void LiquidWalls::move_to(double time) {
  bool any = false;
  double farthest = ball_way_;
  ball_way_ = 0;
  for (Body& body : bodies_) {
    const double speed = length(body.motion.velocity) + length(body.motion.angular_velocity) * body.size;
    farthest = std::max(farthest, std::abs(time - time_) * speed);
    if (!body.is_ball) body.travelled += (time - time_) * body.motion.velocity;
    body.turned += (time - time_) * length(body.motion.angular_velocity);
    body.was_moved = body.was_moved || !body.motion.is_still();
    any = any || body.was_moved;
  }
  way_ += farthest;
  time_ = time;
  if (!any) return;
  for_blocks(parts_.size(), [&](std::size_t, std::size_t first, std::size_t end) {
    for (std::size_t row = first; row < end; ++row)
      if (const Body& body = bodies_[static_cast<std::size_t>(parts_[row].body)]; body.was_moved) set_row(row, body);
  });
  for (Body& body : bodies_) body.was_moved = false;
}

double LiquidWalls::travelled() const {
  double farthest = 0;
  for (const Body& body : bodies_) farthest = std::max(farthest, length(body.travelled) + body.turned * body.size);
  return farthest;
}

void LiquidWalls::sort(double edge) {
  if (is_sorted_ && travelled() == 0) return;
  is_sorted_ = true;
  edge_ = edge;
  const std::vector<std::uint32_t> order = crowd_.cells.sort({places_.data(), size()}, edge);
  reorder(parts_, order), reorder(places_, order), reorder(motions_, order), reorder(sides_, order);
  reorder(pressures_, order);
  for (Body& body : bodies_) body.travelled = {}, body.turned = 0;
  way_ = 0;
  listed_ = places_;
  set_depths();
  set_fronts();
  crowd_.set({listed_.data(), size()});
  crowd_.cells.mark_near();
}

void LiquidWalls::set_depths() {
  depths_.resize(size());
  for (std::size_t row = 0; row < size(); ++row) depths_[row] = static_cast<float>(parts_[row].depth / grid_.unit);
}

// Whom liquid may feel before lists are made anew.
void LiquidWalls::set_fronts() {
  const double margin = margin_ + static_cast<double>(Crowd::kRounding) * grid_.unit;
  fronts_.resize(size());
  for (std::size_t row = 0; row < size(); ++row) {
    fronts_.x[row] = sides_[row].x, fronts_.y[row] = sides_[row].y, fronts_.z[row] = sides_[row].z;
    fronts_.least[row] = static_cast<float>(1 - margin / parts_[row].felt_from);
  }
}

void LiquidWalls::find_active(const NearLists& near) {
  for (const std::uint32_t row : active_) {  // those that have lost all liquid press no more
    pressures_[row] = 0;
    places_[row].pressure = 0;
    motions_[row].excess = 0;
  }
  active_.clear(), active_bodies_.clear();
  weighed_.clear();
  for (std::uint32_t row = 0; row < parts_.size(); ++row) {
    if (near.of(row).empty()) continue;
    active_.push_back(row);
    const Body& body = bodies_[static_cast<std::size_t>(parts_[row].body)];
    if (body.is_ball || !body.motion.is_still()) weighed_.push_back(row);
  }
  for (const std::uint32_t row : active_) active_bodies_.push_back(parts_[row].body);
}

void LiquidWalls::press(const LiquidRow* liquid, const NearLists& near, const Vec3& gravity, const Tait& tait,
                        const PairNumbers& numbers) {
  bool any_turns = false;
  pulls_.clear();
  for (Body& body : bodies_) {
    body.pull = gravity - body.acceleration;
    pulls_.push_back(by_unit(body.pull));
    any_turns = any_turns || body.motion.angular_velocity != Vec3{};
  }
  highest_.assign((active_.size() + NearLists::kBlock - 1) / NearLists::kBlock, 0);
  for_blocks(active_.size(), [&](std::size_t block, std::size_t first, std::size_t end) {
    constexpr std::size_t kRoom = NearLists::kBlock + kListStep;
    float pressures[kRoom] = {}, excess[kRoom], by_square[kRoom];
    WallPull pulls[NearLists::kBlock];
    for (std::size_t k = first; k < end; ++k) {
      const auto body = static_cast<std::size_t>(active_bodies_[k]);
      pulls[k - first] = any_turns ? pull_at(active_[k], bodies_[body]) : pulls_[body];
    }
    wall_pressures({active_.data() + first, end - first}, rows(), liquid, near, {pulls, end - first}, tait.density,
                   numbers, pressures);
    compress_under(pressures, end - first, tait, excess, by_square);
    for (std::size_t k = first; k < end; ++k) {
      const std::uint32_t row = active_[k];
      pressures_[row] = static_cast<double>(pressures[k - first]);
      places_[row].pressure = by_square[k - first];
      motions_[row].excess = excess[k - first];
      highest_[block] = std::max(highest_[block], by_square[k - first]);
    }
  });
}

WallPull LiquidWalls::by_unit(const Vec3& pull) const {
  return {static_cast<float>(grid_.unit * pull.x), static_cast<float>(grid_.unit * pull.y),
          static_cast<float>(grid_.unit * pull.z)};
}

WallPull LiquidWalls::pull_at(std::uint32_t row, const Body& body) const {
  const Vec3& turning = body.motion.angular_velocity;
  return by_unit(body.pull - cross(turning, cross(turning, place(row) - pose_of(body, time_).position)));
}

PairExtremes LiquidWalls::extremes() const {
  PairExtremes largest;
  for (const float pressure : highest_) largest.pressure = std::max(largest.pressure, pressure);
  for (const Body& body : bodies_) {
    const double speed = length(body.motion.velocity) + length(body.motion.angular_velocity) * body.size;
    largest.speed = std::max(largest.speed, static_cast<float>(speed));
  }
  return largest;
}

void LiquidWalls::weigh(const LiquidRow* liquid, const NearLists& near, const PairNumbers& numbers,
                        double particle_mass) {
  pushes_.resize(weighed_.size());
  for_blocks(weighed_.size(), [&](std::size_t, std::size_t first, std::size_t end) {
    for (std::size_t k = first; k < end; ++k)
      pushes_[k] = particle_mass * push_on_wall(weighed_[k], rows(), liquid, near.of(weighed_[k]), numbers);
  });
  std::ranges::fill(ball_forces_, Vec3{});
  power_ = 0;
  for (std::size_t k = 0; k < weighed_.size(); ++k) {
    const std::size_t body = static_cast<std::size_t>(parts_[weighed_[k]].body);
    const MotionRow& motion = motions_[weighed_[k]];
    if (body >= balls_from_)
      ball_forces_[body - balls_from_] += pushes_[k];
    else
      power_ -= dot(pushes_[k], {motion.x, motion.y, motion.z});
  }
}

Pose LiquidWalls::pose(int wall) const {
  const Body& body = bodies_[static_cast<std::size_t>(wall)];
  return body.is_ball ? body.motion.pose : pose_of(body, time_);
}

Vec3 LiquidWalls::velocity(int wall, const Vec3& place, const Vec3& middle) const {
  const WallMotion& motion = bodies_[static_cast<std::size_t>(wall)].motion;
  return motion.velocity + cross(motion.angular_velocity, place - middle);
}

int LiquidWalls::touched_by(const PlaceRow& a, NearList near) const {
  const double per_unit = 1 / grid_.unit;
  double nearest = spacing_ * per_unit;  // [units]
  int wall = -1;
  for (const std::uint32_t row : near) {
    if (row >= size()) break;  // it is filled up from there on
    const PlaceRow& b = places_[row];
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, square = x * x + y * y + z * z;
    const double touching = nearest + static_cast<double>(depths_[row]);
    if (square >= touching * touching) continue;
    const SideRow& side = sides_[row];
    const double facing =
        static_cast<double>(side.x) * x + static_cast<double>(side.y) * y + static_cast<double>(side.z) * z;
    if (facing <= 1) continue;
    nearest = std::sqrt(square) - static_cast<double>(depths_[row]);
    wall = parts_[row].body;
  }
  return wall;
}

Vec3 LiquidWalls::force_on_ball(int ball) const { return ball_forces_[static_cast<std::size_t>(ball)]; }

Vec3 LiquidWalls::place(std::uint32_t row) const {
  const PlaceRow& p = places_[row];
  return grid_.origin + grid_.unit * Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

void LiquidWalls::archive(StateArchive& state) {
  state.fields(bodies_, parts_, places_, listed_, motions_, sides_, fronts_.x, fronts_.y, fronts_.z, fronts_.least,
               pressures_, time_, power_, ball_forces_, edge_);
  if (!state.is_loading()) return;
  active_.clear();
  is_sorted_ = true;
  set_depths();
  crowd_.cells.sort({listed_.data(), size()}, edge_);
  crowd_.set({listed_.data(), size()});
  crowd_.cells.mark_near();
}

}  // namespace resound
