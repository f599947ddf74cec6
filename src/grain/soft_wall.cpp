#include "grain/soft_wall.h"

#include <algorithm>
#include <cmath>

namespace resound {

SoftWall::SoftWall(const Wall& wall) : motion_(wall.motion), pose_(wall.motion.pose) {
  if (const auto* revolved = std::get_if<RevolvedWall>(&wall.shape)) {
    for (std::size_t i = 1; i < revolved->profile.size(); ++i)
      steps_.push_back({revolved->profile[i - 1], revolved->profile[i]});
    for (const ProfilePoint& p : revolved->profile) extent_ = std::max(extent_, std::hypot(p.radius, p.height));
  } else if (const auto* mesh = std::get_if<MeshWall>(&wall.shape)) {
    const auto corner = [&](int v) { return mesh->mesh.vertices[static_cast<std::size_t>(v)]; };
    for (const Triangle& t : mesh->mesh.triangles) facets_.push_back({corner(t[0]), corner(t[1]), corner(t[2])});
    for (const Vec3& v : mesh->mesh.vertices) extent_ = std::max(extent_, length(v));
    tree_.emplace(mesh->mesh);
  } else {
    plane_ = true;
  }
}

void SoftWall::set_motion(const WallMotion& motion, double now) {
  motion_ = motion;
  since_ = now;
}

Pose SoftWall::pose_at(double now) const {
  const double after = now - since_;
  Pose pose = motion_.pose;
  pose.position += after * motion_.velocity;
  if (const double turning = length(motion_.angular_velocity); turning > 0)
    pose.rotation = rotation_about(motion_.angular_velocity, after * turning) * pose.rotation;
  return pose;
}

void SoftWall::go_to(double now) {
  pose_ = motion_.is_still() ? motion_.pose : pose_at(now);
  up_ = pose_.rotation * Vec3{0, 0, 1};
}

void SoftWall::find_near(const Vec3& place, double reach, std::vector<int>& parts) const {
  const Vec3 local = pose_.to_local(place);
  if (plane_ && local.z <= reach) parts.push_back(0);
  for (std::size_t i = 0; i < steps_.size(); ++i)
    if (near(steps_[i], local).distance <= reach) parts.push_back(static_cast<int>(i));
  if (!tree_) return;
  const auto reaches = [&](const Box& box) {
    const auto outside = [](double x, double low, double high) { return std::max({low - x, 0.0, x - high}); };
    const Vec3 off{outside(local.x, box.low.x, box.high.x), outside(local.y, box.low.y, box.high.y),
                   outside(local.z, box.low.z, box.high.z)};
    return dot(off, off) <= reach * reach;
  };
  const std::size_t before = parts.size();
  tree_->visit(
      reaches, [](const Box&) { return 0.0; },
      [&](int i) {
        if (near(facets_[static_cast<std::size_t>(i)], local).distance <= reach) parts.push_back(i);
      });
  std::sort(parts.begin() + static_cast<std::ptrdiff_t>(before), parts.end());
}

Near SoftWall::near_part(int part, const Vec3& place) const {
  if (plane_) return {dot(up_, place - pose_.position), up_};
  const Vec3 local = pose_.to_local(place);
  const auto at = static_cast<std::size_t>(part);
  const Near found = facets_.empty() ? near(steps_[at], local) : near(facets_[at], local);
  return {found.distance, pose_.rotation * found.away};
}

Vec3 SoftWall::velocity_at(const Vec3& place) const {
  if (motion_.is_still()) return {};
  return motion_.velocity + cross(motion_.angular_velocity, place - pose_.position);
}

double SoftWall::fastest(double reach) const {
  const double arm = plane_ ? reach + length(pose_.position) : extent_;
  return length(motion_.velocity) + length(motion_.angular_velocity) * arm;
}

void SoftWall::archive(StateArchive& state) { state.fields(motion_, since_, pose_); }

}  // namespace resound
