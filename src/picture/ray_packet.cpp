#include "picture/ray_packet.h"

#include <limits>

#include "picture/sampling.h"

namespace resound {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();
using Mask = std::array<int, kPacket>;  // Embree's: -1 is valid

RTCIntersectContext coherent() {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  return context;
}

void set_ray(RTCRay8& rays, int i, Vec3f from, Vec3f direction, float far, int id) {
  rays.org_x[i] = from.x;
  rays.org_y[i] = from.y;
  rays.org_z[i] = from.z;
  rays.dir_x[i] = direction.x;
  rays.dir_y[i] = direction.y;
  rays.dir_z[i] = direction.z;
  rays.tnear[i] = 0;
  rays.time[i] = 0;
  rays.tfar[i] = far;
  rays.mask[i] = 0xffffffffu;
  rays.id[i] = static_cast<unsigned>(id);
  rays.flags[i] = 0;
}

bool any(const Mask& mask) {
  int bits = 0;
  for (const int lane : mask) bits |= lane;
  return bits != 0;
}

// A mirror that is not matt at all, glass, lamps and marks do not care for shadows.
bool needs_openness(const Coat& coat) { return coat.kind == Coat::Kind::opaque || coat.kind == Coat::Kind::mirror; }

}  // namespace

struct PacketRays::Lane {
  bool is_valid = false;
  Vec3f from, normal;
};

PacketRays::PacketRays(const FrameScene& frame, const Studio& studio, const Floor& floor, const View& view)
    : frame_(frame), studio_(studio), floor_(floor), view_(view), reach_(0.16f * view.distance()) {
  const Frame sun(studio.sun_direction());
  for (int i = 0; i < kCells; ++i) {
    const DiskPoint p = sun_point(i);
    sun_directions_[i] = normalized(sun.to_world({studio.sun_radius() * p.x, studio.sun_radius() * p.y, 1}));
  }
  darkened_floor_ = darkened_floor();
}

PacketRays::Rectangle PacketRays::darkened_floor() const {
  if (!frame_.has_shadows()) return {0, -1, 0, -1};
  RTCBounds box;
  rtcGetSceneBounds(frame_.casting(), &box);
  Rectangle r{box.lower_x - reach_, box.upper_x + reach_, box.lower_y - reach_, box.upper_y + reach_};
  for (const Vec3f& sun : sun_directions_) {  // the shadow of the box's lid
    if (sun.z <= 0) continue;
    const float fall = std::max(0.0f, box.upper_z - floor_.height()) / std::max(sun.z, 1e-6f);
    r.left = std::min(r.left, box.lower_x - fall * sun.x);
    r.right = std::max(r.right, box.upper_x - fall * sun.x);
    r.front = std::min(r.front, box.lower_y - fall * sun.y);
    r.back = std::max(r.back, box.upper_y - fall * sun.y);
  }
  return r;
}

void PacketRays::look(const Packet<Vec3f>& direction, const Packet<bool>& valid, Packet<Seen>& seen) const {
  alignas(32) RTCRayHit8 rays;
  alignas(32) Mask mask;
  for (int i = 0; i < kPacket; ++i) {
    mask[i] = valid[i] ? -1 : 0;
    const auto floor = floor_.hit(view_.eye(), direction[i]);
    set_ray(rays.ray, i, view_.eye(), direction[i], floor.value_or(kFar), 0);
    rays.hit.geomID[i] = rays.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
  }
  RTCIntersectContext context = coherent();
  rtcIntersect8(mask.data(), frame_.visible(), &context, &rays);
  if (frame_.has_marks()) rtcIntersect8(mask.data(), frame_.marks(), &context, &rays);

  for (int i = 0; i < kPacket; ++i) {
    if (!valid[i]) continue;
    Seen& s = seen[i] = {};
    s.distance = rays.ray.tfar[i];
    if (rays.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) {
      s.solid = s.distance < kFar ? Seen::kFloor : Seen::kSky;
      s.normal = {0, 0, 1};
      continue;
    }
    const unsigned instance = rays.hit.instID[0][i];
    s.solid = instance != RTC_INVALID_GEOMETRY_ID ? instance : rays.hit.geomID[i];
    s.primitive = rays.hit.primID[i];
    s.u = rays.hit.u[i];
    s.v = rays.hit.v[i];
    frame_.complete(s, view_.eye() + s.distance * direction[i], {rays.hit.Ng_x[i], rays.hit.Ng_y[i], rays.hit.Ng_z[i]});
  }
}

