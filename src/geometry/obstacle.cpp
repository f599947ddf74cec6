#include "geometry/obstacle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace resound {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Where a ray is between two parallel planes at -half and +half along one axis.
struct Slab {
  double enter = -kNever, leave = kNever;
};

Slab slab(double origin, double direction, double half) {
  if (direction == 0) return std::abs(origin) <= half ? Slab{} : Slab{kNever, -kNever};
  double a = (-half - origin) / direction, b = (half - origin) / direction;
  if (a > b) std::swap(a, b);
  return {a, b};
}

struct LocalHit {
  double distance = kNever;
  Vec3 normal;
};

LocalHit hit(const BoxForm& box, const Vec3& o, const Vec3& d) {
  const Slab slabs[] = {slab(o.x, d.x, box.half_size.x), slab(o.y, d.y, box.half_size.y),
                        slab(o.z, d.z, box.half_size.z)};
  const Vec3 normals[] = {
      {std::copysign(1.0, -d.x), 0, 0}, {0, std::copysign(1.0, -d.y), 0}, {0, 0, std::copysign(1.0, -d.z)}};
  const auto* last_in =
      std::max_element(std::begin(slabs), std::end(slabs), [](auto& a, auto& b) { return a.enter < b.enter; });
  const auto* first_out =
      std::min_element(std::begin(slabs), std::end(slabs), [](auto& a, auto& b) { return a.leave < b.leave; });
  if (last_in->enter < 0 || last_in->enter > first_out->leave) return {};
  return {last_in->enter, normals[last_in - slabs]};
}

LocalHit hit(const CylinderForm& cylinder, const Vec3& o, const Vec3& d) {
  const Slab along = slab(o.x, d.x, cylinder.half_length);
  const double a = d.y * d.y + d.z * d.z;
  const double b = o.y * d.y + o.z * d.z;
  const double c = o.y * o.y + o.z * o.z - cylinder.radius * cylinder.radius;
  Slab around;
  if (a > 0) {
    const double discriminant = b * b - a * c;
    if (discriminant < 0) return {};
    const double root = std::sqrt(discriminant);
    around = {(-b - root) / a, (-b + root) / a};
  } else if (c > 0) {
    return {};
  }
  const double enter = std::max(along.enter, around.enter);
  if (enter < 0 || enter > std::min(along.leave, around.leave)) return {};
  if (along.enter > around.enter) return {enter, {std::copysign(1.0, -d.x), 0, 0}};
  const Vec3 p = o + enter * d;
  return {enter, normalized({0, p.y, p.z})};
}

LocalHit hit(const SurfaceForm& form, const Vec3& o, const Vec3& d) {
  const std::optional<SurfacePoint> point = form.surface->first_hit(o, d);
  return point ? LocalHit{point->distance, point->normal} : LocalHit{};
}

}  // namespace

std::uint64_t fingerprint(const Obstacles& obstacles) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a over whole words: enough to tell a move from a rest
  const auto mix = [&](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3; };
  for (const Obstacle& obstacle : obstacles) {
    mix(static_cast<std::uint64_t>(obstacle.object));
    const auto& [position, rotation] = obstacle.pose;
    for (const double number : {position.x, position.y, position.z, rotation.w, rotation.x, rotation.y, rotation.z})
      mix(std::bit_cast<std::uint64_t>(number));
    hash = std::rotl(hash, 23);
  }
  return hash;
}

std::optional<Hit> first_hit(const Obstacles& obstacles, const Vec3& origin, const Vec3& direction) {
  std::optional<Hit> first;
  for (const Obstacle& obstacle : obstacles) {
    const Vec3 o = obstacle.pose.to_local(origin);
    const Vec3 d = obstacle.pose.rotation.inverse() * direction;
    const LocalHit local = std::visit([&](const auto& form) { return hit(form, o, d); }, obstacle.form);
    if (local.distance == kNever || (first && first->distance <= local.distance)) continue;
    first = Hit{local.distance, origin + local.distance * direction, obstacle.pose.rotation * local.normal,
                obstacle.object};
  }
  return first;
}

}  // namespace resound