void PacketRays::openness(const Packet<Vec3f>& direction, const Packet<Seen>& seen, const Packet<int>& cell,
                          const Packet<bool>& valid, Packet<Openness>& open) const {
  Packet<Lane> lanes;
  bool is_any = false;
  for (int i = 0; i < kPacket; ++i) {
    open[i] = {};
    const Seen& s = seen[i];
    if (!valid[i] || s.solid == Seen::kSky || (s.is_solid() && !needs_openness(frame_.solid(s.solid).coat))) continue;
    const Vec3f position = view_.eye() + s.distance * direction[i];
    if (s.solid == Seen::kFloor && !darkened_floor_.holds(position)) {
      open[i].sun = studio_.sun_direction().z > 0 ? 1.0f : 0.0f;
      continue;
    }
    const Vec3f normal = dot(s.normal, direction[i]) > 0 ? -s.normal : s.normal;
    lanes[i] = {true, view_.lifted(position, normal), normal};
    is_any = true;
  }
  if (!is_any) return;
  add_sun(lanes, cell, open);
  add_sky(lanes, cell, open);
}

void PacketRays::add_sun(const Packet<Lane>& lanes, const Packet<int>& cell, Packet<Openness>& open) const {
  alignas(32) RTCRay8 rays;
  alignas(32) Mask mask;
  for (int i = 0; i < kPacket; ++i) {
    const Vec3f direction = sun_directions_[static_cast<std::size_t>(cell[i])];
    const bool faces_sun = lanes[i].is_valid && dot(direction, lanes[i].normal) > 0;
    mask[i] = faces_sun ? -1 : 0;
    set_ray(rays, i, lanes[i].from, direction, kFar, cell[i]);
    if (lanes[i].is_valid && !faces_sun) open[i].sun = 0;
  }
  if (!frame_.has_shadows() || !any(mask)) return;
  RTCIntersectContext context = coherent();
  rtcOccluded8(mask.data(), frame_.casting(), &context, &rays);
  for (int i = 0; i < kPacket; ++i)
    if (mask[i] && rays.tfar[i] < 0) open[i].sun = 0;
}

void PacketRays::add_sky(const Packet<Lane>& lanes, const Packet<int>& cell, Packet<Openness>& open) const {
  alignas(32) RTCRay8 rays;
  alignas(32) Mask mask;
  Packet<float> sum{}, weight{};
  for (int ray = 0; ray < kOpenRays; ++ray) {
    for (int i = 0; i < kPacket; ++i) {
      mask[i] = lanes[i].is_valid ? -1 : 0;
      if (!lanes[i].is_valid) continue;
      const Vec3f direction = Frame(lanes[i].normal).to_world(open_direction(cell[i], ray));
      // Each direction reaches a little further than the one before, so that the darkness fades out instead of ending.
      const int turn = (7 * cell[i] + 5 * ray) & 15;
      float far = reach_ * (0.25f + 0.05f * static_cast<float>(turn));
      weight[i] = 1;
      if (const auto floor = floor_.hit(lanes[i].from, direction); floor && *floor < far) {
        weight[i] = mix(0.35f, 1.0f, *floor / far);  // the floor itself darkens what stands close above it
        far = *floor;
      }
      set_ray(rays, i, lanes[i].from, direction, far, cell[i]);
    }
    if (frame_.has_shadows()) {
      RTCIntersectContext context = coherent();
      rtcOccluded8(mask.data(), frame_.casting(), &context, &rays);
    }
    for (int i = 0; i < kPacket; ++i)
      if (mask[i] && rays.tfar[i] >= 0) sum[i] += weight[i];
  }
  for (int i = 0; i < kPacket; ++i)
    if (lanes[i].is_valid) open[i].sky = sum[i] / kOpenRays;
}

}  // namespace resound
